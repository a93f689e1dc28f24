// Previews of linked notes: on hover and on focus, to be put away, and never in the way.
// Arguments: the output folder, its base path, a folder for pictures, a note that links to notes.
import { check, launch, until } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures, path] = process.argv.slice(2);
const { address, close } = await host(folder, base);
const browser = await launch();
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme });
  const page = await context.newPage();
  await page.goto(address + path);
  const links = page.locator(`main .rest a[href^="${base}/research/"]`);
  const link = links.first();
  const panel = page.locator(".preview");

  await link.scrollIntoViewIfNeeded();
  await link.hover();
  await until(async () => (await panel.count()) === 1, "a preview on hover");
  const to = await context.newPage();
  await to.goto(new URL(await link.getAttribute("href"), address).href);
  for (const part of ["h1", ".lede"]) {
    const words = (await to.locator(part).first().innerText()).trim();
    check((await panel.innerText()).includes(words), `the preview tells what the page does: ${words}`);
  }
  await to.close();
  check((await link.getAttribute("aria-describedby")) === "ui-preview", "and describes the link");
  await page.screenshot({ path: `${pictures}/preview-${colorScheme}.png` });
  const box = await panel.boundingBox();
  check(box.x >= 0 && box.x + box.width <= 1280, "it stays within the window");
  await panel.hover();
  await page.waitForTimeout(500);
  check((await panel.count()) === 1, "it stays while it is hovered itself");
  await page.keyboard.press("Escape");
  check((await panel.count()) === 0, "Escape puts it away");
  await page.mouse.move(5, 5);

  await page.locator("h1").click();
  await link.focus();
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Tab");
  await until(async () => (await panel.count()) === 1, "a preview on focus");
  await page.keyboard.press("Tab");
  check((await panel.count()) === 0, "it goes with the focus");
  await page.mouse.move(5, 5);
  await link.hover();
  await until(async () => (await panel.count()) === 1, "a preview again");
  await page.mouse.move(5, 5);
  await until(async () => (await panel.count()) === 0, "it goes with the pointer");
  await context.close();
}

// A finger opens the link and nothing else.
const context = await browser.newContext({ viewport: { width: 360, height: 720 }, hasTouch: true });
const page = await context.newPage();
await page.goto(address + path);
const href = await page.locator(`main .rest a[href^="${base}/research/"]`).first().getAttribute("href");
await page.locator(`main a[href="${href}"]`).first().tap();
await until(async () => new URL(page.url()).pathname === href.split("#")[0], "a tap follows the link");
await browser.close();
close();
