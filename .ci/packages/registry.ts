// A registry on loopback which has our packages as they would be published, and sends whoever asks for others to the real one.
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import type { PackedPackage } from "./packed.ts";

/** A package as npm reads it. */
interface Entry {
  readonly document: (base: string) => object;
  readonly tarball: Buffer;
}

export class LocalRegistry {
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  /** @param others where packages are that are not ours */
  static async start(packed: readonly PackedPackage[], others: string): Promise<LocalRegistry> {
    const entries = new Map(await Promise.all(packed.map(async (one) => [one.manifest.name, await entryOf(one)] as const)));
    const files = new Map([...entries].map(([name, { tarball }]) => [fileOf(name), tarball]));
    const server = createServer((request, response) => {
      const path = decodeURIComponent(new URL(request.url ?? "/", "http://registry").pathname).slice(1);
      const entry = entries.get(path);
      const file = files.get(path);
      if (entry !== undefined) send(response, "application/json", JSON.stringify(entry.document(`http://${request.headers.host}/`)));
      else if (file !== undefined) send(response, "application/octet-stream", file);
      else response.writeHead(302, { location: new URL(request.url?.slice(1) ?? "", others).href }).end();
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new LocalRegistry(server);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }
}

async function entryOf({ published, tarball: path }: PackedPackage): Promise<Entry> {
  const tarball = await readFile(path);
  const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
  const { name, version } = published;
  return {
    tarball,
    document: (base) => ({
      name,
      "dist-tags": { latest: version },
      versions: { [version]: { ...published, dist: { tarball: base + fileOf(name), integrity } } },
    }),
  };
}

const fileOf = (name: string): string => `-/${basename(name.replace("/", "-"))}.tgz`;

function send(response: ServerResponse, type: string, body: string | Buffer): void {
  response.writeHead(200, { "content-type": type, "content-length": Buffer.byteLength(body) }).end(body);
}
