// Shows what a link to a note leads to, on hover and on focus: its title, status and summary, taken
// from its page. Never the only way: the link leads there. Escape puts it away.
(() => {
  "use strict";
  const WAIT = 350;
  const GRACE = 250;
  const root = new URL(".", document.currentScript.src).pathname;
  const known = new Map();
  let panel;
  let link;
  let timer;

  const later = (act, wait) => {
    clearTimeout(timer);
    timer = setTimeout(act, wait);
  };

  const hide = () => {
    clearTimeout(timer);
    panel?.remove();
    link?.removeAttribute("aria-describedby");
    panel = link = undefined;
  };

  const leadsToNote = (a) => {
    // Where title and summary stand below the link, there is nothing more to show.
    if (a.closest(".entries, .notes")) return false;
    const url = new URL(a.href, location.href);
    return url.origin === location.origin && url.pathname.startsWith(`${root}research/`) && url.pathname !== location.pathname && !/\.\w+$/.test(url.pathname);
  };

  const load = async (a) => {
    const url = a.href.split("#")[0];
    if (!known.has(url)) {
      const response = await fetch(url);
      if (!response.ok) return undefined;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const words = (selector) => page.querySelector(selector)?.textContent.trim() ?? "";
      const status = page.querySelector(".facts .status");
      known.set(url, { title: words("h1"), lede: words(".lede"), lang: page.querySelector(".lede")?.lang, status: words(".facts .status"), kind: status?.className ?? "", day: words(".facts time") });
    }
    return known.get(url);
  };

  const show = async (a) => {
    const [note] = await Promise.all([load(a).catch(() => undefined), document.documentElement.styled]);
    if (!note?.title || !(a.matches(":hover") || document.activeElement === a)) return;
    hide();
    link = a;
    panel = document.createElement("div");
    panel.className = "preview";
    panel.id = "ui-preview";
    panel.setAttribute("role", "tooltip");
    const line = (name, text, lang) => {
      const p = panel.appendChild(document.createElement("p"));
      p.className = name;
      p.textContent = text;
      if (lang) p.lang = lang;
      return p;
    };
    line("title", note.title, note.lang);
    if (note.lede) line("summary", note.lede, note.lang);
    const facts = line("facts-line", "");
    const status = facts.appendChild(document.createElement("span"));
    status.className = note.kind;
    status.textContent = note.status;
    facts.append(` verified ${note.day}`);
    document.body.append(panel);
    a.setAttribute("aria-describedby", panel.id);
    const at = a.getClientRects()[0];
    const room = document.documentElement.clientWidth - panel.offsetWidth - 16;
    const below = at.bottom + panel.offsetHeight + 8 < innerHeight || at.top < panel.offsetHeight + 8;
    panel.style.left = `${scrollX + Math.max(16, Math.min(at.left, room))}px`;
    panel.style.top = `${scrollY + (below ? at.bottom + 4 : at.top - panel.offsetHeight - 4)}px`;
    panel.addEventListener("pointerenter", () => clearTimeout(timer));
    panel.addEventListener("pointerleave", () => later(hide, GRACE));
  };

  const main = document.getElementById("main");
  const of = (event) => event.target.closest?.("a[href]");
  main.addEventListener("pointerover", (event) => {
    const a = of(event);
    if (!a || event.pointerType !== "mouse" || !leadsToNote(a)) return;
    if (a === link) clearTimeout(timer);
    else later(() => show(a), WAIT);
  });
  main.addEventListener("pointerout", (event) => of(event) && later(hide, GRACE));
  main.addEventListener("focusin", (event) => {
    const a = of(event);
    if (a?.matches(":focus-visible") && leadsToNote(a)) later(() => show(a), WAIT);
  });
  main.addEventListener("focusout", hide);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());

  // The link that the reader was at before this script was there.
  const a = main.querySelector(`a:is(${matchMedia("(hover: hover)").matches ? ":hover, " : ""}:focus-visible)`);
  if (a?.href && leadsToNote(a)) later(() => show(a), WAIT);
})();
