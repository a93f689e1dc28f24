// The filter of a list in parts: choices are collected, and the search is asked for them when the reader
// says so. Arguments: the output folder, its base path, a folder for pictures.
import { check, launch, until, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures] = process.argv.slice(2);
const { address, close } = await host(folder, base);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const equal = (got, wanted, what) => check(got === wanted, `${what}: ${got}, not ${wanted}`);

await page.goto(`${address}/research`);
await wake(page);
const client = page.getByRole("combobox", { name: "Client" });
await client.focus();
await page.keyboard.press("ArrowDown");
await page.keyboard.press("ArrowDown");
await page.waitForTimeout(200);
equal(new URL(page.url()).pathname, `${base}/research`, "a choice by keyboard stays on the page");
equal(await page.evaluate(() => document.activeElement.name), "client", "and in its field");
const chosen = await client.inputValue();
check(chosen.startsWith("client-"), `a client is chosen: ${chosen}`);
await page.getByRole("combobox", { name: "Kind" }).selectOption("survey");
await page.screenshot({ path: `${pictures}/chosen.png` });
await page.getByRole("button", { name: "Show these" }).click();
await page.waitForURL(/\/search\?q=/);
equal(new URL(page.url()).searchParams.get("q").split(" ").sort().join(" "), `client:${chosen} kind:survey`, "all choices are asked for");
await until(async () => /^\d+ results?$/.test(await page.locator(".found").innerText()), "they are counted");
await page.goBack();
await page.locator(".filter").waitFor();
equal(new URL(page.url()).pathname, `${base}/research`, "back leads to the list");

// Nothing chosen, nothing asked.
await page.goto(`${address}/research`);
await wake(page);
await page.getByRole("button", { name: "Show these" }).click();
equal(new URL(page.url()).pathname, `${base}/research`, "without a choice the list stays");

await browser.close();
close();
