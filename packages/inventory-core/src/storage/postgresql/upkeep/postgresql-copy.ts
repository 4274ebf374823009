import type { Client } from "pg";
import type { StoredRow, StoredRows, StoredTable } from "../../../contract/storage/stored-rows.ts";
import { MIGRATION_TABLE } from "../../opening/migrate.ts";
import type { RecordShape } from "../../record-shapes/record-shape.ts";
import { missingOf } from "../../record-shapes/shape-statements.ts";
import { ruleOf } from "../../rule-constraints.ts";
import { connectToServer } from "../connection/connect-to-server.ts";
import { connectionTarget } from "../connection/connection-target.ts";
import { localSettings, searchPathOf } from "../connection/local-settings.ts";
import { violationOf } from "../postgresql-failures.ts";
import { HOME_FIRST } from "../start/server-facts.ts";
import { insertedTables, tableShapes, type TableShape } from "./postgresql-shape.ts";

/** A slice has at most so many rows and about so many characters. */
const SLICE_ROWS = 2_000;
const SLICE_CHARACTERS = 1_000_000;

/** Others that use the target are found out soon, not waited for. */
const LOCK_TIMEOUT = "5s";

/** A copy that cannot be: its sentence says why and what to do. The target is as it was. */
export class CopyRefused extends Error {}

/** A table that was copied, and found equal. */
export interface CopiedTable {
  readonly table: string;
  readonly rows: number;
}

