// What the site can do beyond reading: switch the theme, search, copy, tell how long ago. Each part
// works alone, and without any of them nothing is missing. Pages load it at the first sign of life.
(() => {
  "use strict";
  const root = document.documentElement;
  const $$ = (selector) => document.querySelectorAll(selector);

  // Theme: automatic, light, dark. The choice is kept if the browser lets us.
  const KEY = "fieldnotes-theme";
  const button = document.querySelector(".theme");
  const paint = () => {
    const theme = root.dataset.theme || "automatic";
    if (button) {
      button.title = `Theme: ${theme}`;
      button.setAttribute("aria-label", `Theme: ${theme}`);
    }
    for (const meta of $$('meta[name="theme-color"]')) {
      meta.dataset.own ||= meta.content;
      meta.content = root.dataset.theme ? getComputedStyle(root).backgroundColor : meta.dataset.own;
    }
  };
  button?.addEventListener("click", () => {
    const next = { light: "dark", dark: "" }[root.dataset.theme] ?? "light";
    if (next) root.dataset.theme = next;
    else delete root.dataset.theme;
    try {
      if (next) localStorage.setItem(KEY, next);
      else localStorage.removeItem(KEY);
    } catch {
      // Private windows may refuse; the choice then lasts for this page.
    }
    paint();
  });
  paint();

  // The styles of what scripts make; the page of search brings them itself.
  if (!document.querySelector('link[href$="/scripted.css"]')) {
    const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("scripted.css", document.currentScript.src) });
    root.styled = new Promise((done) => (sheet.onload = sheet.onerror = done));
    document.head.append(sheet);
  }

  // Search: its script is loaded when it is wanted. Without it the field leads to the page of search.
  const box = new URL("search-box.js", document.currentScript.src);
  const field = document.getElementById("search");
  let search;
  const load = () => (search ||= Promise.all([import(box), root.styled]).then(([loaded]) => loaded, () => (search = null)));
  const open = () => load().then((loaded) => (loaded ? loaded.open() : field?.focus()));
  field?.addEventListener("focus", load);
  field?.addEventListener("click", open);
  field?.addEventListener("compositionend", open);
  field?.addEventListener("input", (event) => event.isComposing || open());
  // What is typed while the script is on its way goes into the field; then the focus is where it was.
  const openFrom = (before) => {
    field.focus({ preventScroll: true });
    load().then((loaded) => {
      if (!loaded) return;
      field.blur();
      before?.focus({ preventScroll: true });
      loaded.open();
    });
  };
  addEventListener("keydown", (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const isK = key?.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey;
    if (event.defaultPrevented || !field || !isK) return;
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) openFrom(document.activeElement);
  });
  if (document.getElementById("query")) load();

  // Copy: on each code sample and on the citation.
  const ICON = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M5.5 5.5V2.5h8v8h-3M2.5 5.5h8v8h-8z"/></svg>';
  const DONE = '<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M3 8.5l3.5 3.5L13 4.5"/></svg>';
  const copyable = (box, name, text) => {
    const copy = document.createElement("button");
    copy.type = "button";
    copy.className = "copy";
    copy.innerHTML = ICON;
    copy.setAttribute("aria-label", name);
    copy.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        return;
      }
      copy.innerHTML = DONE;
      copy.setAttribute("aria-label", "Copied");
      setTimeout(() => {
        copy.innerHTML = ICON;
        copy.setAttribute("aria-label", name);
      }, 2000);
    });
    box.classList.add("copyable");
    box.append(copy);
  };
  const offerCopies = () => {
    $$(".prose pre").forEach((pre, i) => {
      const box = document.createElement("div");
      pre.replaceWith(box);
      box.append(pre);
      copyable(box, `Copy code sample ${i + 1}`, pre.textContent);
    });
    for (const cite of $$(".cite")) copyable(cite, "Copy the citation", cite.textContent);
  };
  if (navigator.clipboard) Promise.resolve(root.styled).then(offerCopies);

  // How long ago a day is, as a title.
  if (window.Intl?.RelativeTimeFormat) {
    const format = new Intl.RelativeTimeFormat(root.lang || "en", { numeric: "auto" });
    for (const time of $$("time")) {
      const days = Math.round((Date.parse(time.dateTime || time.textContent) - Date.now()) / 864e5);
      if (Number.isNaN(days)) continue;
      const size = Math.abs(days);
      time.title = size < 45 ? format.format(days, "day") : size < 550 ? format.format(Math.round(days / 30.4), "month") : format.format(Math.round(days / 365.25), "year");
    }
  }

  // Where rows are laid out as entries, some browsers forget that they are a table.
  const narrow = matchMedia("(width < 48rem)");
  const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  const mark = () => {
    if (!narrow.matches) return;
    for (const table of $$("main > table, section > table")) {
      for (const part of [table, ...table.querySelectorAll("thead, tbody, tr, td, th")]) {
        part.setAttribute("role", ROLES[part.tagName] || (part.scope === "row" ? "rowheader" : "columnheader"));
      }
    }
  };
  narrow.addEventListener("change", mark);
  mark();

  // What was clicked, or opened by keys, before this script was there.
  for (const [event, before] of root.ready?.() ?? []) {
    if (event.type === "keydown") openFrom(before);
    else event.target.closest?.(".theme, #search")?.click();
  }
})();
