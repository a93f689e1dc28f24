// What helps to read: the theme and its three states, copies, footnotes and headings, paper.
// Arguments: the output folder, its base path, a folder for pictures, a note with all of it.
import { check, launch, until, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures, path] = process.argv.slice(2);
const { address, close } = await host(folder, base);
const browser = await launch();
const equal = (got, wanted, what) => check(got === wanted, `${what}: ${got}, not ${wanted}`);

// The theme: automatic, light, dark; kept on every page; set before anything is painted.
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  await page.goto(address + path);
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const button = page.locator("button.theme");
  const own = await paper();
  equal(await button.getAttribute("aria-label"), "Theme: automatic", "at first the system decides");
  // The first click is also the first sign of life, at which the script comes.
  await button.click();
  await until(async () => (await button.getAttribute("aria-label")) === "Theme: light", "then light");
  const light = await paper();
  await button.click();
  equal(await button.getAttribute("aria-label"), "Theme: dark", "then dark");
  const dark = await paper();
  check(light !== dark, "light is not dark");
  equal(own, colorScheme === "light" ? light : dark, "the system's choice is one of them");
  await page.goto(`${address}/matrix`, { waitUntil: "commit" });
  await page.waitForFunction(() => document.body);
  equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark", "it is set before the body is there");
  await page.waitForLoadState();
  equal(await paper(), dark, "and holds on other pages");
  await until(async () => (await button.getAttribute("aria-label")) === "Theme: dark", "and is told there unasked");
  await page.locator("button.theme").click();
  equal(await paper(), own, "and is given back to the system");
  await context.close();
}

// Copies.
const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ["clipboard-read", "clipboard-write"] });
const page = await context.newPage();
await page.goto(address + path);
await wake(page);
const clip = () => page.evaluate(() => navigator.clipboard.readText());
await page.getByRole("button", { name: "Copy code sample 1" }).click();
await until(async () => (await clip()) === (await page.locator(".prose pre").first().evaluate((pre) => pre.textContent)), "the code is copied as it is");
await page.getByRole("button", { name: "Copy the citation" }).click();
await until(async () => (await clip()).includes(new URL(path, "http://x").pathname), "the citation names the address");

// A footnote leads there and back; so does a heading's own link; a claim's source is a click away.
const reference = page.locator(".prose sup a").first();
await reference.click();
const note = new URL(page.url()).hash.slice(1);
check(note.length > 0 && (await page.locator(`[id="${note}"]`).count()) === 1, "a footnote is there");
await page.locator(`[id="${note}"] a`).last().click();
const back = new URL(page.url()).hash.slice(1);
check(await page.locator(`[id="${back}"]`).evaluate((at) => Boolean(at.closest(".prose p, .prose li, .prose td"))), `a footnote leads back: ${back}`);
await page.locator("a.anchor").first().click();
const heading = new URL(page.url()).hash.slice(1);
check((await page.locator(`[id="${heading}"]`).evaluate((at) => at.tagName)).startsWith("H"), "a heading's link leads to it");
await page.locator(".claims a.ref").first().click();
check(new URL(page.url()).hash.startsWith("#ui-source-"), "a claim's source is a click away");

// On paper there is nothing to press, and links say where they lead.
await page.emulateMedia({ media: "print" });
for (const gone of ["nav[aria-label=Sections]", "button.theme", "button.copy", ".skip"]) {
  check(!(await page.locator(gone).first().isVisible()), `${gone} is not printed`);
}
check(await page.locator("h1").isVisible(), "the title is printed");
await page.pdf({ path: `${pictures}/note.pdf` });
await page.emulateMedia({ media: "screen", forcedColors: "active" });
await page.screenshot({ path: `${pictures}/forced-colours.png` });

await browser.close();
close();
