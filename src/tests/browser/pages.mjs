// Every kind of page, at two widths and in both schemes: what a browser, a screen reader, a keyboard
// and a reader without scripts make of it. Arguments: the output folder, its base path, a folder for
// pictures, and the paths of the pages.
import { readFileSync, readdirSync } from "node:fs";
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

// At the narrowest, and where two columns just fit, nothing sticks out: on any page of a small site, on
// some hundred of a large one.
const html = readdirSync(folder, { recursive: true }).filter((file) => file.endsWith(".html")).sort();
const step = Math.ceil(html.length / 300);
const all = html.filter((_, i) => i % step === 0);
const bare = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
for (const width of [320, 1000]) {
  await bare.setViewportSize({ width, height: 640 });
  for (const file of all) {
    await bare.goto(`${address}/${encodeURI(file).replaceAll("#", "%23")}`);
    const [wide, room] = await bare.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
    if (wide > room) fault(file, `sticks out at ${width} px: ${wide} in ${room}`);
  }
}

// On paper no place is kept for what only scripts fill, and a source says where it leads.
const paper = await (await browser.newContext({ viewport: { width: 800, height: 1000 } })).newPage();
await paper.emulateMedia({ media: "print" });
for (const path of paths) {
  await paper.goto(address + path);
  const [slots, silent] = await paper.evaluate(() => [
    [...document.querySelectorAll(".filter-slot, .masthead nav, .theme")].filter((it) => it.getBoundingClientRect().height > 0).length,
    [...document.querySelectorAll(".sources .title")].filter((it) => !getComputedStyle(it, "::after").content.includes(it.getAttribute("href"))).length,
  ]);
  if (slots > 0) fault(path, `${slots} things for screens are on paper`);
  if (silent > 0) fault(path, `${silent} sources do not say on paper where they lead`);
}

// In the colours that a reader's system forces, what tells verdicts and statuses apart is still there.
const forced = await (await browser.newContext({ viewport: { width: 1280, height: 800 }, forcedColors: "active" })).newPage();
for (const path of paths) {
  await forced.goto(address + path);
  const lost = await forced.evaluate(() =>
    [...document.querySelectorAll(".verdict, .status, .matrix td > *")].filter((it) => !it.closest("dl.legend, .hidden") && ["none", "normal", '""'].includes(getComputedStyle(it, "::before").content)).map((it) => it.outerHTML.slice(0, 80)),
  );
  if (lost.length > 0) fault(path, `no sign in forced colours: ${lost[0]}`);
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
      return {
        html: at.outerHTML.slice(0, 80),
        ring: ring || style.boxShadow !== "none",
        seen: box.width > 0 && box.height > 0,
        order: all.indexOf(at),
        head: at.closest(".masthead") && { top: box.top, bottom: box.bottom, left: box.left },
      };
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
    // Rows from above, each from its beginning.
    const [last, here] = [stops[i - 1]?.head, stop.head];
    const isBefore = last && here && (here.bottom <= last.top || (here.top < last.bottom && here.left < last.left));
    if (isBefore) fault(path, `a stop that goes back to what is seen before: ${stop.html}`);
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
