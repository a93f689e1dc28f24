// Filters of the research list and the matrix: combined, kept in the address, counted, undone.
// Arguments: the output folder, its base path, a folder for pictures.
import { check, launch, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures] = process.argv.slice(2);
const { address, close } = await host(folder, base);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
const count = () => page.locator(".filter output").innerText();
const equal = (got, wanted, what) => check(got === wanted, `${what}: ${got}, not ${wanted}`);
// Every option says how many rows it would leave; choosing it must leave so many.
const promised = async (name, lines) => {
  const field = page.getByRole("combobox", { name });
  const before = await field.inputValue();
  const options = await field.locator("option").evaluateAll((all) => all.slice(1).map(({ value, text, disabled }) => ({ value, text, disabled })));
  for (const { value, text, disabled } of options) {
    check(!disabled, `${text} can be chosen`);
    await field.selectOption(value);
    equal(Number(text.match(/ \((\d+)\)$/)?.[1]), await lines.count(), `${name}: ${text}`);
  }
  await field.selectOption(before);
  return options.map(({ text }) => text);
};

// Notes.
await page.goto(`${address}/research`);
await wake(page);
const lines = page.locator("table.notes tbody tr:visible");
const total = await lines.count();
equal(await count(), `${total} notes`, "all notes are counted");
await page.getByRole("combobox", { name: "Client" }).selectOption("cline");
const ofCline = await lines.count();
check(ofCline > 1 && ofCline < total, `some notes are of Cline: ${ofCline}`);
equal(await count(), `${ofCline} of ${total} notes`, "the notes of Cline are counted");
for (const line of await lines.all()) check((await line.innerText()).includes("Cline"), "only notes of Cline are left");
const kinds = await promised("Kind", lines);
check(kinds.some((text) => text.endsWith(" (0)")), `a kind of which Cline has none says so: ${kinds}`);
await page.goto(`${address}/research`);
await wake(page);
await page.getByRole("combobox", { name: "Client" }).selectOption("cline");
await page.getByRole("combobox", { name: "Kind" }).selectOption({ index: 1 });
const kind = await page.getByRole("combobox", { name: "Kind" }).inputValue();
const both = await lines.count();
check(both < ofCline, "a second choice leaves fewer");
equal(new URL(page.url()).search, `?client=cline&kind=${kind}`, "the address keeps both");
await page.screenshot({ path: `${pictures}/research.png` });
// An address with choices needs no reader to begin.
await page.reload();
await page.locator(".filter").waitFor();
equal(await lines.count(), both, "the address brings them back");
await page.goBack();
equal(await lines.count(), ofCline, "going back undoes the last choice");
equal(await page.getByRole("combobox", { name: "Kind" }).inputValue(), "", "and shows it");
await page.goBack();
equal(await lines.count(), total, "and the one before");
await page.goForward();
equal(await lines.count(), ofCline, "going forward does it again");
await page.getByRole("button", { name: "Clear" }).click();
equal(await lines.count(), total, "all are back");
equal(new URL(page.url()).search, "", "and the address is bare");
await page.goto(`${address}/research?client=nobody`);
await page.locator(".filter").waitFor();
equal(await lines.count(), total, "what cannot be chosen is not heeded");
equal(await page.locator(".filter output[aria-live=polite]").count(), 1, "counts are announced");

// The matrix.
await page.goto(`${address}/matrix`);
await wake(page);
const rows = page.locator("table.matrix tbody tr:not(.group):visible");
const cells = page.locator("table.matrix tbody td:visible");
const [allRows, allCells] = [await rows.count(), await cells.count()];
equal(await count(), `${allRows} capabilities`, "all rows are counted");
await page.getByRole("combobox", { name: "Client" }).selectOption("cline");
equal(await cells.count(), allRows, "one column is left");
equal(await page.locator("table.matrix thead th:visible").count(), 1, "with its head");
await promised("Verdict", rows);
await promised("Group", rows);
await page.goto(`${address}/matrix`);
await wake(page);
await page.getByRole("combobox", { name: "Client" }).selectOption("cline");
await page.getByRole("combobox", { name: "Verdict" }).selectOption("mixed");
const mixed = await rows.count();
check(mixed > 0 && mixed < allRows, `some rows are mixed: ${mixed}`);
equal(await page.locator("table.matrix tbody td:visible:not(.mixed)").count(), 0, "and no other cell is left");
equal(await count(), `${mixed} of ${allRows} capabilities`, "they are counted");
equal(new URL(page.url()).search, "?client=cline&verdict=mixed", "the address keeps both");
await page.screenshot({ path: `${pictures}/matrix.png` });
await page.setViewportSize({ width: 360, height: 720 });
equal(await page.locator(".by-client details:visible").count(), 1, "a narrow screen shows that client");
equal(await page.locator(".by-client li:visible").count(), mixed, "and those cells");
await page.screenshot({ path: `${pictures}/matrix-narrow.png` });
await page.setViewportSize({ width: 1280, height: 800 });
await page.goBack();
await page.goBack();
equal(await cells.count(), allCells, "going back undoes both");

// By keyboard alone.
await page.getByRole("combobox", { name: "Client" }).focus();
await page.keyboard.press("ArrowDown");
equal(await page.locator("table.matrix thead th:visible").count(), 1, "a choice by keyboard");

await browser.close();
close();
