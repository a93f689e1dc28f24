// A browser beside the dev server: it follows each edit by itself, once, and shows what is broken.
// Arguments: the server's address, the note's file, a folder for pictures.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { check, launch, until } from "./browser.mjs";

const [address, file, pictures] = process.argv.slice(2);
const good = readFileSync(file, "utf8");
const words = (text) => good.replace("Text.", text);

const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));
let loads = 0;
page.on("load", () => loads++);
const text = () => page.locator("main").innerText();
const overlay = page.locator("fieldnotes-diagnostics");

await page.goto(`${address}research/a`);
check((await text()).includes("Text."), "the first page");
check((await overlay.count()) === 0, "no overlay over a good page");

// Each save is one load; a machine that is too busy may part one of them into two.
let parted = 0;
for (let step = 1; step <= 5; step++) {
  const before = loads;
  writeFileSync(file, words(`Edit number ${step}.`));
  await until(async () => (await text()).includes(`Edit number ${step}.`), `edit ${step} is seen`);
  await page.waitForTimeout(300);
  parted += loads > before + 1;
  check(loads > before, `edit ${step} loads the page`);
}

check(parted <= 1, `each edit loads the page once, but ${parted} of 5 did more`);

// What is broken is laid over the last good page, and text is never markup.
const before = loads;
writeFileSync(file, words("Broken.").replace("kind: finding", "kind: <img src=x onerror=document.title='run'>"));
await until(async () => (await overlay.locator("pre").innerText()).includes("notes/research/a.md:4:"), "the overlay comes");
check((await text()).includes("Edit number 5."), "the last good page stays");
check(loads === before, "and is not loaded again");
check((await page.title()) !== "run", "a message is text");
await page.screenshot({ path: `${pictures}/overlay-1280.png` });
await page.setViewportSize({ width: 360, height: 720 });
await page.screenshot({ path: `${pictures}/overlay-360.png` });

// It says what is wrong now, goes at will, and comes with the page.
writeFileSync(file, words("[nowhere](none.md)"));
await until(async () => (await overlay.locator("pre").innerText()).includes("broken-link"), "the overlay follows");
await page.keyboard.press("Escape");
check((await overlay.count()) === 0, "Escape hides it");
await page.reload();
await until(async () => (await overlay.count()) === 1, "a page that is loaded while something is broken says so");
await overlay.getByRole("button", { name: "Hide" }).click();
check((await overlay.count()) === 0, "the button hides it");
await page.reload();
await until(async () => (await overlay.count()) === 1, "the overlay comes again");

// Mended into what was served already, nothing has to be loaded.
writeFileSync(file, words("Edit number 5."));
await until(async () => (await overlay.count()) === 0, "the overlay goes");
writeFileSync(file, words("Mended."));
await until(async () => (await text()).includes("Mended."), "what is mended is seen");

// A page that is gone says so, and comes back.
rmSync(file);
await until(async () => (await page.locator("h1").innerText()).toLowerCase().includes("not found"), "a deleted note's page");
writeFileSync(file, words("Back again."));
await until(async () => (await text()).includes("Back again."), "the page comes back");

check(errors.length === 0, `no script fails: ${errors}`);
await browser.close();
