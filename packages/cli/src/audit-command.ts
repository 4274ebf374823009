import type { AuditFinding } from "@cadastre/inventory-core";
import { InvalidArgumentError } from "commander";
import { type MaintenanceOptions, note, print, withInventory } from "./maintenance.ts";
import type { Environment } from "./settings/read-settings.ts";

/** A head of the audit log that was kept elsewhere. */
export interface KeptHead {
  readonly number: number;
  readonly hmac: string;
}

/** Reads `<number>:<hmac>`. @throws InvalidArgumentError */
export function parseHead(text: string): KeptHead {
  const [, number, hmac] = /^(\d{1,15}):([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (number === undefined || hmac === undefined) throw new InvalidArgumentError("It is <number>:<hmac>, as the log line \"audit head\" has them.");
  return { number: Number(number), hmac };
}

/**
 * Checks the sealed audit log, and prints a line for each thing that is wrong.
 * @returns whether nothing is
 * @throws SettingsError, StartError
 */
export async function runAuditVerify(environment: Environment, { json = false, head }: MaintenanceOptions & { readonly head?: KeptHead }): Promise<boolean> {
  const result = await withInventory(environment, async (inventory) => await inventory.verifyAudit({ head }));
  const { checked, unsealed, start, findings, count } = result;
  if (json) print(JSON.stringify(result));
  else for (const found of findings) print(lineOf(found));
  note(`${checked} sealed rows checked${start > 0 ? `, from row ${start + 1} on (retention removed those before)` : ""}; ${unsealed} not sealed yet`);
  if (result.head !== null) note(`head ${result.head.number}:${result.head.hmac}`);
  if (count > findings.length) note(`only the first ${findings.length} findings are listed`);
  note(count === 0 ? "nothing is wrong" : `${count} findings`);
  return count === 0;
}

const lineOf = ({ kind, id, message }: AuditFinding): string => `${kind}: ${message}${id === null ? "" : ` (id ${JSON.stringify(id)})`}`;

/**
 * Encrypts every encrypted field under the newest key.
 * @throws SettingsError, StartError
 */
export async function runRotate(environment: Environment, { json = false }: MaintenanceOptions): Promise<void> {
  const { keyId, rotated } = await withInventory(environment, async (inventory) => await inventory.rotateSecrets(), { secrets: true });
  if (json) print(JSON.stringify({ key_id: keyId, rotated }));
  else for (const [column, count] of Object.entries(rotated)) print(`${column}: ${count} rotated`);
  note(`everything is encrypted under the key ${keyId}; keep older keys in ENCRYPTION_KEY for as long as there are audit rows that they seal`);
}
