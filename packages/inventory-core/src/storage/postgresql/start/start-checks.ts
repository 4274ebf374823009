import type { Queries, StorageMigration } from "../../../contract/storage/storage.ts";
import { storageErrors } from "../../storage-errors.ts";
import type { ServerFacts } from "./server-facts.ts";

/** Names of the tables that migrations create and leave, in order. */
export function tablesOf(migrations: readonly StorageMigration[]): readonly string[] {
  const creates = /^\s*create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?(\w+)/i;
  const drops = /^\s*drop\s+table\s+(?:if\s+exists\s+)?(\w+)/i;
  const tables = new Set<string>();
  for (const statement of migrations.flatMap(({ statements }) => statements)) {
    const [created, dropped] = [creates.exec(statement)?.[1], drops.exec(statement)?.[1]];
    if (created !== undefined) tables.add(created);
    if (dropped !== undefined) tables.delete(dropped);
  }
  return [...tables];
}

/** Those of the tables that are there: a newer program may have taken away what this one does not use. */
export async function tablesThere(queries: Queries, tables: readonly string[]): Promise<readonly string[]> {
  const rows = await queries.all<{ name: string }>(
    "select k.value as name from list(?) k where to_regclass(quote_ident(k.value)) is not null",
    [tables],
  );
  return rows.map(({ name }) => name);
}

/**
 * What no migration can change.
 * @throws DATABASE_ENCODING, DATABASE_SETTING, DATABASE_SCHEMA
 */
export function checkServer(facts: ServerFacts): asserts facts is ServerFacts & { readonly home: string } {
  const { encoding, database, standard_strings: isStandard, home, role } = facts;
  if (encoding !== "UTF8") throw storageErrors.DATABASE_ENCODING({ encoding, database });
  if (!isStandard) throw storageErrors.DATABASE_SETTING({ setting: "standard_conforming_strings", value: "off", wanted: "on", role });
  if (home === null) throw storageErrors.DATABASE_SCHEMA({ role });
}

/**
 * What migrations need, before the first statement of them fails.
 * @param pending migrations that are still to run
 * @throws DATABASE_RIGHTS, DATABASE_EXTENSION, DATABASE_FOREIGN_TABLE
 */
export async function checkBeforeMigrating(
  queries: Queries,
  facts: ServerFacts & { readonly home: string },
  pending: readonly StorageMigration[],
): Promise<void> {
  const { home, role } = facts;
  if (needsTrigrams(pending)) checkTrigrams(facts);
  if (!facts.may_create)
    throw storageErrors.DATABASE_RIGHTS({
      role,
      reason: `may not create tables in the schema ${home}: grant create on schema ${home} to ${role}`,
    });
  const rows = await queries.all<{ name: string }>(
    "select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ? and c.relname " +
      "= any(?) order by 1",
    [home, tablesOf(pending)],
  );
  if (rows.length > 0) throw storageErrors.DATABASE_FOREIGN_TABLE({ tables: rows.map(({ name }) => `${home}.${name}`) });
}

/** Whether migrations use the extension pg_trgm. */
export function needsTrigrams(migrations: readonly StorageMigration[]): boolean {
  return migrations.some(({ statements }) => statements.some((statement) => statement.includes("pg_trgm")));
}

function checkTrigrams(facts: ServerFacts): void {
  const { trigram_schema: schema, role, database } = facts;
  if (schema !== null) {
    if (facts.may_use_trigram_schema) return;
    throw storageErrors.DATABASE_EXTENSION({
      reason:
        `the extension pg_trgm is in the schema ${schema}, which the role ${role} may not use: grant usage on schema ${schema} to ` +
        `${role}`,
    });
  }
  if (!facts.has_trigram_files) {
    throw storageErrors.DATABASE_EXTENSION({
      reason:
        "the server does not have the extension pg_trgm: install PostgreSQL's contrib package on it, or give pg_trgm to PGlite with its " +
        "extensions",
    });
  }
  if (!facts.may_create_trigram) {
    throw storageErrors.DATABASE_EXTENSION({
      reason:
        `the role ${role} may not create the extension pg_trgm: have a superuser run create extension pg_trgm in ${database}, or grant ` +
        `create on database ${database} to ${role}`,
    });
  }
}

/** What a role must be able to do with each table. */
const RIGHTS = ["select", "insert", "update", "delete"] as const;

/**
 * Whether the names of our tables mean our tables, and the role may work with them.
 * @param rights that the role must have
 * @throws DATABASE_FOREIGN_TABLE, DATABASE_RIGHTS
 */
export async function checkTables(
  queries: Queries,
  { home, role }: ServerFacts & { readonly home: string },
  tables: readonly string[],
  rights: readonly (typeof RIGHTS)[number][] = RIGHTS,
): Promise<void> {
  const may = rights.map((right) => `has_table_privilege(c.oid, '${right}')`).join(" and ");
  const rows = await queries.all<{ name: string; schema: string | null; usable: boolean }>(
    `select k.value as name, n.nspname::text as schema, coalesce(${may}, false) as usable
     from list(?) k left join pg_class c on c.oid = to_regclass(quote_ident(k.value)) left join pg_namespace n on n.oid = c.relnamespace
       order by 1`,
    [tables],
  );
  const foreign = rows.filter(({ schema }) => schema !== null && schema !== home);
  if (foreign.length > 0)
    throw storageErrors.DATABASE_FOREIGN_TABLE({ tables: foreign.map(({ schema, name }) => `${schema}.${name}`), home });
  const closed = rows.filter(({ usable }) => !usable).map(({ name }) => name);
  if (closed.length > 0) {
    throw storageErrors.DATABASE_RIGHTS({
      role,
      reason:
        `may not ${rights.length === 1 ? "read" : "read and write"} ${closed.slice(0, 5).join(", ")} in the schema ${home}: grant ` +
        `${rights.join(", ")} on all tables in schema ${home} to ${role}`,
    });
  }
}
