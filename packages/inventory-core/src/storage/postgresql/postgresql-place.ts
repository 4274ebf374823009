import { valueKind } from "../../contract/errors/value-kind.ts";
import { mustBePlace } from "../opening/given-storage.ts";
import { storageErrors } from "../storage-errors.ts";
import type { PostgresqlPool } from "./connection/given-pool.ts";
import type { PoolerSetting } from "./start/pooler.ts";

/**
 * A process opens `maxConnections`, `listConnections` and one that hears of others' changes at most: 17 unless set. Of a pool that the
 * application gives it uses as many as that has, and opens the last one beside it.
 */
export interface PostgresqlOptions {
  /** Most connections for everything but lists; 10 unless set. Of a given pool, the part that is counted on; all of it unless set. */
  readonly maxConnections?: number | undefined;
  /**
   * Most connections for lists, which take none of the others; 6 unless set, at least 4. Three are kept for lists of one page. Of a given
   * pool, how many lists of more than one page have a connection at once; three of ten unless set.
   */
  readonly listConnections?: number | undefined;
  /**
   * What pools connections between here and the server: `none`, or a pooler that gives a server connection to a client
   * for its `session` or for one `transaction`. `auto`, unless set: a pooler that is found is taken for the latter.
   */
  readonly pooler?: PoolerSetting | undefined;
  /**
   * The schema of all tables, functions and types; made when it is not there. Names are sought in it alone, so that other schemas may have
   * tables of the same names. Unless set, the first of the search path of the role that exists.
   */
  readonly schema?: string | undefined;
  /**
   * Whether the server keeps statements prepared on the connections, which takes planning off most of them. It does unless set, except on
   * a given pool, whose connections it leaves as they were: there a change takes about twice as long. Set it for a pool whose
   * application neither discards prepared statements (`discard all`) nor minds those named `cadastre_…`.
   */
  readonly prepare?: boolean | undefined;
}

/** A MikroORM for PostgreSQL of version 7.2 or later. Its pool is used, and nothing else of it. */
export interface MikroOrmInstance {
  readonly em: { getConnection(): unknown };
}

/** Where a database is: at a URL, or behind a pool of `pg` or a `MikroORM` that the application has open and ends itself. */
export type PostgresqlPlace = PostgresqlOptions &
  (
    | { readonly url: string; readonly pool?: undefined; readonly orm?: undefined }
    | { readonly pool: PostgresqlPool; readonly url?: undefined; readonly orm?: undefined }
    | { readonly orm: MikroOrmInstance; readonly url?: undefined; readonly pool?: undefined }
  );

/** What was given, taken apart. */
export interface CheckedPlace {
  /** A URL, or what gives the pool. */
  readonly from: string | (() => Promise<PostgresqlPool>);
  readonly options: PostgresqlOptions;
}

const CALL = 'postgresql("postgresql://user:password@host:5432/database"), or postgresql({ pool }) with a pool of pg';

/** PostgreSQL cuts longer names off, without an error. */
const MAX_BYTES = 63;

/** What is wrong with the name of a schema, to go on after "must be"; undefined for one that can be used. */
export function schemaProblem(schema: unknown): string | undefined {
  if (typeof schema !== "string" || schema === "" || schema.includes("\0")) return `the name of a schema, and is ${valueKind(schema)}`;
  if (Buffer.byteLength(schema) > MAX_BYTES) return `at most ${MAX_BYTES} bytes long`;
  return schema.startsWith("pg_") || schema === "information_schema" ? "none of PostgreSQL's own schemas" : undefined;
}

/** @throws STORAGE_INVALID */
export function checkedPlace(place: string | PostgresqlPlace, more: PostgresqlOptions): CheckedPlace {
  const given: Partial<PostgresqlPlace> =
    typeof place === "object" && place !== null ? place : { url: mustBePlace(place, "the URL of the database", CALL) };
  const set = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined)) as PostgresqlOptions;
  const { url, pool, orm, ...options } = { ...given, ...set };
  const problem = options.schema === undefined ? undefined : schemaProblem(options.schema);
  if (problem !== undefined) throw storageErrors.STORAGE_INVALID({ reason: `schema must be ${problem}` });
  if ([url, pool, orm].filter((one) => one !== undefined).length > 1)
    throw storageErrors.STORAGE_INVALID({ reason: "url, pool and orm exclude each other: give the one that is to be used" });
  if (orm !== undefined) return { from: async () => await poolOfOrm(orm), options };
  if (pool !== undefined) return { from: async () => pool, options };
  return { from: mustBePlace(url, "the URL of the database", CALL), options };
}

/** @throws STORAGE_INVALID for one that does not show its pool */
async function poolOfOrm(orm: MikroOrmInstance): Promise<PostgresqlPool> {
  const connection = orm.em?.getConnection() as { getNativeClient?: () => Promise<PostgresqlPool> } | undefined;
  if (typeof connection?.getNativeClient === "function") return await connection.getNativeClient();
  throw storageErrors.STORAGE_INVALID({
    reason:
      "orm is no MikroORM of version 7.2 or later, which shows its pool: keep that of another with driverOptions: { onPoolCreated }, or " +
      "make one of your own, and give postgresql({ pool })",
  });
}
