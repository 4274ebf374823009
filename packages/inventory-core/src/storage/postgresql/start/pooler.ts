import { Client, type ClientBase } from "pg";
import { connectToServer } from "../connection/connect-to-server.ts";
import type { ServerConnections } from "../connection/connection-source.ts";
import type { ConnectionTarget } from "../connection/connection-target.ts";
import { storageErrors } from "../../storage-errors.ts";

/** What DATABASE_POOLER says: `auto` looks for a pooler and takes one that it finds for one in transaction mode. */
export type PoolerSetting = "auto" | Pooling;

/**
 * What stands between this program and the server: nothing, or a pooler that gives a connection to a client for its
 * whole session, or for one transaction only.
 */
export type Pooling = "none" | "session" | "transaction";

const BACKEND = "select pg_backend_pid() as pid";

/** A server tells its process number when a connection begins; a pooler makes one up, as it may have no server yet. */
function announcedPid(client: ClientBase): number | null {
  return (client as unknown as { readonly processID: number | null }).processID;
}

async function serverPid(client: ClientBase): Promise<number | undefined> {
  return (await client.query<{ pid: number }>(BACKEND)).rows[0]?.pid;
}

/**
 * How connections are pooled between here and the server.
 *
 * The answer to `auto` is never `session`: that a pooler kept a session together once proves nothing, and what works in
 * transaction mode works in session mode too.
 *
 * @throws DATABASE_POOLER when what is there cannot work as `setting` says; NoServer
 */
export async function poolingOf(target: ConnectionTarget, setting: PoolerSetting): Promise<Pooling> {
  const { client, server } = await connectToServer(target);
  try {
    const other = (): Client => new Client({ connectionString: server.host.url, connectionTimeoutMillis: target.connectTimeoutMs });
    return await poolingOn(client, other, setting);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same of a connection that an application's pool gave. @throws DATABASE_POOLER */
export async function poolingOfGiven(client: ClientBase, servers: ServerConnections, setting: PoolerSetting): Promise<Pooling> {
  return await poolingOn(client, async () => await servers.newClient({}), setting);
}

async function poolingOn(client: ClientBase, other: () => Promise<Client> | Client, setting: PoolerSetting): Promise<Pooling> {
  const pid = await serverPid(client);
  const isDirect = pid === announcedPid(client);
  if (!isDirect) await refuseByStatement(client);
  if (setting === "transaction") return setting;
  if (setting === "auto") return isDirect ? "none" : "transaction";
  if (setting === "none" && !isDirect) {
    throw storageErrors.DATABASE_POOLER({
      reason: "DATABASE_POOLER=none, but a connection pooler answers: set it to session or transaction, as the pooler is set up",
    });
  }
  if (setting === "session" && !isDirect && (await isShared(await other(), pid))) {
    throw storageErrors.DATABASE_POOLER({
      reason:
        "DATABASE_POOLER=session, but the pooler shares server connections between clients: set it to transaction, or the pooler " +
        "to pool_mode = session",
    });
  }
  return setting;
}

/** @throws DATABASE_POOLER for a pooler in statement mode, which has no transactions */
async function refuseByStatement(client: ClientBase): Promise<void> {
  try {
    await client.query("begin");
    await client.query("rollback");
  } catch (cause) {
    throw storageErrors.DATABASE_POOLER(
      { reason: "the connection pooler is in statement mode, which has no transactions: set it to pool_mode = transaction or session" },
      { cause },
    );
  }
}

/** Whether another client gets the server connection `pid`, while the client that had it is still connected. */
async function isShared(other: Client, pid: number | undefined): Promise<boolean> {
  other.on("error", () => {});
  try {
    await other.connect();
    return (await serverPid(other)) === pid;
  } finally {
    await other.end().catch(() => {});
  }
}
