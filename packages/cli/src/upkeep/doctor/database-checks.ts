import {
  type AppliedMigration,
  type DialectName,
  isInventoryError,
  type KeyRing,
  migrationStatusOf,
  type Plugin,
} from "@cadastre/inventory-core";
import { postgresqlState } from "@cadastre/inventory-core/postgresql";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { stat } from "node:fs/promises";
import { pluginsThere } from "../../host/stored-plugins.ts";
import { databaseFile, schemaOf } from "../database.ts";
import { chooseKeys } from "../encryption-keys.ts";
import type { Settings } from "../../settings/settings.ts";
import { keyNeeds } from "../key-needs.ts";
import { checkFailover } from "./failover-checks.ts";
import { type Finding, ok, problem, sentenceOf, warning } from "./finding.ts";
import { SITE_TABLES, siteFindings, type SiteRows } from "./site-checks.ts";

/** Differences of clocks that nothing minds. */
const MAX_AHEAD_MS = 5_000;

/** Whether the database answers, fits this version, has its keys, and agrees on what time it is. */
export async function checkDatabase(settings: Settings, plugins: readonly Plugin[]): Promise<readonly Finding[]> {
  return settings.DATABASE_URL?.kind === "postgresql"
    ? await checkPostgresql(settings, settings.DATABASE_URL.url, plugins)
    : await checkSqlite(settings, plugins);
}

async function checkPostgresql(settings: Settings, url: string, plugins: readonly Plugin[]): Promise<readonly Finding[]> {
  try {
    const { migrations, newestEventAt, clockAheadMs, rows } = await postgresqlState(url, { ...schemaOf(settings), rowsOf: SITE_TABLES });
    const apart =
      Math.abs(clockAheadMs) > MAX_AHEAD_MS
        ? [
            warning(
              "clock",
              `the clock of the database is ${Math.round(clockAheadMs / 1000)} s from this machine's`,
              "synchronize both with NTP: leases of several hosts rely on it",
            ),
          ]
        : [];
    const keys =
      settings.ENCRYPTION_KEY === undefined
        ? problem(
            "encryption-key",
            "ENCRYPTION_KEY is not set, but servers on PostgreSQL require it",
            "set the same key for each of them: openssl rand -base64 32, once",
          )
        : ok("encryption-key", "set; a server checks at its start that it is the right one");
    return [
      ok("database", "answers"),
      migrationFinding(migrations, "postgresql", plugins),
      keys,
      clockFinding(newestEventAt),
      ...apart,
      ...(await checkFailover(url)),
      ...(await siteFindings(rows)),
    ];
  } catch (error) {
    const details = isInventoryError(error) ? (error.details as Partial<Record<"problem" | "advice", string>>) : {};
    return [
      problem(
        "database",
        details.problem ?? `PostgreSQL cannot be used: ${sentenceOf(error)}`,
        details.advice ?? "check that it is running, and check host, port, user and password in DATABASE_URL",
      ),
    ];
  }
}

async function checkSqlite(settings: Settings, plugins: readonly Plugin[]): Promise<readonly Finding[]> {
  const file = databaseFile(settings);
  if (file === undefined)
    return [warning("database", "is in memory", "all data is lost when the server stops: set DATA_DIR or DATABASE_URL")];
  if ((await stat(file).catch(() => undefined)) === undefined)
    return [
      warning("database", `no database at ${file} yet`, "the first start creates it; if one should exist, check DATA_DIR and DATABASE_URL"),
    ];
  try {
    using snapshot = new SqliteSnapshot(file);
    const newest = snapshot.tables().some(({ name }) => name === "event")
      ? snapshot.distinct("event", "occurred_at", "seq = (select max(seq) from event)")[0]
      : undefined;
    return [
      ok("database", file),
      migrationFinding(snapshot.migrations(), "sqlite", plugins),
      keyFinding(settings, snapshot, plugins),
      clockFinding(newest ?? null),
      ...(await siteFindings(siteRowsOf(snapshot))),
    ];
  } catch (error) {
    return [
      problem(
        "database",
        `${file} cannot be used: ${sentenceOf(error)}`,
        "run the command as the user of the server; if the file is damaged, restore a backup",
      ),
    ];
  }
}

function siteRowsOf(snapshot: SqliteSnapshot): SiteRows {
  const tables = snapshot.tables().filter(({ name }) => SITE_TABLES.some((site) => site === name));
  return Object.fromEntries(
    tables.map((table) => [
      table.name,
      [...snapshot.rows(table, table.columns.slice(0, 1))].map((row) =>
        Object.fromEntries(table.columns.map((column, index) => [column, row[index]])),
      ),
    ]),
  );
}

/** Plugins without tables are none that the database lacks: an application may have it. */
function migrationFinding(migrations: readonly AppliedMigration[], dialect: DialectName, plugins: readonly Plugin[]): Finding {
  const there = pluginsThere(plugins, migrations, dialect);
  const { applied, pending, unknown, refusal } = migrationStatusOf(migrations, dialect, there);
  if (refusal !== undefined) {
    const [what = "", ...advice] = refusal.message.split(": ");
    return problem("migrations", what, advice.join(": "));
  }
  if (pending.length > 0)
    return warning("migrations", `${pending.length} are pending`, "create a backup; then start the server, or run cadastre migrate up");
  const newer =
    unknown.length === 0 ? "" : `, and ${unknown.length} of a newer version or of plugins that are not loaded, which this one goes on with`;
  return ok("migrations", `all ${applied.length} applied${newer}`);
}

function keyFinding(settings: Settings, snapshot: SqliteSnapshot, plugins: readonly Plugin[]): Finding {
  let ring: KeyRing | undefined;
  try {
    ring = chooseKeys(settings, "find");
  } catch (error) {
    return problem("encryption-key", sentenceOf(error), "restore the right key");
  }
  const { encrypted, sealed } = keyNeeds(snapshot, plugins);
  const lacking = (ids: readonly string[]): string => ids.filter((id) => ring?.ids.includes(id) !== true).join(", ");
  if (lacking(encrypted) !== "")
    return problem(
      "encryption-key",
      `secrets are encrypted under the key ${lacking(encrypted)}, which is missing`,
      "add it to ENCRYPTION_KEY, or put encryption.key back beside the database",
    );
  if (lacking(sealed) !== "")
    return warning(
      "encryption-key",
      `audit rows are sealed under the key ${lacking(sealed)}, which is missing`,
      "add it to ENCRYPTION_KEY, or those rows cannot be verified",
    );
  return ring === undefined
    ? warning("encryption-key", "no key yet", "the first start creates it; keep a copy of it apart from the backups")
    : ok("encryption-key", "present and valid");
}

function clockFinding(newestEventAt: string | null): Finding {
  const aheadMs = newestEventAt === null ? 0 : Date.parse(newestEventAt) - Date.now();
  if (aheadMs <= MAX_AHEAD_MS)
    return ok("clock", newestEventAt === null ? "no event to compare it with" : `the newest event is of ${newestEventAt}`);
  return problem(
    "clock",
    `the newest event is of ${newestEventAt}, which is in the future`,
    "set the clock of this machine (NTP): a clock that was set back gives wrong timestamps and holds leases too long",
  );
}
