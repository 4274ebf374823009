import { connect, createServer, type NetConnectOpts } from "node:net";
import { join } from "node:path";

const DEFAULT_PORT = 5432;

/** A way to PostgreSQL for whoever has no network to it: files are all that namespaces share. */
export interface DatabaseDoor {
  readonly url: string;
  close(): void;
}

/** Passes connections to a socket in a folder on to PostgreSQL. @param url of the database, as this process reaches it */
export async function openDoor(url: string, folder: string): Promise<DatabaseDoor> {
  const target = targetOf(new URL(url));
  const server = createServer((socket) => {
    const other = connect(target);
    for (const [one, two] of [
      [socket, other],
      [other, socket],
    ] as const) {
      one.on("error", () => two.destroy()).on("close", () => two.destroy());
      one.pipe(two);
    }
  });
  await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${DEFAULT_PORT}`), resolve));
  const throughIt = new URL(url);
  throughIt.port = "";
  throughIt.searchParams.set("host", folder);
  throughIt.searchParams.delete("port");
  return { url: throughIt.href, close: () => void server.close() };
}

function targetOf({ hostname, port, searchParams }: URL): NetConnectOpts {
  const host = searchParams.get("host") ?? hostname;
  const number = Number(searchParams.get("port") ?? (port || DEFAULT_PORT));
  return host.startsWith("/") ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: number };
}
