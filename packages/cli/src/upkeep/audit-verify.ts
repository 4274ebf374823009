import type { AuditFinding } from "@cadastre/inventory-core";
import { withDatabase } from "./database-command.ts";
import { CommandFailure, EXIT, usageFailure } from "../exit-codes.ts";
import { note, print } from "../say.ts";
import type { Environment } from "../settings/read-settings.ts";
import type { JsonOption } from "./json-option.ts";

export interface AuditVerifyOptions extends JsonOption {
  /** `<number>:<hmac>`, a head that was kept elsewhere, which the log must still lead to. */
  readonly head?: string;
}

/** A head of the audit log. */
interface KeptHead {
  readonly number: number;
  readonly hmac: string;
}

/** @throws CommandFailure */
function parseHead(text: string): KeptHead {
  const [, number, hmac] = /^(\d{1,15}):([A-Za-z0-9_-]{43})$/.exec(text) ?? [];
  if (number === undefined || hmac === undefined) throw usageFailure('--head is <number>:<hmac>, as the log line "audit head" has them.');
  return { number: Number(number), hmac };
}

/**
 * Checks the sealed audit log, and prints a line for each thing that is wrong.
 * @throws SettingsError, EngineFailure; CommandFailure: 65 when something is wrong
 */
export async function runAuditVerify(environment: Environment, { json = false, head: text }: AuditVerifyOptions): Promise<void> {
  const head = text === undefined ? undefined : parseHead(text);
  const result = await withDatabase(environment, { reads: true }, async (inventory) => await inventory.verifyAudit({ head }));
  const { checked, unsealed, start, findings, count } = result;
  if (json) print(JSON.stringify(result));
  else for (const found of findings) print(lineOf(found));
  note(
    `${checked} sealed rows checked${start > 0 ? `, from row ${start + 1} on (retention removed those before)` : ""}; ${unsealed} ` +
      `not sealed yet`,
  );
  if (result.head !== null) note(`head ${result.head.number}:${result.head.hmac}`);
  if (count > findings.length) note(`only the first ${findings.length} findings are listed`);
  note(count === 0 ? "no findings" : `${count} findings`);
  if (count > 0) throw new CommandFailure("", EXIT.data);
}

const lineOf = ({ kind, id, message }: AuditFinding): string => `${kind}: ${message}${id === null ? "" : ` (id ${JSON.stringify(id)})`}`;
