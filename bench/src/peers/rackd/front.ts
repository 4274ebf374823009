import type { Host } from "../../http/host.ts";
import { RawConnection } from "../../http/raw-connection.ts";
import { timeAtOnce } from "../../measure.ts";
import type { Used } from "../turns.ts";

/** Connections of those who ask at once. */
export const CLIENTS = 16;

/** A server that is measured: ours and rackd have the same requests. */
export interface Front extends Pick<Host, "url" | "headers"> {
  /** Processor time of the server, and of a database server that it has. */
  readonly used: Used;
  /** Paths that list the first so many devices: several for a server that cuts its lists. */
  readonly lists: (devices: number) => readonly string[];
}

/** Both, with the same devices. */
export interface Fronts {
  readonly ours: Front;
  readonly theirs: Front;
}

/** Opens a connection, works, and closes it. */
export async function withConnection<T>({ url, headers }: Front, work: (connection: RawConnection) => Promise<T>): Promise<T> {
  const connection = await RawConnection.open(url, headers);
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

/** Requests by many clients at once, each its next after its last. @returns how many, as a turn tells */
export async function byClients(front: Front, total: number, ask: (connection: RawConnection) => Promise<void>): Promise<number> {
  const connections = await Promise.all(Array.from({ length: CLIENTS }, async () => await RawConnection.open(front.url, front.headers)));
  try {
    await timeAtOnce(CLIENTS, total, async (client) => await ask(connections[client] as RawConnection));
    return total;
  } finally {
    for (const connection of connections) connection.close();
  }
}

async function answered(response: Response): Promise<unknown> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${(await response.text()).slice(0, 300)}`);
  return await response.json();
}

/** Reads what is not measured. @throws when it is refused */
export async function read({ url, headers }: Front, path: string): Promise<unknown> {
  return await answered(await fetch(`${url}${path}`, { headers }));
}

/** Creates what is not measured. @param body JSON @returns its id @throws when it is refused */
export async function create({ url, headers }: Front, path: string, body: string): Promise<string> {
  const sent = { method: "POST", headers: { ...headers, "content-type": "application/json" }, body };
  return ((await answered(await fetch(`${url}${path}`, sent))) as { readonly id: string }).id;
}
