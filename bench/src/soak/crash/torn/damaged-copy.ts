import { isInventoryError } from "@cadastre/inventory-core";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { traceText } from "../intention.ts";
import { LibraryPerformer } from "../library-performer.ts";
import { readAudits } from "../read-stored.ts";
import { readingSqlite, sqliteIntegrity } from "../trial-database.ts";
import { verifyDatabase } from "../verify-database.ts";

/** What became of a copy. */
export interface CopyOutcome {
  /** `refused` by the engine with an error of ours, `named` by a check, `failed` with an error without a code of ours. */
  readonly kind: "clean" | "named" | "refused" | "failed";
  /** The code, or who names the damage: `integrity_check`, `verify`. */
  readonly by: string;
  readonly detail: string;
  /** The changes that it tells of, where it can be read. */
  readonly survivors: readonly string[];
  /** Whether it opened far enough to be verified. */
  readonly verified: boolean;
}

/** Opens a copy as the engine does after a power loss, and says what it finds. */
export async function openCopy(folder: string, database: Buffer, wal: Buffer): Promise<CopyOutcome> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, "inventory.db");
  writeFileSync(path, database);
  writeFileSync(`${path}-wal`, wal);
  try {
    return await examine(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function examine(path: string): Promise<CopyOutcome> {
  let performer: LibraryPerformer;
  try {
    performer = await LibraryPerformer.open({ storage: "sqlite", path });
  } catch (error) {
    const code = codeOf(error);
    return { kind: code === undefined ? "failed" : "refused", by: code ?? "nobody", detail: String(error), survivors: [], verified: false };
  }
  try {
    const integrity = await findings(async () => sqliteIntegrity(path));
    const verify = await findings(async () => await verifyDatabase({ storage: "sqlite", path }));
    const named = [integrity.names ? "integrity_check" : "", verify.names ? "verify" : ""].filter(Boolean).join(" and ");
    const detail = [integrity, verify]
      .flatMap(({ found }) => found)
      .join("; ")
      .slice(0, 300);
    // SQLite's own complaint is one without a code of ours, and that is its way; the engine's should have one.
    if (verify.uncoded) return { kind: "failed", by: named, detail, survivors: [], verified: true };
    if (named !== "") return { kind: "named", by: named, detail, survivors: [], verified: true };
    const survivors = await readingSqlite(path, async (read) => (await readAudits(read)).map(traceText));
    // A database that opens must take writes again, too.
    const written = await performer.perform({ kind: "device.create", params: [], body: { name: "after the power loss" } });
    if (written.status !== "ok") return { kind: "failed", by: "a write", detail: JSON.stringify(written), survivors, verified: true };
    return { kind: "clean", by: "", detail: "", survivors, verified: true };
  } finally {
    await performer.inventory.close().catch(() => {});
  }
}

/** What a check finds; an error that it throws is a finding, too. */
async function findings(check: () => Promise<string[]>): Promise<{ found: string[]; names: boolean; uncoded: boolean }> {
  try {
    const found = await check();
    return { found, names: found.length > 0, uncoded: false };
  } catch (error) {
    return { found: [String(error)], names: true, uncoded: codeOf(error) === undefined };
  }
}

/** The codes of an error of ours and of those that caused it. */
function codeOf(error: unknown): string | undefined {
  const codes: string[] = [];
  for (let current = error; isInventoryError(current); current = current.cause) codes.push(current.code);
  return codes.length === 0 ? undefined : codes.join(" <- ");
}
