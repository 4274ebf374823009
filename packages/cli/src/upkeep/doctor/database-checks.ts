import { isInventoryError, type KeyRing, type Plugin } from "@cadastre/inventory-core";
import { postgresqlState } from "@cadastre/inventory-core/postgresql";
import { SqliteSnapshot } from "@cadastre/inventory-core/sqlite";
import { stat } from "node:fs/promises";
import { databaseFile } from "../database.ts";
import { chooseKeys } from "../encryption-keys.ts";
import type { Settings } from "../../settings/settings.ts";
import { keyNeeds } from "../key-needs.ts";
import { type MigrationState, migrationState, unknownAdvice } from "../migration-state.ts";
import { checkFailover } from "./failover-checks.ts";
import { type Finding, ok, problem, sentenceOf, warning } from "./finding.ts";

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
    const { migrations, newestEventAt, clockAheadMs } = await postgresqlState(url);
    const apart =
      Math.abs(clockAheadMs) > MAX_AHEAD_MS
        ? [
            warning(
              "clock",
              `the clock of the database is ${Math.round(clockAheadMs / 1000)} s from this machine's`,
              "set both by NTP: leases of several hosts rely on it",
            ),
          ]
        : [];
    const keys =
      settings.ENCRYPTION_KEY === undefined
        ? problem(
            "encryption-key",
            "ENCRYPTION_KEY is not set, and servers on PostgreSQL need it",
            "set the same key for each of them: openssl rand -base64 32, once",
          )
        : ok("encryption-key", "set; a server says at its start when it is not the right one");
    return [
      ok("database", "answers"),
      migrationFinding(migrationState(migrations, "postgresql", plugins)),
      keys,
      clockFinding(newestEventAt),
      ...apart,
      ...(await checkFailover(url)),
    ];
  } catch (error) {
    const details = isInventoryError(error) ? (error.details as Partial<Record<"problem" | "advice", string>>) : {};
    return [
      problem(
        "database",
        details.problem ?? `PostgreSQL cannot be used: ${sentenceOf(error)}`,
        details.advice ?? "look whether it runs, and at host, port, user and password of DATABASE_URL",
      ),
    ];
  }
}

async function checkSqlite(settings: Settings, plugins: readonly Plugin[]): Promise<readonly Finding[]> {
  const file = databaseFile(settings);
  if (file === undefined)
    return [warning("database", "is in memory", "what is written is gone with the server: set DATA_DIR or DATABASE_URL")];
  if ((await stat(file).catch(() => undefined)) === undefined)
    return [
      warning("database", `there is none at ${file} yet`, "the first start makes it; if there was one, look at DATA_DIR and DATABASE_URL"),
    ];
  try {
    using snapshot = new SqliteSnapshot(file);
    const newest = snapshot.tables().some(({ name }) => name === "event")
      ? snapshot.distinct("event", "max(occurred_at)", "true")[0]
      : undefined;
    return [
      ok("database", file),
      migrationFinding(migrationState(snapshot.migrations(), "sqlite", plugins)),
      keyFinding(settings, snapshot, plugins),
      clockFinding(newest ?? null),
    ];
  } catch (error) {
    return [
      problem(
        "database",
        `${file} cannot be used: ${sentenceOf(error)}`,
        "run it as the user that the server runs as; if the file is damaged, restore a backup",
      ),
    ];
  }
}

function migrationFinding(state: MigrationState): Finding {
  const { applied, pending, unknown } = state;
  const advice = unknownAdvice(state);
  if (advice !== undefined) return problem("migrations", advice.problem, advice.remedy);
  if (pending.length > 0)
    return warning("migrations", `${pending.length} are pending`, "make a backup; then start the server, or run cadastre migrate up");
  const newer = unknown.length === 0 ? "" : `, and ${unknown.length} of a newer version, which this one goes on with`;
  return ok("migrations", `all ${applied.length} applied${newer}`);
}

function keyFinding(settings: Settings, snapshot: SqliteSnapshot, plugins: readonly Plugin[]): Finding {
  let ring: KeyRing | undefined;
  try {
    ring = chooseKeys(settings, "find");
  } catch (error) {
    return problem("encryption-key", sentenceOf(error), "put the right key back");
  }
  const { encrypted, sealed } = keyNeeds(snapshot, plugins);
  const lacking = (ids: readonly string[]): string => ids.filter((id) => ring?.ids.includes(id) !== true).join(", ");
  if (lacking(encrypted) !== "")
    return problem(
      "encryption-key",
      `secrets are encrypted under the key ${lacking(encrypted)}, which is not there`,
      "add it to ENCRYPTION_KEY, or put encryption.key back beside the database",
    );
  if (lacking(sealed) !== "")
    return warning(
      "encryption-key",
      `audit rows are sealed under the key ${lacking(sealed)}, which is not there`,
      "add it to ENCRYPTION_KEY, or those rows cannot be verified",
    );
  return ring === undefined
    ? warning("encryption-key", "there is none yet", "the first start makes it; keep a copy of it apart from the backups")
    : ok("encryption-key", "there, and fitting");
}

function clockFinding(newestEventAt: string | null): Finding {
  const aheadMs = newestEventAt === null ? 0 : Date.parse(newestEventAt) - Date.now();
  if (aheadMs <= MAX_AHEAD_MS)
    return ok("clock", newestEventAt === null ? "no event to compare it with" : `the newest event is of ${newestEventAt}`);
  return problem(
    "clock",
    `the newest event is of ${newestEventAt}, which is to come`,
    "set the clock of this machine (NTP): a clock that went back gives wrong times and holds leases too long",
  );
}
