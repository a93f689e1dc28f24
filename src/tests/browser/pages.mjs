// Every kind of page, at two widths and in both schemes: what a browser, a screen reader, a keyboard
// and a reader without scripts make of it. Arguments: the output folder, its base path, a folder for
// pictures, and the paths of the pages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { check, launch, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures, ...paths] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const { address, close } = await host(folder, base);
const browser = await launch();
const faults = [];
const fault = (where, what) => faults.push(`${where}: ${what}`);
const name = (path) => path.replace(/^\//, "").replaceAll("/", "_") || "home";

for (const width of [360, 1280]) {
  for (const scheme of ["light", "dark"]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme, reducedMotion: "reduce" });
    const page = await context.newPage();
    let where = "";
    page.on("pageerror", (error) => fault(where, `script: ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !(where.includes("/404 ") && message.text().includes("404"))) fault(where, `console: ${message.text()}`);
    });
    page.on("request", (request) => {
      if (!request.url().startsWith(address) && !request.url().startsWith("data:")) fault(where, `asks another host: ${request.url()}`);
    });
    for (const path of paths) {
      where = `${path} (${width}, ${scheme})`;
      await page.goto(address + path, { waitUntil: "load" });
      await wake(page);
      await page.screenshot({ path: `${pictures}/${name(path)}-${width}-${scheme}.png`, fullPage: true });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] }));
      for (const { id, nodes } of violations) fault(where, `axe ${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
    }
    await context.close();
  }
}

// At the narrowest nothing sticks out.
const narrow = await (await browser.newContext({ viewport: { width: 320, height: 640 } })).newPage();
for (const path of paths) {
  await narrow.goto(address + path);
  const [wide, room] = await narrow.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  if (wide > room) fault(path, `sticks out at 320 px: ${wide} in ${room}`);
}

// By keyboard: each stop is seen, in the order of the page, and the first one skips to the content.
const keys = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
for (const path of paths) {
  await keys.goto(address + path);
  const stops = [];
  for (let i = 0; i < 40; i++) {
    await keys.keyboard.press("Tab");
    const stop = await keys.evaluate(() => {
      const at = document.activeElement;
      if (!at || at === document.body) return null;
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
      at.dataset.stop ||= String(document.querySelectorAll("[data-stop]").length);
      const all = [...document.querySelectorAll("*")];
      return { html: at.outerHTML.slice(0, 80), ring: ring || style.boxShadow !== "none", seen: box.width > 0 && box.height > 0, order: all.indexOf(at) };
    });
    // Behind the last stop the first comes again.
    if (!stop || (i > 0 && stop.html === stops[0].html)) break;
    stops.push(stop);
  }
  if (!stops[0]?.html.includes("skip")) fault(path, `the first stop is ${stops[0]?.html}, not the link that skips`);
  for (const [i, stop] of stops.entries()) {
    if (!stop.ring) fault(path, `focus is not visible on ${stop.html}`);
    if (!stop.seen) fault(path, `a stop is not to be seen: ${stop.html}`);
    if (i > 0 && stop.order < stops[i - 1].order) fault(path, `a stop out of order: ${stop.html}`);
  }
}

// Without scripts each page has all its words.
const plainContext = await browser.newContext({ viewport: { width: 1280, height: 800 }, javaScriptEnabled: false });
const plain = await plainContext.newPage();
const scripted = await browser.newPage({ viewport: { width: 1280, height: 800 } });
for (const path of paths) {
  await plain.goto(address + path);
  await scripted.goto(address + path);
  await wake(scripted);
  const without = await plain.locator("main").textContent();
  const missing = await scripted.evaluate((text) => {
    const words = (text) => text.split(/\s+/).filter(Boolean);
    const there = new Set(words(text));
    // What only a script can do has no words without it.
    const main = document.querySelector("main").cloneNode(true);
    main.querySelectorAll("[data-script], button, dialog, form").forEach((node) => node.remove());
    return words(main.textContent).filter((word) => !there.has(word)).slice(0, 5);
  }, without);
  if (missing.length > 0) fault(path, `needs a script for: ${missing.join(" ")}`);
}

await browser.close();
close();
check(faults.length === 0, faults.join("\n"));
