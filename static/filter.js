// Filters the list of notes and the matrix: choices are combined with AND, kept in the address, and
// counted aloud; each option says how much it would leave beside the other choices. Without it both
// are whole.
(() => {
  "use strict";
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const text = (node) => node.textContent.trim();

  // A form of choices. With `show` they are kept in step with the address: it applies the chosen values
  // and says how much is left, and `left` tells how many rows choices would leave. With `ask` nothing
  // happens before the reader says so by a button.
  const filter = (facets, { show, left, ask }) => {
    const form = document.createElement("form");
    form.className = "filter";
    form.setAttribute("aria-label", "Filter");
    form.dataset.script = "";
    const fields = facets.map(({ name, title, options }) => {
      const label = form.appendChild(document.createElement("label"));
      label.append(`${title} `);
      const field = label.appendChild(document.createElement("select"));
      field.name = name;
      field.add(new Option("any", ""));
      for (const [value, words] of options) field.add(new Option(words, value));
      return field;
    });
    const button = (type, words) => {
      const made = form.appendChild(document.createElement("button"));
      made.type = type;
      made.textContent = words;
      return made;
    };
    const chosen = () => Object.fromEntries(fields.map((field) => [field.name, field.value]));
    // Once there are styles for it.
    const place = (...made) => Promise.resolve(document.documentElement.styled).then(() => $(".filter-slot").append(...made));
    if (ask) {
      button("submit", "Show these");
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        ask(chosen());
      });
      return void place(form);
    }
    const clear = button("reset", "Clear");
    const count = form.appendChild(document.createElement("output"));
    count.setAttribute("aria-live", "polite");
    const nothing = document.createElement("p");
    nothing.className = "empty";
    nothing.dataset.script = "";
    nothing.textContent = "Nothing is all of this. Take a choice back, or clear the filter.";

    const apply = () => {
      const now = chosen();
      count.value = show(now);
      // An option that leads to nothing says so, and can be chosen all the same.
      if (left) {
        facets.forEach(({ name, options }, at) => {
          options.forEach(([value, words], i) => (fields[at].options[i + 1].text = `${words} (${left({ ...now, [name]: value })})`));
        });
      }
      nothing.hidden = !count.value.startsWith("0 ");
      clear.style.visibility = fields.every((field) => !field.value) ? "hidden" : "";
    };
    const read = () => {
      const query = new URLSearchParams(location.search);
      for (const field of fields) {
        const value = query.get(field.name) ?? "";
        field.value = [...field.options].some((option) => option.value === value) ? value : "";
      }
      apply();
    };
    const write = () => {
      const query = new URLSearchParams(location.search);
      for (const field of fields) {
        if (field.value) query.set(field.name, field.value);
        else query.delete(field.name);
      }
      history.pushState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}${location.hash}`);
      apply();
    };
    form.addEventListener("change", write);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => {
      for (const field of fields) field.value = "";
      write();
      fields[0].focus();
    });
    addEventListener("popstate", read);
    read();
    place(form, nothing);
  };

  const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

  const notes = $("#ui-filter");
  const list = $("table.notes");
  const given = notes && list ? JSON.parse(notes.textContent) : {};
  if (given.search) {
    // A part of a longer list: the search knows all of it.
    const ask = (chosen) => {
      const query = Object.entries(chosen).filter(([, id]) => id).map(([name, id]) => `${name}:${id}`);
      if (query.length > 0) location.assign(`${given.search}?q=${encodeURIComponent(query.join(" "))}`);
    };
    filter(given.facets, { ask });
  }
  if (given.rows) {
    const { facets, rows } = given;
    const lines = $$("tbody tr", list);
    // Only what some of these notes have can be chosen.
    const offered = facets.map((facet, at) => {
      const used = new Set(rows.flatMap((row) => row[at]));
      return { ...facet, options: facet.options.filter((_, i) => used.has(i)) };
    });
    const useful = offered.filter(({ options }) => options.length > 1);
    const fitting = (chosen) => {
      const wanted = facets.flatMap(({ name, options }, at) => (chosen[name] ? [[at, options.findIndex(([id]) => id === chosen[name])]] : []));
      return (row) => wanted.every(([at, i]) => row[at].includes(i));
    };
    filter(useful, {
      show: (chosen) => {
        const fits = rows.map(fitting(chosen));
        lines.forEach((line, n) => (line.hidden = !fits[n]));
        const left = fits.filter(Boolean).length;
        return left === rows.length ? many(left, "note", "notes") : `${left} of ${many(rows.length, "note", "notes")}`;
      },
      left: (chosen) => rows.filter(fitting(chosen)).length,
    });
  }

  const box = $(".matrix-box");
  if (box) {
    const table = $("table", box);
    const heads = $$("thead th", table);
    const ids = heads.map((head) => $("a", head).pathname.split("/").pop());
    const groups = $$("tbody", table).map((body) => ({ body, title: text($("tr.group", body)), rows: $$("tr:not(.group)", body) }));
    const verdict = (cell) => cell.className.split(" ")[0];
    const words = new Map();
    for (const { rows } of groups) for (const row of rows) for (const cell of row.cells) if (cell.tagName === "TD") words.set(verdict(cell), text(cell).replace(/, stale$/, ""));
    const order = ["yes", "partial", "no", "mixed", "disputed", "noted", "unknown", "na"].filter((word) => words.has(word));
    const narrow = $$(".by-client details");
    const facets = [
      { name: "client", title: "Client", options: heads.map((head, i) => [ids[i], text(head)]) },
      { name: "group", title: "Group", options: groups.map(({ title }) => [title, title]) },
      { name: "verdict", title: "Verdict", options: [["known", "known"], ...order.map((word) => [word, words.get(word)])] },
    ].filter(({ options }) => options.length > 1);
    const silent = new Set(["unknown", "na"]);
    const known = groups.flatMap(({ title, rows }) => rows.map((row) => ({ title, row, verdicts: [...row.cells].slice(1).map(verdict) })));
    const fitting = ({ client, group, verdict: wanted }) => {
      const column = ids.indexOf(client);
      const fits = (word) => !wanted || (wanted === "known" ? !silent.has(word) : word === wanted);
      const keeps = ({ title, verdicts }) => (!group || group === title) && (column < 0 ? verdicts.some(fits) : fits(verdicts[column]));
      return { column, fits, keeps };
    };
    const show = (chosen) => {
      const { column, fits, keeps } = fitting(chosen);
      const hides = (i) => column >= 0 && i !== column;
      heads.forEach((head, i) => (head.hidden = hides(i)));
      const kept = known.filter(keeps);
      const shown = new Set(kept.map(({ row }) => row));
      for (const { row } of known) {
        row.hidden = !shown.has(row);
        [...row.cells].slice(1).forEach((cell, i) => (cell.hidden = hides(i)));
      }
      for (const { body, rows } of groups) body.hidden = !rows.some((row) => shown.has(row));
      const titles = new Set(kept.map(({ row }) => text(row.cells[0])));
      const narrowed = chosen.verdict || chosen.group;
      narrow.forEach((details, i) => {
        details.hidden = hides(i);
        let some = 0;
        for (const line of $$("li", details)) {
          line.hidden = !(titles.has(text(line.firstElementChild)) && fits(line.className));
          some += !line.hidden;
        }
        $(".count", details).textContent = narrowed ? `${some} shown` : `${some} known`;
        if (column === i || (narrowed && some > 0)) details.open = true;
      });
      const [left, all] = [kept.length, known.length];
      return left === all ? many(left, "capability", "capabilities") : `${left} of ${many(all, "capability", "capabilities")}`;
    };
    filter(facets, { show, left: (chosen) => known.filter(fitting(chosen).keeps).length });
  }
})();
