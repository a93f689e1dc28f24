// The first moments of a page: no script is asked for before the reader is there, whatever the reader
// does first works, and nothing shifts when scripts come. Arguments: the output folder, its base path, a
// folder for pictures, the content security policy that the guide names, a note that links to notes.
import { check, launch, until, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures, policy, note] = process.argv.slice(2);
const { address, close } = await host(folder, base, { "content-security-policy": policy });
const browser = await launch();
const faults = [];

/** A new page, with the names of the scripts that it asks for. */
const open = async (path, options = {}) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  const page = await context.newPage();
  const scripts = [];
  page.on("request", (request) => request.url().endsWith(".js") && scripts.push(request.url().split("/").pop()));
  page.on("console", (message) => message.type() === "error" && faults.push(`${path}: ${message.text()}`));
  page.on("pageerror", (error) => faults.push(`${path}: ${error}`));
  await page.addInitScript(() => {
    globalThis.shifts = [];
    const note = (list) => list.getEntries().forEach((it) => shifts.push(`${it.value} ${it.sources.map(({ node }) => node?.parentElement?.outerHTML?.slice(0, 80))}`));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(address + path);
  return { page, scripts, context };
};
const label = (page) => page.locator("button.theme").getAttribute("aria-label");

// Nobody there: nothing is asked for, and the page stands as with scripts.
for (const path of ["/", note, "/clients/cline", "/clients/cline/transports.stdio", "/research", "/matrix", "/search", "/404"]) {
  for (const width of [360, 1280]) {
    const { page, scripts, context } = await open(path, { viewport: { width, height: 800 } });
    await page.waitForTimeout(300);
    // Only where a place is kept for filters they come by themselves.
    const filtered = path === "/research" || path === "/matrix";
    check(filtered === scripts.includes("filter.js"), `${path} asks for ${scripts} before the reader is there`);
    check(filtered || scripts.length === 0, `${path} asks for ${scripts} before the reader is there`);
    check(await page.locator("button.theme").isVisible(), `${path} shows what scripts will do`);
    // A pointer moves: the scripts come, in their order, and nothing shifts.
    await wake(page);
    const wanted = path === note || path === "/clients/cline" ? "site.js,preview.js" : path === "/matrix" ? "site.js,filter.js,keys.js" : path === "/research" ? "site.js,filter.js" : "site.js";
    check(scripts.join().startsWith(wanted), `${path} asks for ${scripts}, not ${wanted}`);
    await page.waitForTimeout(100);
    const shifts = await page.evaluate(() => shifts);
    check(shifts.length === 0, `${path} shifts at ${width}: ${shifts.join("; ")}`);
    await context.close();
  }
}

// Other signs: a key, a finger, the wheel.
for (const [what, act] of [
  ["a key", (page) => page.keyboard.press("Tab")],
  ["a finger", (page) => page.touchscreen.tap(200, 600)],
  ["the wheel", (page) => page.mouse.wheel(0, 300)],
]) {
  const { page, scripts, context } = await open(note, { hasTouch: true });
  await page.waitForTimeout(100);
  check(scripts.length === 0, `nothing before ${what}: ${scripts}`);
  await act(page);
  await until(async () => scripts.includes("site.js"), `${what} brings the scripts`);
  await context.close();
}

// What the reader does first is done, however late the script is.
const late = async ({ page }) => {
  await page.route("**/site.js", async (route) => {
    await new Promise((done) => setTimeout(done, 200));
    await route.continue();
  });
};
{
  const it = await open(note);
  await late(it);
  await it.page.keyboard.press("Control+k");
  await it.page.keyboard.type("stdio", { delay: 20 });
  const field = it.page.locator("dialog.finder").getByRole("searchbox");
  await until(async () => (await field.inputValue()) === "stdio", "Ctrl+K first, then words: they stand in the search");
  check(await field.evaluate((at) => at === document.activeElement), "and the focus is there");
  await until(async () => (await it.page.locator(".results .title").count()) > 3, "and they are searched for");
  await it.page.screenshot({ path: `${pictures}/first-key.png` });
  await it.page.keyboard.press("Escape");
  check(await it.page.evaluate(() => document.activeElement === document.body), "then the focus is where it was");
}
for (const hasTouch of [false, true]) {
  const it = await open(note, { hasTouch });
  await late(it);
  const button = it.page.locator("button.theme");
  await (hasTouch ? button.tap() : button.click());
  await until(async () => (await label(it.page)) === "Theme: light", "the first click on the theme is done");
  check((await it.page.evaluate(() => document.documentElement.dataset.theme)) === "light", "and the page is light");
}
{
  const it = await open(note);
  await late(it);
  await it.page.getByRole("searchbox").click();
  await it.page.locator("dialog.finder").waitFor();
}

// Where an address asks for something, nobody has to be there.
for (const [path, there] of [
  ["/search?q=stdio", ".results .title"],
  ["/research?client=cline", "table.notes tr[hidden]"],
  ["/matrix?client=cline", ".matrix th[hidden]"],
]) {
  const { page, context } = await open(path);
  await page.locator(there).first().waitFor({ state: "attached" });
  await context.close();
}

await browser.close();
close();
check(faults.length === 0, faults.join("\n"));
