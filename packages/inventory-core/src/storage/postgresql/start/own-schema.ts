import type { OpeningTransaction } from "../../opening/run-migrations.ts";
import { storageErrors } from "../../storage-errors.ts";
import { quotedName } from "../connection/local-settings.ts";
import { TAKE_DATABASE_LOCK } from "./server-facts.ts";

/** What there is to know of a schema that may not be there. */
interface SchemaFacts {
  readonly there: boolean;
  readonly usable: boolean;
  readonly may_create: boolean;
  readonly role: string;
  readonly database: string;
}

const FACTS = `select n.oid is not null as there, coalesce(has_schema_privilege(n.oid, 'usage'), false) as usable,
  has_database_privilege(current_database(), 'create') as may_create, current_user::text as role, current_database()::text as database
  from (select 1) one left join pg_namespace n on n.nspname = ?`;

/** Makes the schema that is to have our tables, unless it is there. @throws DATABASE_RIGHTS */
export async function makeSchema(transaction: OpeningTransaction, schema: string): Promise<void> {
  const look = async (): Promise<SchemaFacts> => (await transaction.get<SchemaFacts>(FACTS, [schema])) as SchemaFacts;
  let facts = await look();
  if (!facts.there) {
    // Of processes that start together, one makes it.
    await transaction.all(TAKE_DATABASE_LOCK);
    facts = await look();
  }
  const { there, usable, may_create: mayCreate, role, database } = facts;
  const [name, owner] = [quotedName(schema), quotedName(role)];
  if (!there && !mayCreate) {
    throw storageErrors.DATABASE_RIGHTS({
      role,
      reason:
        `may not create the schema ${schema}, which does not exist: create schema ${name} authorization ${owner}, or grant create on ` +
        `database ${quotedName(database)} to ${owner}`,
    });
  }
  if (!there) return await transaction.define(`create schema ${name}`);
  if (!usable)
    throw storageErrors.DATABASE_RIGHTS({ role, reason: `may not use the schema ${schema}: grant usage on schema ${name} to ${owner}` });
}

const PUBLIC = "select exists (select 1 from pg_namespace where nspname = 'public') as there";

/**
 * Makes pg_trgm outside of a schema that is ours alone: the database has it once, and whoever drops the schema would take it from others.
 * @returns whether it is there now
 */
export async function makeTrigrams(transaction: OpeningTransaction, home: string): Promise<boolean> {
  if (home === "public" || (await transaction.get<{ there: boolean }>(PUBLIC))?.there !== true) return false;
  await transaction.all(TAKE_DATABASE_LOCK);
  await transaction.define("savepoint trigrams");
  try {
    await transaction.define("create extension if not exists pg_trgm with schema public");
    await transaction.define("release savepoint trigrams");
    return true;
  } catch {
    // It is made with the tables then, or that says what is missing.
    await transaction.define("rollback to savepoint trigrams");
    return false;
  }
}
