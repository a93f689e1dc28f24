// How the site is searched: words cut as the index has them cut, and the index itself, of which a
// query loads only the parts that its words lie in. No page is touched here; search-box.js does that.

const KEY = 48; // characters of a key
const PARTS = 24; // parts of an identifier
const CJK =
  "\\u1100-\\u11ff\\u3005-\\u3007\\u3040-\\u30ff\\u3130-\\u318f\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uac00-\\ud7ff\\uf900-\\ufaff\\u{20000}-\\u{323af}";
const MARK = `(?![${CJK}])\\p{M}`;
const LETTER = `(?![${CJK}]|\\p{M})[\\p{Alphabetic}\\p{N}]`;
const PART = `(?:${LETTER})(?:${LETTER}|${MARK})*`;
const JOINT = "[/\\\\._\\-:@#'’]";
const RUNS = new RegExp(`([${CJK}]+)|${PART}(?:${JOINT}{1,2}${PART})*(?:(?:\\+\\+|#)(?!${LETTER}|${MARK}))?`, "gu");
const UPPER = /\p{Uppercase}/u;
const LOWER = /\p{Lowercase}/u;
const DIGIT = /\p{N}/u;

const isJoint = (c) => "/\\._-:@#'’".includes(c);
const length = (text) => [...text].length;

// A part begins at a capital letter: listChanged, HTTPServer, but not IDs.
const isHump = (chars, i) => {
  if (!UPPER.test(chars[i])) return false;
  const before = chars[i - 1];
  const isLower = (at) => at < chars.length && LOWER.test(chars[at]);
  return LOWER.test(before) || (DIGIT.test(before) && isLower(i + 1)) || (UPPER.test(before) && isLower(i + 1) && isLower(i + 2));
};

// The parts of an identifier in lower case, each with where it lies.
const partsOf = (run) => {
  const chars = [...run];
  const parts = [];
  let open = false;
  let at = 0;
  for (let i = 0; i < chars.length; at += chars[i].length, i++) {
    if (isJoint(chars[i]) && !(chars[i] === "#" && i === chars.length - 1)) {
      open = false;
      continue;
    }
    if (!open || isHump(chars, i)) {
      if (parts.length === PARTS) break;
      parts.push({ text: "", length: 0, start: at, end: at });
      open = true;
    }
    const part = parts.at(-1);
    part.end = at + chars[i].length;
    if (part.length < KEY) {
      part.text += chars[i].toLowerCase();
      part.length++;
    }
  }
  return parts;
};

// What reads on from a part, written together; and behind which part it ends.
const readOn = (parts, from) => {
  let text = parts[from].text;
  let size = length(text);
  let to = from + 1;
  for (; to < parts.length; to++) {
    const joint = DIGIT.test([...parts[to - 1].text].at(-1)) && DIGIT.test([...parts[to].text][0]) ? "-" : "";
    size += joint.length + length(parts[to].text);
    if (size > KEY) break;
    text += joint + parts[to].text;
  }
  return { text, to };
};

const pairsOf = (run) => {
  const chars = [...run];
  return chars.map((c, i) => c + (chars[i + 1] ?? ""));
};

// Cuts a text as the index does; a key that stands for a whole run has a mark before it.
export const cut = (text) => {
  const keys = [];
  for (const [run, cjk] of text.normalize("NFKC").matchAll(RUNS)) {
    if (cjk) {
      keys.push(...pairsOf(run));
      continue;
    }
    const parts = partsOf(run);
    parts.forEach((part, i) => {
      const on = readOn(parts, i);
      keys.push(i === 0 ? `=${on.text}` : on.text);
      if (on.text.length > part.text.length) keys.push(part.text);
    });
  }
  return keys;
};

const FACETS = /(^|\s)(client|capability|kind|status|revision):("[^"]*"?|\S*)/giu;
const LONGEST = 1000; // characters of a query
const TERMS = 16; // words of a query

// What a query asks for: facets, which must hold, and terms, each of which must be found; the text of
// these, and the name that they make.
export const parse = (query) => {
  const facets = [];
  const text = query
    .slice(0, LONGEST)
    .normalize("NFKC")
    .replace(FACETS, (_, before, name, value) => {
      const id = value.replaceAll('"', "").trim().toLowerCase();
      if (id) facets.push(`${name.toLowerCase()}:${id}`);
      return before;
    });
  const terms = [];
  const names = [];
  const add = (key, isPrefix, parts = []) => {
    if (terms.length < TERMS && !terms.some((term) => term.key === key)) terms.push({ key, isPrefix, parts });
  };
  const runs = [...text.matchAll(RUNS)];
  runs.forEach(([run, cjk], r) => {
    if (cjk) {
      const pairs = pairsOf(run);
      names.push(run);
      if (pairs.length === 1) add(run, true);
      for (const pair of pairs.slice(0, -1)) add(pair, false);
      return;
    }
    const parts = partsOf(run);
    const isLast = r === runs.length - 1;
    for (let from = 0; from < parts.length; ) {
      const on = readOn(parts, from);
      if (from === 0) names.push(on.text);
      const isCompound = on.to - from > 1;
      // The beginning of a word is enough at the end of the query, of an identifier always.
      const isPrefix = on.to === parts.length && length(on.text) > 1 && (isCompound || isLast);
      add(on.text, isPrefix, isCompound ? parts.slice(from, on.to).map((part) => part.text) : []);
      from = on.to;
    }
  });
  return { facets, terms, text: text.trim(), name: names.length ? `=${names.join(" ")}` : "" };
};

