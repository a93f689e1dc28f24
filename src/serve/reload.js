(({ events, build }) => {
  let source;
  let overlay;

  // What is wrong, laid over the last good page. Its styles and the page's do not meet.
  const show = (text) => {
    hide();
    overlay = document.createElement("fieldnotes-diagnostics");
    overlay.setAttribute("role", "alert");
    const inside = overlay.attachShadow({ mode: "open" });
    inside.innerHTML = `<style>
      :host { position: fixed; inset: auto 0 0 0; z-index: 2147483647; display: block; max-height: 70vh; overflow: auto;
        background: #1d1b18; color: #f3efe6; border-top: 4px solid #d9483b; box-shadow: 0 -8px 32px rgb(0 0 0 / .35);
        font: 15px/1.5 system-ui, sans-serif; }
      header { position: sticky; top: 0; display: flex; gap: 1rem; align-items: baseline; justify-content: space-between;
        padding: .75rem 1rem; background: inherit; }
      h1 { margin: 0; font-size: 1em; }
      p { margin: 0 0 .75rem; padding: 0 1rem; color: #cfc8b8; }
      pre { margin: 0; padding: 0 1rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere;
        font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
      button { font: inherit; color: inherit; background: none; border: 1px solid currentColor; border-radius: 4px;
        padding: .1rem .6rem; cursor: pointer; }
      button:focus-visible { outline: 3px solid #f0b429; outline-offset: 2px; }
    </style>
    <header><h1>The site cannot be built</h1><button type="button">Hide</button></header>
    <p>The page behind this is the last good one. This goes away as soon as what is wrong is mended.</p>
    <pre tabindex="0"></pre>`;
    inside.querySelector("pre").textContent = text;
    inside.querySelector("button").addEventListener("click", hide);
    document.documentElement.append(overlay);
  };
  const hide = () => {
    overlay?.remove();
    overlay = undefined;
  };

  const hear = ({ data }) => {
    const now = JSON.parse(data);
    const shown = build ? undefined : document.querySelector("pre")?.textContent;
    if (now.build !== build || (!build && now.broken !== shown)) location.reload();
    else if (build && now.broken) show(now.broken);
    else hide();
  };

  // A page that nobody sees hears nothing: a browser keeps only a few connections to one host.
  const leave = () => {
    source?.close();
    source = undefined;
  };
  const follow = () => {
    if (source || document.hidden) return;
    source = new EventSource(events);
    source.onmessage = hear;
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : follow()));
  addEventListener("pagehide", leave);
  addEventListener("pageshow", follow);
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
  follow();
})
