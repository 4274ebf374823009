import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readConfiguration } from "../host/configuration.ts";
import { storedPlugins } from "../host/stored-plugins.ts";
import { untilSignal } from "../interruption.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import { inTemporaryFolder } from "../temporary-folder.ts";
import { checkBackup } from "./backup-check.ts";
import { fileFailure } from "./file-failure.ts";
import type { JsonOption } from "./json-option.ts";
import { runVerify } from "./verify.ts";

/**
 * Verifies a backup without changing it: its checksum, what SQLite says of it, its migrations, and as `cadastre verify`
 * on a copy, which is brought to this version.
 * @throws SettingsError, CommandFailure (65 when something is wrong with it)
 */
export async function runBackupVerify(environment: Environment, given: string, options: JsonOption): Promise<void> {
  const { parts } = await readConfiguration(environment);
  const file = resolve(given);
  try {
    await untilSignal(async (signal) => {
      const { manifest, migrations } = await checkBackup(file, storedPlugins(parts.plugins), signal);
      note(manifest === undefined ? "there is no manifest beside it: the checksum was not looked at" : `made by ${manifest.engine_version} at ${manifest.created_at}; the checksum is right`);
      if (migrations.pending.length > 0) note(`${migrations.pending.length} migrations are applied when it is used: ${migrations.pending.join(", ")}`);
      await inTemporaryFolder("verify", async (folder) => {
        const copy = join(folder, "inventory.db");
        await copyFile(file, copy);
        signal.throwIfAborted();
        await runVerify({ ...environment, DATABASE_URL: `sqlite://${copy}`, DATABASE_URL_FILE: undefined }, options);
        signal.throwIfAborted();
      });
    });
    if (options.json !== true) print(`${file}: sound`);
  } catch (error) {
    throw fileFailure(error, "the backup was not verified");
  }
}
