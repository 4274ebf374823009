import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

/** A server of files, as hosts of sites are: it knows nothing of what it sends. */
export interface FileServer extends AsyncDisposable {
  readonly url: string;
}

/** Sends the files of a folder from below a path. */
export async function serveFiles(folder: string, path: string): Promise<FileServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://files");
    const name = pathname.endsWith("/") ? `${pathname}index.html` : pathname;
    const gone = (): void => void response.writeHead(404).end();
    if (request.method !== "GET" || !name.startsWith(`${path}/`)) return gone();
    const file = createReadStream(join(folder, name.slice(path.length)));
    file.once("open", () => {
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" });
      file.pipe(response);
    });
    file.once("error", gone);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