export interface CopyOptions {
  /** Is told how many rows of a table are written, and then compared, after each slice. */
  readonly onProgress?: ((step: "copy" | "compare", table: string, rows: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** The schema of the target, where the storage is given one. */
  readonly schema?: string | undefined;
}

/**
 * Copies all rows into a PostgreSQL database that has the tables and no row, and compares every row of every table
 * before it commits: the target is whole and equal, or as empty as before, whenever it ends.
 *
 * @param url of a database that the storage has brought to the newest version
 * @throws CopyRefused when tables differ, the target has rows or others use it; when a row is not equal afterwards
 */
export async function copyToPostgresql(
  source: StoredRows,
  url: string,
  { onProgress, signal, schema }: CopyOptions = {},
): Promise<readonly CopiedTable[]> {
  const { client } = await connectToServer(connectionTarget(url));
  try {
    await client.query(
      `begin isolation level read committed not deferrable${schema === undefined ? "" : localSettings(searchPathOf(schema))}`,
    );
    await client.query(HOME_FIRST);
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    await addDroppedFields(client, source);
    const shapes = await tableShapes(client, MIGRATION_TABLE);
    const pairs = matching(source.tables(), shapes);
    await lockEmpty(client, shapes);
    for (const { table, shape } of pairs) {
      let rows = 0;
      for (const slice of slices(source.rows(table, shape.key))) {
        signal?.throwIfAborted();
        await insertSlice(client, shape, table.columns, slice).catch((error: unknown) => refuseBroken(error, table.name));
        rows += slice.length;
        onProgress?.("copy", table.name, rows);
      }
      await setSequence(client, shape, source.lastNumber(table.name));
    }
    const copied: CopiedTable[] = [];
    for (const { table, shape } of pairs) {
      const rows = await compare(client, source.rows(table, shape.key), table, shape, (done) => {
        signal?.throwIfAborted();
        onProgress?.("compare", table.name, done);
      });
      copied.push({ table: table.name, rows });
    }
    signal?.throwIfAborted();
    const { rows: places } = await client.query<{ home: string }>("select current_schema()::text as home");
    const home = places[0]?.home ?? "public";
    await client.query("commit");
    for (const { table } of copied) await client.query(`analyze ${client.escapeIdentifier(home)}.${client.escapeIdentifier(table)}`);
    return copied;
  } finally {
    // What is not committed goes with the connection.
    await client.end();
  }
}

/** Names the cause of a lock that others hold. */
function refuseBusy(error: unknown): never {
  if ((error as { readonly code?: string }).code !== "55P03") throw error;
  throw new CopyRefused("others use the target: stop the servers that have it open", { cause: error });
}

const SHAPES = "record_shape";

/** Adds the columns of dropped fields to the tables of declared kinds, so that the values of the source are copied. */
async function addDroppedFields(client: Client, source: StoredRows): Promise<void> {
  const table = source.tables().find(({ name }) => name === SHAPES);
  if (table === undefined) return;
  const { rows } = await client.query<{ kind: string; shape: string }>(`select kind, shape from ${SHAPES}`);
  const known = new Map(rows.map(({ kind, shape }) => [kind, JSON.parse(shape) as RecordShape]));
  for (const row of source.rows(table, ["kind"])) {
    const shape = JSON.parse(row[table.columns.indexOf("shape")] ?? "") as RecordShape;
    const target = known.get(shape.kind);
    // A kind without a declaration has no table: the copy says which.
    if (target === undefined) continue;
    for (const statement of missingOf(target, shape, "postgresql")) await client.query(statement).catch(refuseBusy);
  }
}

interface Pair {
  readonly table: StoredTable;
  readonly shape: TableShape;
}

/** Source and target must have the same tables and columns: nothing is left out because nobody thought of it. */
function matching(tables: readonly StoredTable[], shapes: readonly TableShape[]): readonly Pair[] {
  const names = tables.map(({ name }) => name);
  const extra = shapes.find(({ name }) => !names.includes(name));
  if (extra !== undefined)
    throw new CopyRefused(`the target has the table ${extra.name}, which the source does not have: copy into an empty database`);
  const pairs = tables.map((table): Pair => {
    const shape = shapes.find(({ name }) => name === table.name);
    if (shape === undefined)
      throw new CopyRefused(
        `the source has the table ${table.name}, which the target has not: it belongs to a plugin that this program does not have`,
      );
    const differ = [
      ...table.columns.filter((column) => !shape.types.has(column)),
      ...[...shape.types.keys()].filter((column) => !table.columns.includes(column)),
    ];
    if (differ.length > 0)
      throw new CopyRefused(
        `the columns of ${table.name} differ (${differ.join(", ")}): bring the source to the newest version with cadastre migrate up`,
      );
    return { table, shape };
  });
  // Those that others refer to go first.
  const order = insertedTables(shapes);
  return pairs.toSorted((one, other) => order.indexOf(one.table.name) - order.indexOf(other.table.name));
}

/** Tables in which migrations write rows: the rows of the source replace them. */
const FILLED_BY_MIGRATIONS: ReadonlySet<string> = new Set([SHAPES]);

/** Nobody else reads or writes until the end, and no table has a row. */
async function lockEmpty(client: Client, shapes: readonly TableShape[]): Promise<void> {
  await client
    .query(`lock table ${shapes.map(({ name }) => client.escapeIdentifier(name)).join(", ")} in access exclusive mode`)
    .catch(refuseBusy);
  for (const { name } of shapes) {
    if (FILLED_BY_MIGRATIONS.has(name)) {
      await client.query(`delete from ${client.escapeIdentifier(name)}`);
      continue;
    }
    const { rowCount } = await client.query(`select 1 from ${client.escapeIdentifier(name)} limit 1`);
    if (rowCount !== 0) throw new CopyRefused(`the target is not empty: ${name} has rows. Copy into a new database (createdb)`);
  }
}

function* slices(rows: Iterable<StoredRow>): Generator<StoredRow[]> {
  let slice: StoredRow[] = [];
  let characters = 0;
  for (const row of rows) {
    slice.push(row);
    for (const value of row) characters += value?.length ?? 0;
    if (slice.length < SLICE_ROWS && characters < SLICE_CHARACTERS) continue;
    yield slice;
    slice = [];
    characters = 0;
  }
  if (slice.length > 0) yield slice;
}

/** The target holds rules that a source of an earlier version may break. */
function refuseBroken(error: unknown, table: string): never {
  const violation = violationOf(error);
  const rule = ruleOf(violation?.constraint);
  if (violation === undefined) throw error;
  throw new CopyRefused(
    `${table}: rows break ${rule === undefined ? `the constraint ${violation.constraint}` : `a rule (${rule})`}: run verify on the ` +
      `source and mend them`,
    { cause: error },
  );
}

async function insertSlice(client: Client, shape: TableShape, columns: readonly string[], rows: readonly StoredRow[]): Promise<void> {
  const names = columns.map((column) => client.escapeIdentifier(column));
  const lists = columns.map((_, index) => `$${index + 1}::text[]`).join(", ");
  const cast = columns.map((column, index) => `${names[index]}::${shape.types.get(column)}`).join(", ");
  await client.query(
    `insert into ${client.escapeIdentifier(shape.name)} (${names.join(", ")}) overriding system value select ${cast} from ` +
      `unnest(${lists}) as given (${names.join(", ")})`,
    columns.map((_, index) => rows.map((row) => row[index])),
  );
}

/** The next number is above all that were ever given, so that no reader of the source takes a new row for an old one. */
async function setSequence(client: Client, { name, identity }: TableShape, last: bigint | undefined): Promise<void> {
  if (identity === undefined) return;
  const [table, column] = [client.escapeIdentifier(name), client.escapeIdentifier(identity)];
  await client.query(
    `select setval(pg_get_serial_sequence($1, $2), greatest(coalesce(max(${column}), 0), $3::bigint)) from ${table} having ` +
      `greatest(coalesce(max(${column}), 0), $3::bigint) > 0`,
    [table, identity, String(last ?? 0n)],
  );
}

/** Goes through both in the order of the key. @returns how many rows there are @throws at the first that differs */
async function compare(
  client: Client,
  source: Iterable<StoredRow>,
  { columns }: StoredTable,
  shape: TableShape,
  onSlice: (rows: number) => void,
): Promise<number> {
  const table = client.escapeIdentifier(shape.name);
  const order = shape.key.map((column) => client.escapeIdentifier(column) + (shape.types.get(column) === "text" ? ' collate "C"' : ""));
  const texts = columns.map((column) => `${client.escapeIdentifier(column)}::text`);
  // The name of an output column would be taken before the table's in "order by".
  await client.query(
    `declare compared no scroll cursor for select ${texts.map((text, index) => `${text} as v${index}`).join(", ")} ` +
      `from ${table} order by ${order.join(", ")}`,
  );
  let count = 0;
  for (const slice of slices(source)) {
    const { rows } = await client.query<StoredRow>({ text: `fetch ${slice.length} from compared`, rowMode: "array" } as never);
    const differs = slice.findIndex((row, index) => row.some((value, at) => value !== rows[index]?.[at]));
    if (differs >= 0)
      throw new Error(
        `${shape.name}: the row ${count + differs + 1} in the order of its key is not equal in the target; nothing was copied`,
      );
    count += slice.length;
    onSlice(count);
  }
  const { rowCount } = await client.query("fetch 1 from compared");
  if (rowCount !== 0) throw new Error(`${shape.name}: the target has more rows than the source; nothing was copied`);
  await client.query("close compared");
  return count;
}
