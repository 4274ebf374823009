import type { Queries } from "../../../contract/storage/storage.ts";
import { MIGRATION_TABLE } from "../../opening/migrate.ts";

/** Advisory lock that starting processes take one after the other. */
const MIGRATION_LOCK = 73_001;

/** What a start has to know of the database, in one statement. */
export interface ServerFacts {
  readonly role: string;
  readonly database: string;
  readonly encoding: string;
  /** Whether a backslash in a text is a plain character. */
  readonly standard_strings: boolean;
  /** The schema that has our tables, or will have them; null when no schema of the search path exists. */
  readonly home: string | null;
  readonly may_create: boolean;
  /** Whether the table of migrations is there. */
  readonly is_set_up: boolean;
  /** Schema of pg_trgm; null when the database does not have it. */
  readonly trigram_schema: string | null;
  readonly may_use_trigram_schema: boolean;
  /** Whether the server has the files of pg_trgm. */
  readonly has_trigram_files: boolean;
  readonly may_create_trigram: boolean;
}

/**
 * Our tables live in one schema: that of the table of migrations, wherever the search path finds it, and at the first
 * start the first schema of the path.
 */
const HOME = `select coalesce(
  (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = to_regclass('${MIGRATION_TABLE}')),
  current_schema())::text as home`;

/** Puts that schema first in the search path until the end of the transaction, so that it is `current_schema()`. */
export const HOME_FIRST =
  `select set_config('search_path', concat_ws(', ', quote_ident(home), nullif(current_setting('search_path'), '')), true) from ` +
  `(${HOME}) place`;

/** Waits for other processes that open the same inventory, until the end of the transaction. Each schema has a lock of its own. */
export const TAKE_MIGRATION_LOCK = `select case when coalesce(home, 'public') = 'public' then pg_advisory_xact_lock(${MIGRATION_LOCK})
  else pg_advisory_xact_lock(${MIGRATION_LOCK}, hashtext(home)) end from (${HOME}) place`;

/** The same for all inventories of the database. */
export const TAKE_DATABASE_LOCK = `select pg_advisory_xact_lock(${MIGRATION_LOCK})`;

const FACTS = `
  with place as (${HOME})
  select current_user::text as role, current_database()::text as database,
    current_setting('server_encoding') as encoding, current_setting('standard_conforming_strings') = 'on' as standard_strings,
    place.home, coalesce(has_schema_privilege(place.home, 'create'), false) as may_create,
    to_regclass('${MIGRATION_TABLE}') is not null as is_set_up,
    t.nspname::text as trigram_schema, coalesce(has_schema_privilege(t.oid, 'usage'), false) as may_use_trigram_schema,
    exists (select 1 from pg_available_extensions where name = 'pg_trgm') as has_trigram_files,
    (select rolsuper from pg_roles where rolname = current_user)
      or (has_database_privilege(current_database(), 'create')
        and exists (select 1 from pg_available_extension_versions where name = 'pg_trgm' and trusted)) as may_create_trigram
  from place left join (select n.oid, n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_trgm') t on true`;

/** The schema that has our tables, or will have them; undefined when no schema of the search path exists. */
export async function homeSchema(queries: Queries): Promise<string | undefined> {
  return (await queries.get<{ home: string | null }>(HOME))?.home ?? undefined;
}

export async function serverFacts(queries: Queries): Promise<ServerFacts> {
  return (await queries.get<ServerFacts>(FACTS)) as ServerFacts;
}
