// Asks a built site as its page of search does, with the site's own script.
//
// node query.mjs FOLDER QUERY              ids found, best first, one a line
// node query.mjs FOLDER --queries FILE     of each query of a JSON list how it was answered, as JSON
// node query.mjs FOLDER --cut FILE         of each text of a JSON list its keys, as JSON
//
// The script is loaded from the folder as a module, whatever node takes `.js` for.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const [folder, query, file] = process.argv.slice(2);
const script = await readFile(join(folder, "search.js"), "base64");
const { Index, cut } = await import(`data:text/javascript;base64,${script}`);
const index = new Index(async (path) => JSON.parse(await readFile(join(folder, "search", path), "utf8")));

const ask = async (query) => {
  const { how, documents } = await index.search(query);
  const found = await index.describe(documents);
  return { how, ids: found.map(({ id }) => id) };
};

if (query === "--cut") {
  console.log(JSON.stringify(JSON.parse(await readFile(file, "utf8")).map(cut)));
} else if (query === "--queries") {
  const answers = [];
  for (const one of JSON.parse(await readFile(file, "utf8"))) answers.push(await ask(one));
  console.log(JSON.stringify(answers));
} else {
  for (const id of (await ask(query)).ids) console.log(id);
}