// Where the terms of a query stand in a text: ranges, in order, not overlapping.
export const marks = (text, terms) => {
  const found = [];
  if (text.normalize("NFKC") !== text) return found;
  const fits = (key) => terms.some((term) => key === term.key || (term.isPrefix && key.startsWith(term.key)));
  for (const match of text.matchAll(RUNS)) {
    const [run, cjk] = match;
    if (cjk) {
      let at = match.index;
      for (const pair of pairsOf(run)) {
        const first = String.fromCodePoint(pair.codePointAt(0));
        if (terms.some((term) => term.key === pair)) found.push([at, at + pair.length]);
        else if (terms.some((term) => term.isPrefix && term.key === first)) found.push([at, at + first.length]);
        at += first.length;
      }
      continue;
    }
    const parts = partsOf(run);
    parts.forEach((part, i) => {
      // The longest stretch of parts that a term names or begins with.
      let end = fits(part.text) ? part.end : 0;
      for (let to = i + 2; to <= parts.length; to++) {
        const on = readOn(parts.slice(0, to), i);
        if (on.to === to && terms.some((term) => term.key === on.text)) end = parts[to - 1].end;
      }
      const whole = readOn(parts, i);
      if (!end && fits(whole.text)) {
        const size = terms.filter((term) => whole.text.startsWith(term.key)).reduce((most, term) => Math.max(most, term.key.length), 0);
        let to = i + 1;
        while (to < whole.to && readOn(parts.slice(0, to), i).text.length < size) to++;
        end = parts[to - 1].end;
      }
      if (end) found.push([match.index + part.start, match.index + end]);
    });
  }
  return found.reduce((joined, [start, end]) => {
    const last = joined.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([start, end]);
    return joined;
  }, []);
};

// What a match is worth where: text, part of an identifier, code, heading, title, cited source.
const WORTH = [1, 2, 3, 4, 8, 0.5];
const CITED = 5;
const BEGINNING = 0.25; // of a word, against the whole
const REST = 0.5; // notes that no longer hold, and what is no note
const NAME = 1000; // a page called just so
const SHARDS = 8; // that the beginning of a word may span

// Numbers in ascending order, each as its distance from the one before: sixty digits end a number,
// thirty-one continue it.
const decode = (text, each) => {
  let last = -1;
  let value = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const digit = code - (code > 92 ? 36 : 35);
    if (digit >= 60) {
      value = value * 31 + digit - 60;
    } else {
      last += value * 60 + digit + 1;
      value = 0;
      each(last);
    }
  }
};

// The first index whose item is not less.
const lowerBound = (list, key) => {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle] < key) from = middle + 1;
    else to = middle;
  }
  return from;
};

// The first so many of documents by their scores; of equal ones the lower number goes first.
const best = (found, scores, most) => {
  const isBefore = (a, b) => scores[a] > scores[b] || (scores[a] === scores[b] && a < b);
  if (most >= found.length) return found.sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const first = [];
  for (const doc of found) {
    let at = first.length;
    if (at === most && !isBefore(doc, first[--at])) continue;
    for (; at > 0 && isBefore(doc, first[at - 1]); at--) first[at] = first[at - 1];
    first[at] = doc;
  }
  return first;
};

// The index. `load` gets the path of a part and returns a promise of what its JSON holds.
export class Index {
  constructor(load) {
    this.load = load;
    this.parts = new Map();
    this.head = null;
  }

  async open() {
    this.head ||= this.load("index.json");
    return this.head.catch((error) => {
      this.head = null;
      throw error;
    });
  }

  // Loads what nearly every query needs: the names of pages, and the documents that go first.
  warm() {
    return Promise.all([this.find("=", false, () => {}), this.part("docs/0.json")]);
  }

  part(path) {
    if (!this.parts.has(path)) {
      const loading = this.open().then((head) => this.load(path, head.version));
      loading.catch(() => this.parts.delete(path));
      this.parts.set(path, loading);
    }
    return this.parts.get(path);
  }

