// Arrow keys in the matrix: from link to link, past hidden columns and group heads, and never taken
// from a field. Arguments: the output folder, its base path, a folder for pictures.
import { check, launch, wake } from "./browser.mjs";
import { host } from "./host.mjs";

const [folder, base, pictures] = process.argv.slice(2);
const { address, close } = await host(folder, base);
const browser = await launch();
const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
await page.goto(`${address}/matrix`);
await wake(page);

// Where focus is: row and column of the table, counted as they stand in it.
const at = () => page.evaluate(() => {
  const cell = document.activeElement.closest("table.matrix :is(th, td)");
  return cell ? [cell.parentNode.rowIndex, cell.cellIndex] : null;
});
const press = async (key) => (await page.keyboard.press(key), at());
const same = (got, wanted, what) => check(String(got) === String(wanted), `${what}: ${got}, not ${wanted}`);
// The links of the table that can be seen, as [row, column].
const links = () => page.evaluate(() =>
  [...document.querySelectorAll("table.matrix a")]
    .filter((link) => link.checkVisibility())
    .map((link) => link.closest("th, td"))
    .map((cell) => [cell.parentNode.rowIndex, cell.cellIndex]));

check(await page.locator(".keys").isVisible(), "a line tells of the keys");
const all = await links();
const inRow = (row) => all.filter(([r]) => r === row).map(([, c]) => c);
const inColumn = (column) => all.filter(([, c]) => c === column).map(([r]) => r);

// Every row from left to right, and back.
const row = all.map(([r]) => r).find((r) => r > 0 && inRow(r).length > 2);
await page.locator("table.matrix tr").nth(row).locator("a").first().focus();
for (const column of inRow(row).slice(1)) same(await press("ArrowRight"), [row, column], "to the right");
same(await press("ArrowRight"), [row, inRow(row).at(-1)], "the last link stays");
for (const column of inRow(row).reverse().slice(1)) same(await press("ArrowLeft"), [row, column], "to the left");
same(await press("End"), [row, inRow(row).at(-1)], "to the end of the row");
same(await press("Home"), [row, inRow(row)[0]], "to its beginning");

// The first column from top to bottom, past the heads of groups.
const rows = inColumn(0);
same(await press("Control+Home"), all[0], "to the first link of all");
same(await press("Control+End"), all.at(-1), "to the last one");
await page.keyboard.press("Control+Home");
await page.keyboard.press("ArrowDown");
await page.keyboard.press("Home");
const started = await at();
same(started[1], 0, "in the first column");
for (const r of rows.slice(rows.indexOf(started[0]) + 1)) {
  same(await press("ArrowDown"), [r, 0], "down");
  // A head that stays in view covers no focus.
  const covered = await page.evaluate(() => {
    const box = document.activeElement.getBoundingClientRect();
    return !document.activeElement.contains(document.elementFromPoint(box.left + 4, box.top + 4)) && "covered";
  });
  check(!covered, `row ${r} is covered going down`);
}
for (const r of rows.slice(0, -1).reverse()) {
  same(await press("ArrowUp"), [r, 0], "up");
  const covered = await page.evaluate(() => {
    const box = document.activeElement.getBoundingClientRect();
    return !document.activeElement.contains(document.elementFromPoint(box.left + 4, box.top + 4));
  });
  check(!covered, `row ${r} is covered going up`);
}
await page.screenshot({ path: `${pictures}/matrix.png` });

// A filter takes columns away: keys go past them.
await page.getByRole("combobox", { name: "Client" }).selectOption({ index: 2 });
const left = await links();
check(left.every(([, column]) => column === 0 || column === 2), "one column is left");
const both = left.map(([r]) => r).find((r) => r > 0 && left.filter(([other]) => other === r).length === 2);
await page.locator("table.matrix tr").nth(both).locator("a").first().focus();
same(await press("ArrowRight"), [both, 2], "past the hidden column");

// Keys with others held, and keys elsewhere, are the browser's.
same(await press("Shift+ArrowLeft"), [both, 2], "Shift is not heeded");
same(await press("Alt+ArrowUp"), [both, 2], "nor is Alt");
await page.keyboard.press("Shift+Tab");
same(await at(), [both, 0], "Tab goes its natural way");
const field = page.getByRole("combobox", { name: "Client" });
await field.focus();
await page.keyboard.press("ArrowUp");
check(await field.evaluate((node) => node.selectedIndex === 1 && node === document.activeElement), "a field keeps its keys");
await page.locator(".matrix-box").focus();
await page.keyboard.press("ArrowDown");
check(await page.locator(".matrix-box").evaluate((node) => node === document.activeElement), "the box scrolls as ever");

// Without scripts there are no such keys, and nothing tells of them.
const plain = await (await browser.newContext({ javaScriptEnabled: false, viewport: { width: 1280, height: 800 } })).newPage();
await plain.goto(`${address}/matrix`);
check(!(await plain.locator(".keys").isVisible()), "no line tells of keys that do nothing");

await browser.close();
close();
