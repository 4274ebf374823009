import { readFileSync } from "node:fs";
import { field, integer, objectId } from "./ber.ts";

/** A variable of a recorded device, its value as BER. */
export interface RecordedRow {
  readonly oid: string;
  readonly numbers: readonly number[];
  readonly value: Buffer;
}

/** Rows of a recording as snmpsim has them, a line each: `object id|tag|value`, where `x` after the tag means hexadecimal digits. */
export function recordedRows(text: string): RecordedRow[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map(rowOf)
    .toSorted((one, two) => compare(one.numbers, two.numbers));
}

/** A recording of this folder: `switch` for `recordings/switch.snmprec`. */
export const recording = (name: string): RecordedRow[] =>
  recordedRows(readFileSync(new URL(`../recordings/${name}.snmprec`, import.meta.url), "utf8"));

function rowOf(line: string): RecordedRow {
  const [, oid = "", kind = "", text = ""] = /^([^|]*)\|([^|]*)\|(.*)$/.exec(line) ?? [];
  const tag = Number.parseInt(kind, 10);
  const bytes = Buffer.from(text, kind.endsWith("x") ? "hex" : "utf8");
  const value =
    tag === 4
      ? field(4, bytes)
      : tag === 6
        ? objectId(text)
        : tag === 64
          ? field(0x40, Buffer.from(text.split(".").map(Number)))
          : integer(Number(text), tag);
  return { oid, numbers: oid.split(".").map(Number), value };
}

/** Order of object ids. */
export function compare(one: readonly number[], two: readonly number[]): number {
  for (let at = 0; at < Math.min(one.length, two.length); at += 1)
    if (one[at] !== two[at]) return (one[at] as number) - (two[at] as number);
  return one.length - two.length;
}