  // Calls `each` with every term that is the key, or begins with it, and where it is found.
  async find(key, isPrefix, each) {
    const { terms: firsts } = await this.open();
    const shard = (text) => Math.max(0, lowerBound(firsts, text) - (firsts[lowerBound(firsts, text)] === text ? 0 : 1));
    const from = shard(key);
    const to = isPrefix ? Math.min(shard(`${key}\uffff`), from + SHARDS - 1) : from;
    const shards = await Promise.all(Array.from({ length: to - from + 1 }, (_, i) => this.part(`terms/${from + i}.json`)));
    for (const { terms, docs } of shards) {
      for (let i = lowerBound(terms, key); i < terms.length && (isPrefix ? terms[i].startsWith(key) : terms[i] === key); i++) {
        each(terms[i], docs[i].split("!"));
      }
    }
  }

  // What a term is worth in each document: the most of its places there; in `own` those of its own
  // text, in `all` also those of what it cites.
  async worths({ key, isPrefix }) {
    const { documents } = await this.open();
    const all = new Float32Array(documents);
    const own = new Float32Array(documents);
    await this.find(key, isPrefix, (term, lists) => {
      lists.forEach((list, place) => {
        const worth = WORTH[place] * (term === key ? 1 : BEGINNING);
        decode(list, (doc) => {
          if (worth > all[doc]) all[doc] = worth;
          if (place !== CITED && worth > own[doc]) own[doc] = worth;
        });
      });
    });
    return { own, all };
  }

  // The documents of which a facet holds; a value that is none may be the beginning of some.
  async facet(key) {
    const exact = new Set();
    const begun = new Set();
    await this.find(key, true, (term, lists) => {
      decode(lists[0], (doc) => (term === key ? exact : begun).add(doc));
    });
    return exact.size ? exact : begun;
  }

  async named(name) {
    const found = new Set();
    if (name) await this.find(name, false, (_, lists) => decode(lists[0], (doc) => found.add(doc)));
    return found;
  }

  // What a query finds: how many documents, the numbers of the best, at most so many, and how they were found. `all`: each has
  // every word; `cited`: some words stand only in what it cites; `some`: no document has them all.
  async search(query, most = Infinity) {
    const head = await this.open();
    const asked = parse(query);
    const [facets, name, ...terms] = await Promise.all([
      Promise.all(asked.facets.map((key) => this.facet(key))),
      this.named(asked.name),
      ...asked.terms.map((term) => this.worths(term)),
    ]);
    // Documents by what the terms are worth in them together, those of rare terms more.
    const order = (worths, least) => {
      const scores = new Float64Array(head.documents);
      const counts = new Uint8Array(head.documents);
      for (const worth of worths) {
        let holding = 0;
        for (let doc = 0; doc < worth.length; doc++) if (worth[doc] > 0) holding++;
        const rarity = Math.log(1 + head.documents / (holding || 1));
        for (let doc = 0; doc < worth.length; doc++) {
          if (worth[doc] === 0) continue;
          scores[doc] += worth[doc] * rarity;
          counts[doc]++;
        }
      }
      const found = [];
      for (let doc = 0; doc < head.documents; doc++) {
        if (counts[doc] < least || (facets.length && !facets.every((holds) => holds.has(doc)))) continue;
        if (name.size && name.has(doc)) scores[doc] += NAME;
        if (doc >= head.live) scores[doc] *= REST;
        found.push(doc);
      }
      return { count: found.length, documents: best(found, scores, most) };
    };
    const isAsked = terms.length > 0 || facets.length > 0;
    for (const [how, which] of [["all", "own"], ["cited", "all"]]) {
      const found = isAsked && order(terms.map((worths) => worths[which]), terms.length);
      if (found.count) return { how, terms: asked.terms, text: asked.text, ...found };
    }
    // No document has them all: identifiers in their parts, and those first that have most.
    const used = asked.terms.flatMap(({ parts, ...term }) => (parts.length ? parts.map((key) => ({ key, isPrefix: false })) : [term]));
    if (used.length < 2) return { how: "some", terms: used, text: asked.text, count: 0, documents: [] };
    const has = (worth) => (worth > 0 ? 1 + worth / 100 : 0);
    const worths = await Promise.all(used.map(async (term) => (await this.worths(term)).all.map(has)));
    return { how: "some", terms: used, text: asked.text, ...order(worths, 1) };
  }

  // What is told of documents: title, address, summary, …
  async describe(documents) {
    const { chunk } = await this.open();
    const described = documents.map(async (doc) => (await this.part(`docs/${Math.floor(doc / chunk)}.json`))[doc % chunk]);
    return Promise.all(described);
  }
}
