import type { Queries, Transaction } from "../../contract/storage/storage.ts";
import type { KeyRing } from "../../secrets/key-ring.ts";
import { signatureOf } from "./audit-seal.ts";
import { sameCode } from "../proof/same-code.ts";

/** A place in the chain: the number and the code of a sealed row. */
export interface AuditPlace {
  /** Number in the chain, from 1. */
  readonly number: number;
  /** Code of the row, which depends on every row before it. */
  readonly hmac: string;
}

/**
 * A signed place that the database keeps: `head` is the newest sealed row, `start` the newest one that retention removed,
 * and `proven` has as its number the sequence of the last row that may be without a proof, 0 once those are all sealed.
 */
export interface AuditMark extends AuditPlace {
  readonly time: string;
  readonly key_id: string;
  readonly signature: string;
}

export type MarkName = "head" | "start" | "proven";

/** Names of the settings that hold the marks. The triggers of `audit` name `audit.start` too. */
const SETTING: Readonly<Record<MarkName, string>> = { head: "audit.head", start: "audit.start", proven: "audit.proven" };

const facts = ({ number, hmac, time }: Omit<AuditMark, "signature">): readonly unknown[] => [number, hmac, time];

/** Whether a mark is as it was signed; `unknown-key` when the ring does not have its key. */
export function checkMark(ring: KeyRing, name: MarkName, mark: AuditMark): "good" | "altered" | "unknown-key" {
  const expected = signatureOf(ring, mark.key_id, name, facts(mark));
  if (expected === undefined) return "unknown-key";
  return sameCode(expected, mark.signature) ? "good" : "altered";
}

/** The marks that are stored; an invalid text counts as unsigned. */
export async function readMarks(queries: Queries): Promise<Readonly<Partial<Record<MarkName, AuditMark>>>> {
  const rows = await queries.all<{ name: string; value: string }>("select name, value from setting where name = any(?)", [
    Object.values(SETTING),
  ]);
  const find = (name: MarkName): { readonly [key in MarkName]?: AuditMark } => {
    const row = rows.find((candidate) => candidate.name === SETTING[name]);
    return row === undefined ? {} : { [name]: parseMark(row.value) };
  };
  return { ...find("head"), ...find("start"), ...find("proven") };
}

export async function writeMark(
  transaction: Transaction,
  ring: KeyRing,
  name: MarkName,
  place: Omit<AuditMark, "key_id" | "signature">,
): Promise<AuditMark> {
  const unsigned = { number: place.number, hmac: place.hmac, time: place.time, key_id: ring.newest };
  const mark = { ...unsigned, signature: signatureOf(ring, unsigned.key_id, name, facts(unsigned)) as string };
  await transaction.exec("insert into setting (name, value) values (?, ?) on conflict (name) do update set value = excluded.value", [
    SETTING[name],
    JSON.stringify(mark),
  ]);
  return mark;
}

function parseMark(text: string): AuditMark {
  const none: AuditMark = { number: 0, hmac: "", time: "", key_id: "", signature: "" };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return none;
  }
  if (typeof value !== "object" || value === null) return none;
  const given = value as Record<string, unknown>;
  const number = (key: string): number => (Number.isSafeInteger(given[key]) ? (given[key] as number) : 0);
  const text_ = (key: string): string => (typeof given[key] === "string" ? given[key] : "");
  return { number: number("number"), hmac: text_("hmac"), time: text_("time"), key_id: text_("key_id"), signature: text_("signature") };
}
