import type { Plugin, Verification } from "@cadastre/inventory-core";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfiguration } from "../../host/configuration.ts";
import { storedPlugins } from "../../host/stored-plugins.ts";
import { untilSignal } from "../../server/interruption.ts";
import { note, print } from "../../say.ts";
import type { Environment } from "../../settings/read-settings.ts";
import { inTemporaryFolder } from "../../temporary-folder.ts";
import { type CheckedBackup, checkBackup } from "./backup-check.ts";
import { fileFailure } from "../file-failure.ts";
import type { JsonOption } from "../json-option.ts";
import { compareDatabase, tellVerification } from "../verify.ts";

export interface ComparedBackup extends CheckedBackup {
  readonly verification: Verification;
}

/**
 * Verifies a backup without changing it: its checksum, what SQLite says of it, its migrations, and as `cadastre verify`
 * on a copy, which is brought to this version.
 * @param checked is told what the file says, before the copy is compared
 * @throws CommandFailure (65) when the file is no whole backup
 */
export async function compareBackup(
  environment: Environment,
  file: string,
  plugins: readonly Plugin[],
  signal: AbortSignal,
  checked: (backup: CheckedBackup) => void = () => {},
): Promise<ComparedBackup> {
  const backup = await checkBackup(file, plugins, signal);
  checked(backup);
  return await inTemporaryFolder("verify", async (folder) => {
    const copy = join(folder, "inventory.db");
    await copyFile(file, copy);
    signal.throwIfAborted();
    const inCopy = { ...environment, DATABASE_URL: `sqlite://${copy}`, DATABASE_URL_FILE: undefined };
    const verification = await compareDatabase(inCopy, { migrates: true });
    signal.throwIfAborted();
    return { ...backup, verification };
  });
}

/**
 * As {@link compareBackup}, and prints what is found.
 * @throws SettingsError, CommandFailure (65 when something is wrong with it)
 */
export async function runBackupVerify(environment: Environment, given: string, { json = false }: JsonOption): Promise<void> {
  const { parts } = await readConfiguration(environment);
  const file = resolve(given);
  try {
    const { verification } = await untilSignal(
      async (signal) => await compareBackup(environment, file, storedPlugins(parts.plugins, parts.without), signal, tellBackup),
    );
    tellVerification(verification, json);
    if (!json) print(`${file}: OK`);
  } catch (error) {
    throw fileFailure(error, "the backup was not verified");
  }
}

function tellBackup({ manifest, migrations }: CheckedBackup): void {
  note(
    manifest === undefined
      ? "no manifest found: the checksum was not checked"
      : `created by ${manifest.engine_version} at ${manifest.created_at}; checksum OK`,
  );
  if (migrations.pending.length > 0)
    note(
      `${migrations.pending.length} migrations will be applied when a server uses it: ` +
        migrations.pending.map(({ migration }) => migration).join(", "),
    );
}
