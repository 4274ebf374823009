import { Client, type QueryConfig } from "pg";
import { errorCodes } from "../../opening/retry.ts";
import { isLost } from "../postgresql-failures.ts";
import type { ConnectionTarget, DatabaseHost } from "./connection-target.ts";

/** What a server says of itself. */
export interface ServerState {
  /** It replays the log of another one, and takes no writes. */
  readonly isStandby: boolean;
  /** It takes writes from sessions that ask for nothing else. */
  readonly isWritable: boolean;
  /** When its process began, which tells servers behind one address apart, as the server writes it. */
  readonly startedAt: string;
}

/** A server that answered and will do. */
export interface FoundServer extends ServerState {
  readonly host: DatabaseHost;
}

/** A host that will not do. */
export interface Refusal {
  readonly host: string;
  /** `connection refused`, `no answer within 5 s`, `is a standby`. */
  readonly reason: string;
}

/** None of the hosts will do. */
export class NoServer extends Error {
  /** SQLSTATE: no connection, or only to servers that are read-only. */
  readonly code: "08001" | "25006";
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[], isReadOnly: boolean, cause: unknown) {
    super(`no PostgreSQL server can be used: ${refusals.map(({ host, reason }) => `${host} (${reason})`).join(", ")}`, { cause });
    this.code = isReadOnly ? "25006" : "08001";
    this.refusals = refusals;
  }
}

/** Asks for {@link ServerState}. */
export const LOOK =
  `select pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'off' as "isWritable", ` +
  `pg_postmaster_start_time()::text as "startedAt"`;

const SENTENCES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused",
  ENOENT: "there is no socket",
  ENOTFOUND: "the name is not known",
  EAI_AGAIN: "the name cannot be looked up now",
  EHOSTUNREACH: "no route to it",
  ENETUNREACH: "no route to it",
  ETIMEDOUT: "no answer",
  ECONNRESET: "connection reset",
  "57P03": "it is starting or stopping",
};

/**
 * Connects to the first host that will do, in their order. One that is out of reach, starting, or not as the target
 * wants it, is passed over; one that refuses the credentials or has no such database ends the search, as with libpq.
 *
 * @returns the connection, for the caller to end
 * @throws NoServer; what the server said
 */
export async function connectToServer(target: ConnectionTarget): Promise<{ readonly client: Client; readonly server: FoundServer }> {
  const refusals: Refusal[] = [];
  let second: { readonly client: Client; readonly server: FoundServer } | undefined;
  let isReadOnly = false;
  let cause: unknown;
  for (const host of target.balances ? shuffled(target.hosts) : target.hosts) {
    const client = new Client({ connectionString: host.url, connectionTimeoutMillis: target.connectTimeoutMs });
    // What ends the connection fails the statement that waits for it.
    client.on("error", () => {});
    try {
      await client.connect();
      const { rows } = await client.query<ServerState>(limited(LOOK, target.connectTimeoutMs));
      const server = { ...(rows[0] as ServerState), host };
      const reason = unfit(target, server);
      if (reason === undefined) {
        await second?.client.end().catch(() => {});
        return { client, server };
      }
      refusals.push({ host: host.name, reason });
      isReadOnly = true;
      // Reading goes on where any server will do.
      if (target.wants === "any" && second === undefined) second = { client, server };
      else await client.end().catch(() => {});
    } catch (error) {
      await client.end().catch(() => {});
      if (!isLost(error)) {
        await second?.client.end().catch(() => {});
        throw error;
      }
      cause = error;
      refusals.push({ host: host.name, reason: reasonOf(error, target.connectTimeoutMs) });
    }
  }
  if (second !== undefined) return second;
  throw new NoServer(refusals, isReadOnly, cause);
}

/**
 * A pooler takes connections for a server that is away, and lets statements wait. The driver knows this setting of a statement, and its
 * type does not.
 */
function limited(text: string, timeoutMs: number): QueryConfig {
  return { text, query_timeout: timeoutMs } as QueryConfig;
}

/** Why a server is not the one that is wanted, or only the second best. */
function unfit({ wants }: ConnectionTarget, { isStandby, isWritable }: FoundServer): string | undefined {
  if (isStandby) return "is a standby";
  return isWritable || wants === "primary" ? undefined : "is read-only";
}

function reasonOf(error: unknown, timeoutMs: number): string {
  for (const code of errorCodes(error)) if (SENTENCES[code] !== undefined) return SENTENCES[code];
  // Several addresses of one name fail together.
  if (error instanceof AggregateError) return [...new Set(error.errors.map((one) => reasonOf(one, timeoutMs)))].join(", ");
  const text = error instanceof Error ? error.message : String(error);
  return /timeout expired|read timeout/i.test(text) ? `no answer within ${timeoutMs / 1000} s` : text;
}

function shuffled<T>(list: readonly T[]): readonly T[] {
  return list
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item);
}
