import { readdirSync, readFileSync } from "node:fs";
import { field, integer, objectId } from "./ber.ts";

const OCTET_STRING = 0x04;
const NULL = 0x05;
const OBJECT_ID = 0x06;
const IP_ADDRESS = 0x40;
const OPAQUE = 0x44;

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

const FOLDER = new URL("../recordings/", import.meta.url);

/** Recordings of these tests: `access-switch` for `recordings/access-switch.snmprec`. */
export const RECORDINGS: readonly string[] = names().filter((name) => !name.includes("@"));

/** Recordings of the VLANs of a device, by their numbers: `switch@10` for VLAN 10 of `switch`. */
export const vlanRecordings = (device: string): ReadonlyMap<string, string> =>
  new Map(names().flatMap((name) => (name.startsWith(`${device}@`) ? [[name.slice(device.length + 1), name] as const] : [])));

function names(): string[] {
  return readdirSync(FOLDER).map((file) => file.replace(/\.snmprec$/, ""));
}

export const recordingText = (name: string): string => readFileSync(new URL(`${name}.snmprec`, FOLDER), "utf8");

/** A recording of these tests. */
export const recording = (name: string): RecordedRow[] => recordedRows(recordingText(name));

function rowOf(line: string): RecordedRow {
  const [, oid = "", kind = "", text = ""] = /^([^|]*)\|([^|]*)\|(.*)$/.exec(line) ?? [];
  return { oid, numbers: oid.split(".").map(Number), value: valueOf(Number.parseInt(kind, 10), kind.endsWith("x"), text) };
}

function valueOf(tag: number, isHex: boolean, text: string): Buffer {
  if (tag === OBJECT_ID) return objectId(text);
  if (isHex || tag === OCTET_STRING || tag === OPAQUE) return field(tag, Buffer.from(text, isHex ? "hex" : "utf8"));
  if (tag === IP_ADDRESS) return field(tag, Buffer.from(text.split(".").map(Number)));
  return tag === NULL ? field(tag) : integer(BigInt(text || 0), tag);
}

/** Order of object ids. */
export function compare(one: readonly number[], two: readonly number[]): number {
  for (let at = 0; at < Math.min(one.length, two.length); at += 1)
    if (one[at] !== two[at]) return (one[at] as number) - (two[at] as number);
  return one.length - two.length;
}
