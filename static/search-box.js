// Search as a reader sees it: a field, a list of results, a line that says how many. One of them
// stands on the page of search, another in a dialog over every other page. Whatever comes from notes
// or from the query becomes text, never HTML.
import { Index, marks } from "./search.js";

const ROOT = new URL(".", import.meta.url);
const SHOWN = 10; // results at first
const EXCERPT = 180; // characters of a place
// Where lines are short, little may stand before a match, or the match would be cut off.
const narrow = matchMedia("(width < 48rem)");

const get = async (url, options) => {
  const answer = await fetch(url, options);
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  return answer;
};
// What the index is made of is asked for each time; its parts belong to one version of it.
const index = new Index(async (path, version) => {
  const url = new URL(`search/${path}`, ROOT);
  if (version) url.searchParams.set("v", version);
  return (await get(url, version ? {} : { cache: "no-cache" })).json();
});
index.warm().catch(() => {});

const make = (name, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

// A text with what was searched for marked.
const marked = (text, ranges) => {
  const pieces = [];
  let from = 0;
  for (const [start, end] of ranges) {
    pieces.push(text.slice(from, start), make("mark", {}, text.slice(start, end)));
    from = end;
  }
  return [...pieces, text.slice(from)];
};

// The part of a text around the first match.
const excerpt = (text, ranges) => {
  const first = ranges[0][0];
  let start = Math.max(0, first - (narrow.matches ? 24 : EXCERPT / 3));
  if (start > 0) start = Math.max(start, text.lastIndexOf(" ", first - 1) < start ? start : text.indexOf(" ", start) + 1);
  let end = Math.min(text.length, start + EXCERPT);
  if (end < text.length && text.lastIndexOf(" ", end) > first) end = text.lastIndexOf(" ", end);
  const within = ranges.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from - start, to - start]);
  return [start > 0 ? "… " : "", ...marked(text.slice(start, end), within), end < text.length ? " …" : ""];
};

// The place of a page where most of the terms stand together, as they were typed if there is one, and
// the heading above it.
const place = (html, terms, asked) => {
  const page = new DOMParser().parseFromString(html, "text/html").querySelector("main");
  let best = null;
  let heading = null;
  for (const block of page?.querySelectorAll(".prose :is(h2, h3, h4, h5, h6, p, li, pre, th, td), .lede, .said, .claims p, .sources :is(.title, .file)") ?? []) {
    const isHeading = /^H\d$/.test(block.tagName);
    if (isHeading) {
      block.querySelector(".anchor")?.remove();
      heading = { id: block.id, text: block.textContent.trim() };
    }
    for (const line of block.tagName === "PRE" ? block.textContent.split("\n") : [block.textContent]) {
      const text = line.replace(/\s+/g, " ").trim();
      const ranges = marks(text, terms);
      if (!ranges.length) continue;
      const count = terms.filter((term) => marks(text, [term]).length).length + (text.includes(asked) ? 0.5 : 0);
      if (count > (best?.count ?? 0)) best = { count, text, ranges, heading: block.closest(".prose") && !isHeading ? heading : null };
    }
  }
  return best;
};

// Pages that were looked into, by address.
const pages = new Map();
const pageAt = (href) => {
  if (!pages.has(href)) pages.set(href, get(href).then((answer) => answer.text()).catch(() => ""));
  return pages.get(href);
};

const count = (n, one, many) => `${String(n).replace(/\B(?=(\d{3})+$)/g, ",")} ${n === 1 ? one : many}`;
const say = (how, n, query) => {
  if (!n) return `Nothing was found for “${query}”.`;
  if (how === "cited") return `No text says this; ${count(n, "note cites", "notes cite")} a source that does.`;
  if (how === "some") return `Nothing has all of these words; ${count(n, "result has", "results have")} some.`;
  return count(n, "result", "results");
};

