// Search: opened, typed into, walked through by keys, in a dialog and on its page, with and without a
// script. Arguments: the output folder, its base path, a folder for pictures.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, launch, until } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { address, close } = await host(folder, base);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const faults = [];
page.on("pageerror", (error) => faults.push(`script: ${error}`));
page.on("dialog", (dialog) => faults.push(`a note or a query runs: ${dialog.message()}`) && dialog.dismiss());
page.on("request", (request) => request.url().startsWith(address) || request.url().startsWith("data:") || faults.push(`leaves the site: ${request.url()}`));
const equal = (got, wanted, what) => check(got === wanted, `${what}: ${got}, not ${wanted}`);
const dialog = page.locator("dialog.finder");
const field = dialog.getByRole("searchbox");
const results = page.locator(".results .title");
const said = () => page.locator(".found").innerText();
const focused = () => page.evaluate(() => document.activeElement.textContent || document.activeElement.value || "");

// What is typed while the script is on its way is kept.
await page.route("**/search-box.js", async (route) => {
  await new Promise((done) => setTimeout(done, 300));
  await route.continue();
});
await page.goto(`${address}/`);
await page.getByRole("searchbox", { name: "Search" }).click();
await page.keyboard.type("stdio", { delay: 40 });
await until(async () => (await results.count()) > 3, "results of what was typed");
equal(await field.inputValue(), "stdio", "all of it is there");
equal(await page.locator(".found[role=status]").count(), 1, "the number of results is announced");
await page.goto(`${address}/research`);
await page.keyboard.press("Control+k");
await page.keyboard.type("tools/call", { delay: 40 });
await until(async () => (await results.count()) > 3, "results of what was typed behind the keys");
equal(await field.inputValue(), "tools/call", "all of it is there too");
await page.unroute("**/search-box.js");

// Keys.
const first = await results.nth(0).innerText();
await page.keyboard.press("ArrowDown");
equal(await focused(), first, "down leads to the first result");
await page.keyboard.press("ArrowDown");
equal(await focused(), await results.nth(1).innerText(), "and to the second");
await page.keyboard.press("ArrowUp");
await page.keyboard.press("ArrowUp");
equal(await focused(), "tools/call", "up leads back to the field");
await page.keyboard.press("ArrowDown");
await page.keyboard.type("x");
equal(await field.inputValue(), "tools/callx", "typing goes on in the field");
await page.keyboard.press("Escape");
equal(await dialog.isVisible(), false, "Escape closes it");
await page.keyboard.press("Control+k");
await page.keyboard.type("McpHub.ts");
await until(async () => (await results.count()) > 3, "results that only cite it");
check((await said()).startsWith("No text says this"), `it is told: ${await said()}`);
await until(async () => (await page.locator(".results .place mark").count()) > 3, "places with what was searched for marked");
await page.screenshot({ path: `${pictures}/dialog.png` });
await page.evaluate(axe);
const found = await page.evaluate(() => globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }));
equal(found.violations.map((it) => it.id).join(), "", "the dialog is accessible");
const to = await results.nth(0).getAttribute("href");
await field.press("Enter");
await page.waitForURL(to);

// On a phone each place shows what was searched for, not only what stands around it.
const phone = await browser.newPage({ viewport: { width: 360, height: 740 } });
for (const query of ["listChanged", "stdio", "elicitation", "McpHub.ts", "工具"]) {
  await phone.goto(`${address}/search?q=${encodeURIComponent(query)}`);
  const places = phone.locator(".results .place:has(mark)");
  await until(async () => (await places.count()) > 0, `places for ${query}`);
  await phone.waitForTimeout(300);
  const cut = await places.evaluateAll((them) =>
    them.filter((it) => it.querySelector("mark").getBoundingClientRect().bottom > it.getBoundingClientRect().bottom + 1).map((it) => it.textContent.slice(0, 60)),
  );
  equal(cut.join(" | "), "", `places for ${query} that are cut off before the match`);
}
await phone.screenshot({ path: `${pictures}/phone.png` });
await phone.close();

// The page of search, and facets.
await page.goto(`${address}/search?q=${encodeURIComponent("client:cline 工具")}`);
await until(async () => (await results.count()) > 0, "results of a query in the address");
await page.screenshot({ path: `${pictures}/page.png` });
const input = page.locator("#query");
await input.fill("client");
await until(async () => (await results.count()) === 10, "ten results at first");
await page.getByRole("button", { name: /^Show / }).click();
await until(async () => (await results.count()) === 30, "more on request");
equal(await focused(), await results.nth(10).innerText(), "the first of them is the next");
await until(async () => page.url() === `${address}/search?q=client`, "the address follows");
await input.fill("<img src=x onerror=alert(1)>");
await until(async () => (await said()).includes("have some"), "what is typed is text");
equal(await page.locator("main img").count(), 0, "and makes no element");
await input.fill("...");
await until(async () => (await said()) === "Nothing was found for “...”.", "nothing is found for marks");
await input.fill("");
await until(() => page.locator("table.notes").isVisible(), "without a query all notes are listed");

// Without a script.
const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
await bare.goto(`${address}/about`);
await bare.getByRole("searchbox").fill("stdio");
await bare.getByRole("searchbox").press("Enter");
await bare.waitForURL(`${address}/search?q=stdio`);
check((await bare.locator("table.notes tbody tr").count()) > 10, "all notes are listed");

await browser.close();
close();
check(faults.length === 0, faults.join("; "));
