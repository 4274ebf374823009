import { invalidField } from "../../contract/errors/validation.ts";

/** A place in the log: transaction number, then sequence. */
export interface Cursor {
  readonly txid: bigint;
  readonly seq: number;
}

/** Before every event. */
export const OLDEST = "0-0";

export const NOT_A_CURSOR = "is not a cursor of this log: use the value of next";

const FORM = /^(\d{1,19})-(\d{1,15})$/;
const MAX_TXID = 9_223_372_036_854_775_807n;

/** The text of a place, as clients keep it. */
export const textOfCursor = ({ txid, seq }: { readonly txid: bigint | number | string; readonly seq: number | string }): string =>
  `${txid}-${seq}`;

/** @param field that the text came in. @throws VALIDATION_ERROR naming the field */
export function cursorOf(text: string, field = "after"): Cursor {
  const [, txid, seq] = FORM.exec(text) ?? [];
  if (txid === undefined || BigInt(txid) > MAX_TXID) throw invalidField(field, NOT_A_CURSOR);
  return { txid: BigInt(txid), seq: Number(seq) };
}

/** Below 0 when the first place is before the second. */
export const compareCursors = (first: Cursor, second: Cursor): number =>
  first.txid === second.txid ? first.seq - second.seq : first.txid < second.txid ? -1 : 1;