class Box {
  // `all`: a link to every result, where not all can be shown here.
  constructor({ input, list, status, all, changed = () => {} }) {
    Object.assign(this, { input, list, status, all, changed, size: SHOWN, asked: 0, ready: Promise.resolve() });
    input.addEventListener("input", () => this.ask());
    input.closest("form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.ready.then(() => this.enter(this.links()[0]));
    });
    (input.closest("dialog") ?? input.closest("form")).addEventListener("keydown", (event) => this.key(event));
  }

  links() {
    return [...this.list.querySelectorAll(".title, .further")];
  }

  // On its own page Enter leads into the list, elsewhere to the first result.
  enter(link) {
    if (this.all) link?.click();
    else link?.focus();
  }

  key(event) {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const links = this.links();
    const at = links.indexOf(document.activeElement);
    if (key === "ArrowDown" && links.length) (links[at + 1] ?? links[at]).focus();
    else if (key === "ArrowUp" && at >= 0) (links[at - 1] ?? this.input).focus();
    else if (key === "Escape" && at >= 0 && !this.all) this.input.focus();
    else {
      // Typing goes on in the field.
      if (at >= 0 && key.length === 1 && key !== " ") this.input.focus();
      return;
    }
    event.preventDefault();
  }

  ask() {
    this.size = SHOWN;
    this.ready = this.show();
    return this.ready;
  }

  async show() {
    const number = ++this.asked;
    const isOld = () => number !== this.asked;
    clearTimeout(this.looking);
    const query = this.input.value.trim();
    this.changed(query);
    if (!query) {
      this.list.replaceChildren();
      this.status.textContent = "";
      if (this.all) this.all.hidden = true;
      return;
    }
    try {
      const { how, terms, text, count: found, documents } = await index.search(query, this.size);
      if (isOld()) return;
      const shown = await index.describe(documents);
      if (isOld()) return;
      const items = shown.map((document) => this.item(document, terms, text));
      this.list.replaceChildren(...items.map(({ item }) => item));
      this.status.textContent = say(how, found, query);
      const left = found - shown.length;
      if (this.all) {
        this.all.hidden = left <= 0;
        this.all.lastChild.href = `${this.input.form.action}?q=${encodeURIComponent(query)}`;
      } else if (left > 0) {
        const more = make("button", { type: "button", className: "further" }, `Show ${count(Math.min(left, 2 * SHOWN), "more", "more")}`);
        more.addEventListener("click", () => this.further());
        this.list.append(make("li", {}, more));
      }
      // Where a word stands is looked up once the reader pauses.
      this.looking = setTimeout(() => items.forEach(({ look }) => look(isOld)), 150);
    } catch (error) {
      if (isOld()) return;
      this.list.replaceChildren();
      this.status.textContent = "The index could not be loaded. Try again, or look through the lists.";
      console.error(error);
    }
  }

  async further() {
    const before = this.links().length - 1;
    this.size += 2 * SHOWN;
    await this.show();
    this.links()[before]?.focus();
  }

  // A result. Where neither title nor summary has every term, `look` finds the place that has.
  item({ href, title, what, summary, date, status, lang }, terms, asked) {
    const address = new URL(href, ROOT).href;
    const said = marks(summary, terms);
    const isLate = said[0]?.[0] > (narrow.matches ? 80 : EXCERPT);
    const text = make("p", { className: "place" }, ...(isLate ? excerpt(summary, said) : marked(summary, said)));
    const about = make("p", { className: "meta" }, make("span", { className: "cap" }, what));
    if (status) about.append(make("span", { className: `status ${status}` }, status[0].toUpperCase() + status.slice(1)));
    if (date) about.append(make("time", { dateTime: date, title: "Last verified" }, date));
    const link = make("a", { className: "title", href: address }, ...marked(title, marks(title, terms)));
    if (lang) link.lang = text.lang = lang;
    const item = make("li", {}, link, text, about);
    const stands = (term) => [title, summary].some((it) => marks(it, [term]).length);
    const look = async (isOld) => {
      if (terms.every(stands)) return;
      const found = place(await pageAt(address), terms, asked);
      if (!found || isOld()) return;
      const { id, text: name } = found.heading ?? {};
      text.replaceChildren(...excerpt(found.text, found.ranges));
      if (id) text.prepend(make("a", { className: "where", href: `${address}#${encodeURIComponent(id)}` }, name), " ");
    };
    return { item, look };
  }
}

// The box of the page of search: what is asked stands in the address.
const onPage = (input) => {
  const form = input.form;
  const rest = document.querySelector(".unsearched");
  let writing;
  const changed = (query) => {
    rest.hidden = Boolean(query);
    clearTimeout(writing);
    writing = setTimeout(() => history.replaceState(null, "", query ? `?q=${encodeURIComponent(query)}` : location.pathname), 300);
  };
  const box = new Box({ input, list: form.querySelector(".results"), status: form.querySelector(".found"), changed });
  input.value ||= new URLSearchParams(location.search).get("q") ?? "";
  // Until the first results are there, the page keeps room for them.
  const ready = () => delete document.documentElement.dataset.asking;
  if (input.value) box.ask().then(ready);
  else ready();
  return (query) => {
    focus(input);
    if (query) {
      input.value = query;
      box.ask();
    }
  };
};

// Leads to a field, ready to be written anew; where the reader is there already, nothing changes.
const focus = (input) => {
  if (document.activeElement === input) return;
  input.focus();
  input.select();
};

// The box of every other page.
const inDialog = (field) => {
  const input = make("input", { type: "search", name: "q", autocomplete: "off", autocapitalize: "none", spellcheck: false, placeholder: field.placeholder });
  input.setAttribute("aria-label", "Search");
  const close = make("button", { type: "button", className: "close" }, "Close");
  const form = make("form", { action: field.form.action }, input, close);
  form.setAttribute("role", "search");
  const status = make("p", { className: "found gloss" });
  status.setAttribute("role", "status");
  const list = make("ol", { className: "results" });
  const all = make("p", { className: "more", hidden: true }, make("a", { href: field.form.action, className: "every" }, "All results"));
  const dialog = make("dialog", { className: "finder" }, form, status, list, all);
  dialog.setAttribute("aria-label", "Search");
  document.body.append(dialog);
  const box = new Box({ input, list, status, all });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    // A field of this kind would take the key to empty itself.
    if (event.key !== "Escape" || event.isComposing) return;
    event.preventDefault();
    dialog.close();
  });
  return (query) => {
    if (!dialog.open) {
      dialog.showModal();
      input.select();
    }
    focus(input);
    if (query) {
      input.value = query;
      box.ask();
    }
  };
};

const field = document.getElementById("search");
const page = document.getElementById("query");
const show = page ? onPage(page) : field ? inDialog(field) : () => {};

// Opens the search, with what was typed into the field of the header.
export const open = () => {
  const typed = field?.value ?? "";
  if (field) field.value = "";
  show(typed);
};
