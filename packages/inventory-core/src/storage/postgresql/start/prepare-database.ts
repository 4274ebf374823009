import type { Logger } from "../../../contract/logger.ts";
import type { AppliedMigration, Queries, StorageOpenOptions } from "../../../contract/storage/storage.ts";
import { MIGRATION_TABLE, migrationsOf, missingMigrations } from "../../opening/migrate.ts";
import { RECORD_COLUMNS } from "../../opening/migration-compatibility.ts";
import type { MigrationRun, OpeningTransaction } from "../../opening/run-migrations.ts";
import { brokenSentence, RULE_CONSTRAINTS, type RuleConstraint } from "../../rule-constraints.ts";
import { violationOf } from "../postgresql-failures.ts";
import { quotedName } from "../connection/local-settings.ts";
import { makeSchema, makeTrigrams } from "./own-schema.ts";
import { serverFacts, TAKE_MIGRATION_LOCK } from "./server-facts.ts";
import { checkBeforeMigrating, checkServer, checkTables, needsTrigrams, tablesOf, tablesThere } from "./start-checks.ts";

/** How long a migration waits for a table that others use, before it lets them go on and tries again. */
const LOCK_TIMEOUT = "2s";

/** The migrations that have run, in order; columns that the table of an older database does not have are null. */
export const APPLIED_MIGRATIONS = `select name, ${RECORD_COLUMNS.map(({ name }) => `to_jsonb(m) ->> '${name}' as ${name}`).join(", ")}
  from ${MIGRATION_TABLE} m order by id`;

/** As the ORM's migrator made it in earlier versions, which looks for it in the schema public alone. */
const CREATE_MIGRATION_TABLE = `create table if not exists ${MIGRATION_TABLE} (
  id serial primary key, name varchar(255) not null, executed_at timestamptz not null default current_timestamp)`;

/**
 * Looks whether the database can be used, migrates it, and makes the constraints that its rows allow.
 * @param schema that is to have the tables, where one was named; it is made when it is not there
 * @returns false when a migration has more to do, in a next transaction
 * @throws the DATABASE_… errors
 */
export async function prepareDatabase(
  transaction: OpeningTransaction,
  open: StorageOpenOptions,
  run: MigrationRun,
  schema?: string,
): Promise<boolean> {
  const { models, logger, migrate } = open;
  // What is done here may take longer than what an application grants its statements.
  await transaction.define("set local statement_timeout = 0");
  if (schema !== undefined && migrate !== "refuse") await makeSchema(transaction, schema);
  await transaction.all(TAKE_MIGRATION_LOCK);
  let facts = await serverFacts(transaction);
  if (!facts.is_set_up && migrate === "refuse") missingMigrations(open, "postgresql", []);
  checkServer(facts);
  if (facts.is_set_up) await checkTables(transaction, facts, [MIGRATION_TABLE]);
  const executed = facts.is_set_up ? await transaction.all<AppliedMigration>(APPLIED_MIGRATIONS) : [];
  const pending = missingMigrations(open, "postgresql", executed);
  if (pending.length > 0) {
    const unbegun = await within(transaction, [facts.home], async () => await run.unbegun(transaction, pending));
    await checkBeforeMigrating(transaction, facts, unbegun);
    if (facts.trigram_schema === null && needsTrigrams(unbegun) && (await makeTrigrams(transaction, facts.home))) {
      facts = await serverFacts(transaction);
      checkServer(facts);
    }
    // Whoever uses a table waits behind a migration that waits for it.
    if (executed.length > 0) await transaction.define(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
    const done = await within(transaction, [facts.home, ...(facts.trigram_schema === null ? [] : [facts.trigram_schema])], async () => {
      await transaction.define(CREATE_MIGRATION_TABLE);
      for (const { name, type } of RECORD_COLUMNS)
        await transaction.define(`alter table ${MIGRATION_TABLE} add column if not exists ${name} ${type}`);
      return await run.advance(transaction, pending);
    });
    if (!done) return false;
  }
  const migrations = migrationsOf(models, "postgresql");
  const known = new Set(migrations.map(({ name }) => name));
  const isAhead = executed.some(({ name }) => !known.has(name));
  const tables = isAhead ? await tablesThere(transaction, tablesOf(migrations)) : tablesOf(migrations);
  await checkTables(transaction, facts, tables);
  await within(transaction, [facts.home], async () => await holdRules(transaction, facts.home, tables, logger));
  return true;
}

/**
 * Looks whether a database can be read, by statements that only read.
 * @throws the DATABASE_… errors
 */
export async function checkReadable(queries: Queries, open: StorageOpenOptions): Promise<void> {
  const facts = await serverFacts(queries);
  if (!facts.is_set_up) missingMigrations(open, "postgresql", []);
  checkServer(facts);
  await checkTables(queries, facts, [MIGRATION_TABLE], ["select"]);
  missingMigrations(open, "postgresql", await queries.all<AppliedMigration>(APPLIED_MIGRATIONS));
  await checkTables(queries, facts, await tablesThere(queries, tablesOf(migrationsOf(open.models, "postgresql"))), ["select"]);
}

/** Runs `work` with a search path of its own. */
async function within<T>(transaction: OpeningTransaction, schemas: readonly string[], work: () => Promise<T>): Promise<T> {
  const set = "select set_config('search_path', ?, true)";
  const before = await transaction.get<{ path: string }>("select current_setting('search_path') as path");
  await transaction.all(set, [schemas.map(quotedName).join(", ")]);
  const result = await work();
  await transaction.all(set, [before?.path ?? ""]);
  return result;
}

/** Makes the constraints that are not there; one that rows break is left out, with a warning. */
async function holdRules(transaction: OpeningTransaction, home: string, tables: readonly string[], logger: Logger): Promise<void> {
  const rules = RULE_CONSTRAINTS.filter(({ table }) => tables.includes(table));
  const there = await transaction.all<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = ? and c.relname = any(?)
     union select r.conname from pg_constraint r join pg_namespace n on n.oid = r.connamespace where n.nspname = ? and r.conname = any(?)`,
    [home, rules.map(({ name }) => name), home, rules.map(({ name }) => name)],
  );
  const names = new Set(there.map(({ name }) => name));
  for (const rule of rules.filter(({ name }) => !names.has(name))) await holdRule(transaction, rule, logger);
}

async function holdRule(transaction: OpeningTransaction, rule: RuleConstraint, logger: Logger): Promise<void> {
  const broken = await transaction.all<{ what: string }>(rule.broken);
  if (broken.length > 0)
    return logger.warn(
      brokenSentence(
        rule,
        broken.map(({ what }) => what),
      ),
    );
  await transaction.define("savepoint rule");
  try {
    for (const statement of rule.statements.postgresql) await transaction.define(statement);
    await transaction.define("release savepoint rule");
  } catch (error) {
    await transaction.define("rollback to savepoint rule");
    // A host that is running may have written since the look, or the role may not own the table.
    const { code } = error as { readonly code?: string };
    if (violationOf(error) === undefined && code !== "42501") throw error;
    logger.warn(`the database does not hold a rule (${rule.rule}): ${error instanceof Error ? error.message : String(error)}`);
  }
}
