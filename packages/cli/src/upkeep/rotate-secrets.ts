import { withDatabase } from "./database-command.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { JsonOption } from "./json-option.ts";

/**
 * Encrypts every encrypted field under the newest key.
 * @throws SettingsError, EngineFailure
 */
export async function runRotate(environment: Environment, { json = false }: JsonOption): Promise<void> {
  const { keyId, rotated } = await withDatabase(environment, { secrets: true }, async (inventory) => await inventory.rotateSecrets());
  if (json) print(JSON.stringify({ key_id: keyId, rotated }));
  else for (const [column, count] of Object.entries(rotated)) print(`${column}: ${count} rotated`);
  note(
    `everything is encrypted under the key ${keyId}; keep older keys in ENCRYPTION_KEY for as long as there are audit rows that they seal`,
  );
}
