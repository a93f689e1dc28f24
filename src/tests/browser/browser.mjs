// What all browser tests share: Chromium as it is started here, and checks that say what failed.
import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Starts the browser; nothing that it does by itself leaves this machine. */
export async function launch() {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("Chromium is not installed: `apt-get install chromium`, or name it in the variable CHROMIUM");
  const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
  return chromium.launch({ executablePath, args });
}

/** Fails with words if a thing does not hold. */
export function check(holds, what) {
  if (!holds) throw new Error(what);
}

/** Shows a page that a reader is there, and waits until its scripts are too. */
export async function wake(page) {
  await page.mouse.move(2, 2);
  await page.mouse.move(3, 3);
  await page.locator("button.theme[title]").waitFor();
  await page.waitForFunction(() => Promise.resolve(document.documentElement.styled).then(() => !document.querySelector(".filter-slot:not(:has(.filter))")));
}

/** Waits until a thing holds. */
export async function until(ask, what, patience = 10_000) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    if (await ask().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`waited in vain: ${what}`);
}
