// A static host on the loopback: a page is at its file's name without the ending, and what is not
// there is the 404 page.
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".md": "text/markdown", ".svg": "image/svg+xml", ".png": "image/png", ".xml": "text/xml", ".txt": "text/plain", ".csv": "text/csv" };

/** Serves a folder below a base path, with headers on each file; returns its address. */
export async function host(folder, base = "", headers = {}) {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://x").pathname));
    const inside = path.startsWith(`${base}/`) ? path.slice(base.length) : "/404-of-this-host";
    const names = inside === "/" ? ["/index.html"] : [inside, `${inside}.html`];
    for (const name of names) {
      try {
        const bytes = await readFile(join(folder, name));
        response.writeHead(200, { ...headers, "content-type": `${TYPES[extname(name)] ?? "application/octet-stream"}; charset=utf-8` });
        return response.end(bytes);
      } catch {
        // The next name, or the page that says that there is none.
      }
    }
    response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
    response.end(await readFile(join(folder, "404.html")).catch(() => ""));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${server.address().port}${base}`, close: () => server.close() };
}
