import type { DialectName } from "@cadastre/inventory-core";
import { announcementOf } from "@cadastre/inventory-core/storage-kit";

/** Under which name changes of what callers are admitted by are announced (see Revision). */
export const CALLERS = "auth_callers";

/** Changes of a table that may change who a caller is, or what the caller may do. */
interface Announced {
  readonly table: string;
  /** New rows may change the rights of those who were there. */
  readonly inserts?: boolean;
  /** Columns that say it. Those that only note a use are not among them. */
  readonly columns: readonly string[];
  /** Columns whose values may only grow without being announced: a session that lives on is found where it is kept. */
  readonly mayGrow?: readonly string[];
}

/** What look-ups of callers read. New sessions, keys, tokens and users change nothing for those who are known. */
const ANNOUNCED: readonly Announced[] = [
  { table: "auth_user", columns: ["id", "username", "is_active"] },
  { table: "auth_role", columns: ["id", "name", "is_system"] },
  { table: "auth_role_permission", inserts: true, columns: ["role_id", "permission"] },
  { table: "auth_user_role", inserts: true, columns: ["user_id", "role_id"] },
  { table: "auth_api_key", columns: ["id", "user_id", "key_hash", "expires_at"] },
  { table: "auth_session", columns: ["id", "user_id", "token_hash", "epoch", "created_at"], mayGrow: ["expires_at"] },
  { table: "auth_session_epoch", inserts: true, columns: ["user_id", "epoch"] },
  { table: "auth_oauth_token", columns: ["id", "kind", "grant_id", "user_id", "scope", "expires_at"] },
];

const COUNT = `update ${CALLERS} set revision = revision + 1`;

/** Once in a transaction, whatever it changes; a savepoint that is taken back takes this with it. */
const announce = (payload: string): string => `function auth_announce_callers() returns trigger language plpgsql as $body$ begin
  if coalesce(current_setting('cadastre.${CALLERS}', true), '') = '' then
    perform set_config('cadastre.${CALLERS}', 'announced', true), pg_notify('${CALLERS}', ${payload});
    raise info '${announcementOf(CALLERS)}';
  end if;
  return null; end $body$`;

/** Says which schema it is of, for a database with several inventories. Who was written before that hears every one. */
export const ANNOUNCE_BY_SCHEMA = `create or replace ${announce("tg_table_schema")}`;

/** The table, and the triggers that announce changes however they are made. */
export function announcedCallers(dialect: DialectName): readonly string[] {
  const key = dialect === "sqlite" ? "integer" : "bigint";
  return [
    // Both have it, so that one can be copied to the other; SQLite counts in it.
    `create table ${CALLERS} (id ${key} primary key, revision ${key} not null)`,
    ...(dialect === "sqlite" ? [`insert into ${CALLERS} (id, revision) values (1, 0)`] : [`create ${announce("''")}`]),
    ...ANNOUNCED.flatMap((announced) => triggersOf(announced, dialect)),
  ];
}

function triggersOf({ table, inserts = false, columns, mayGrow = [] }: Announced, dialect: DialectName): readonly string[] {
  const differs = dialect === "sqlite" ? "is not" : "is distinct from";
  const changed = [
    ...columns.map((column) => `old.${column} ${differs} new.${column}`),
    ...mayGrow.map((column) => `new.${column} < old.${column}`),
  ].join(" or ");
  const trigger = (event: string, on: string, when = ""): string =>
    dialect === "sqlite"
      ? `create trigger ${table}_announced_${event} after ${on} on ${table} for each row ${when} begin ${COUNT}; end`
      : `create trigger ${table}_announced_${event} after ${on} on ${table} for each row ${when} execute function auth_announce_callers()`;
  return [
    ...(inserts ? [trigger("insert", "insert")] : []),
    trigger("update", `update of ${[...columns, ...mayGrow].join(", ")}`, `when (${changed})`),
    trigger("delete", "delete"),
    ...(dialect === "sqlite"
      ? []
      : [
          `create trigger ${table}_announced_truncate after truncate on ${table} for each statement ` +
            `execute function auth_announce_callers()`,
        ]),
  ];
}
