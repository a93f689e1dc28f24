// Arrow keys in the matrix move from link to link, by row and by column. Tab goes its natural way, and
// keys outside the table's links are left to the browser.
(() => {
  "use strict";
  const table = document.querySelector("table.matrix");
  if (!table) return;
  const shown = (nodes) => [...nodes].filter((node) => !node.hidden && !node.parentNode.hidden);
  const link = (cell) => cell?.querySelector("a");
  const links = (row) => shown(row.cells).map(link).filter(Boolean);

  // The link that a key leads to from a cell.
  const next = (key, cell, ctrlKey) => {
    const row = cell.parentNode;
    const rows = shown(table.rows);
    const along = ctrlKey ? rows.flatMap(links) : links(row);
    const column = (ahead) => ahead.map((other) => link(other.cells[cell.cellIndex])).find(Boolean);
    const here = links(row).indexOf(link(cell));
    switch (key) {
      case "ArrowLeft": return links(row)[here - 1];
      case "ArrowRight": return links(row)[here + 1];
      case "ArrowUp": return column(rows.slice(0, rows.indexOf(row)).reverse());
      case "ArrowDown": return column(rows.slice(rows.indexOf(row) + 1));
      case "Home": return along[0];
      case "End": return along.at(-1);
    }
  };

  table.addEventListener("keydown", (event) => {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
    const cell = event.target.closest("a") && event.target.closest("th, td");
    if (!cell || altKey || metaKey || shiftKey || (ctrlKey && !["Home", "End"].includes(key))) return;
    const to = next(key, cell, ctrlKey);
    if (!to) return;
    event.preventDefault();
    to.focus();
  });
})();
