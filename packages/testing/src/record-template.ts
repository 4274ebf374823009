import {
  defineErrors,
  errorOf,
  type Inventory,
  type OpenStorage,
  type Queries,
  type SqlValue,
  STORAGE,
  type Transaction,
} from "@cadastre/inventory-core";

/** Errors of {@link recordTemplate}: mistakes of a test. */
export const testingErrors = defineErrors({
  CALLS_RUNNING: errorOf(
    "conflict",
    "an inventory was cleared while calls of it were running",
    (d: { /** How many calls and lists run. */ calls: number }) =>
      `${d.calls} calls of the inventory are running: await them, and read or leave lists to their end, before you clear it`,
  ),
  AUDIT_SEALED: errorOf(
    "conflict",
    "an inventory was cleared whose audit log is sealed",
    (_: Record<never, never>) =>
      "the audit log of the inventory is sealed, and sealed rows cannot be deleted: open inventories that tests clear with audit: false",
  ),
});

/** A table, and what inserts the rows that it has in the template. */
interface TableState {
  readonly name: string;
  readonly insert: (transaction: Transaction) => Promise<void>;
}

/**
 * Records the rows of all tables as the template of an inventory, which was opened just now or has the records that each test begins
 * with. The returned function clears the inventory: all tables have the rows of the template again, and what was read of other rows is
 * forgotten. Listeners, plugins and servers stay. It is much quicker than another inventory.
 *
 * @returns clears the inventory. @throws CALLS_RUNNING while calls or lists run, AUDIT_SEALED when audit rows were sealed
 *
 * @example
 * const inventory = await createInventory({ storage: await freshStorage() });
 * const clear = await recordTemplate(inventory);
 * afterEach(clear);
 * afterAll(() => inventory.close());
 */
export async function recordTemplate({ host }: Pick<Inventory, "host">): Promise<() => Promise<void>> {
  const storage = host.get(STORAGE);
  const { dialect } = storage;
  const template = await storage.write(async (transaction) => await stateOf(transaction, dialect));
  return async () => {
    if (host.runningCalls > 0) throw testingErrors.CALLS_RUNNING({ calls: host.runningCalls });
    await storage.write(async (transaction) => {
      if ((await transaction.get("select 1 as one from audit where seal_number is not null limit 1")) !== undefined)
        throw testingErrors.AUDIT_SEALED({});
      // Rows of one table may refer to each other.
      if (dialect === "sqlite") await transaction.exec("pragma defer_foreign_keys = on");
      for (const { name } of template.toReversed()) await transaction.exec(`delete from "${name}"`);
      for (const { insert } of template) await insert(transaction);
    });
  };
}

type Dialect = OpenStorage["dialect"];

/** Its tables, their columns, and which of them refer to which, in the words of each dialect. */
const CATALOGUE: Readonly<Record<Dialect, { readonly columns: string; readonly references: string }>> = {
  sqlite: {
    columns: `select t.name as "table", c.name as "column" from pragma_table_list t join pragma_table_info(t.name) c
      where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite!_%' escape '!' order by t.name, c.cid`,
    references: `select t.name as child, f."table" as parent from pragma_table_list t join pragma_foreign_key_list(t.name) f
      where t.schema = 'main' and t.type = 'table'`,
  },
  postgresql: {
    columns: `select t.table_name as "table", c.column_name as "column" from information_schema.tables t
      join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
      where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' order by t.table_name, c.ordinal_position`,
    references: `select child.relname as child, parent.relname as parent from pg_constraint f
      join pg_class child on child.oid = f.conrelid join pg_class parent on parent.oid = f.confrelid
      where f.contype = 'f' and f.connamespace = current_schema()::regnamespace`,
  },
};

/** All tables with their rows, each after the tables that it refers to. */
async function stateOf(queries: Queries, dialect: Dialect): Promise<readonly TableState[]> {
  const columns = Map.groupBy(await queries.all<{ table: string; column: string }>(CATALOGUE[dialect].columns), ({ table }) => table);
  const names = [...columns]
    // A counter that triggers count up (see Revision): caches compare it, so it never goes back.
    .filter(([, of]) => of.map(({ column }) => column).join() !== "id,revision")
    .map(([name]) => name);
  const references = await queries.all<{ child: string; parent: string }>(CATALOGUE[dialect].references);
  const state: TableState[] = [];
  for (const name of parentsFirst(names, references)) state.push({ name, insert: await RECORD[dialect](queries, name) });
  return state;
}

function parentsFirst(names: readonly string[], references: readonly { readonly child: string; readonly parent: string }[]): string[] {
  const parents = Map.groupBy(references, ({ child }) => child);
  const ordered = new Set<string>();
  const visit = (name: string, path: ReadonlySet<string>): void => {
    if (ordered.has(name) || path.has(name)) return;
    for (const { parent } of parents.get(name) ?? []) visit(parent, new Set([...path, name]));
    ordered.add(name);
  };
  for (const name of names) visit(name, new Set());
  return [...ordered].filter((name) => names.includes(name));
}

/** Reads the rows of a table, and returns what inserts them. */
const RECORD: Readonly<Record<Dialect, (queries: Queries, table: string) => Promise<TableState["insert"]>>> = {
  sqlite: async (queries, table) => {
    const rows = await queries.all<Record<string, SqlValue>>(`select * from "${table}"`);
    const columns = Object.keys(rows[0] ?? {});
    const values = rows.map((row) => columns.map((column) => row[column] ?? null));
    const quoted = columns.map((column) => `"${column}"`);
    return async (transaction) => (values.length === 0 ? undefined : await transaction.insert(`"${table}"`, quoted, values));
  },
  postgresql: async (queries, table) => {
    // As text: numbers stay exact.
    const found = await queries.get<{ rows: string | null }>(`select jsonb_agg(to_jsonb(t))::text as rows from "${table}" t`);
    const rows = found?.rows ?? null;
    const insert = `insert into "${table}" overriding system value select * from jsonb_populate_recordset(null::"${table}", ?::jsonb)`;
    return async (transaction) => (rows === null ? undefined : await transaction.exec(insert, [rows]));
  },
};
