import { isIP } from "node:net";
import { csvLines } from "../csv/csv-lines.ts";
import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { utf8Bytes } from "../reading/byte-input.ts";
import { DATACENTER_OPTION } from "../reading/found-device.ts";
import { counted } from "../reading/left-out.ts";
import { type Lease, LeaseRows } from "./lease.ts";

/** A lease with this lifetime never ends. */
const FOREVER = 0xffff_ffff;

/** States of a lease, by their numbers: only the first is a client that holds its address. */
const STATES = ["in use", "declined", "expired and reclaimed", "released", "registered by the client"] as const;

/** Columns that are needed; versions of Kea differ in the others. */
const NEEDED = ["address", "valid_lifetime", "expire", "hostname", "state"] as const;

/**
 * A lease file of Kea (memfile), DHCPv4 or DHCPv6. Kea appends to it: the last line of an address counts, so that the file is
 * read to its end before the first row, and memory holds one lease for each address.
 */
export const keaFormat: ImportFormat = {
  name: "kea",
  label: "Kea leases",
  description: "a lease file of Kea, kea-leases4.csv or kea-leases6.csv: a device for each active lease",
  source: "file",
  options: [DATACENTER_OPTION],
  read: readKea,
};

/** A line of the file, or what is wrong with it. */
type Read =
  | { readonly lease: Lease; readonly state: number; readonly isPrefix: boolean }
  | { readonly wrong: string; readonly field?: string };

async function* readKea(input: ReaderInput): AsyncGenerator<ImportItem> {
  const file = onlyFile(input);
  const rows = new LeaseRows(input);
  const leases = new Map<string, Exclude<Read, { readonly wrong: string }>>();
  let columns: ReadonlyMap<string, number> | undefined;
  for await (const { line, cells, wrong } of csvLines(utf8Bytes(file.open(), file.name), ",", file.name)) {
    const texts = cells.map((cell) => cell ?? "");
    if (columns === undefined) {
      columns = columnsOf(texts, file.name);
      continue;
    }
    const read = wrong === undefined ? readLine(texts, columns, line) : { wrong };
    if ("wrong" in read)
      yield {
        at: { line },
        type: "device",
        ...(read.field === undefined ? {} : { field: read.field }),
        severity: "error",
        message: read.wrong,
      };
    else leases.set(read.lease.ip, read);
  }
  if (columns === undefined) throw badInput(`${file.name} is empty`);
  for (const { lease, state, isPrefix } of leases.values()) {
    if (isPrefix)
      rows.leftOut.add(
        "prefix",
        (count) => `${counted(count, "delegated prefix", "delegated prefixes")} skipped: only addresses are imported`,
        lease.at,
      );
    else if (state !== 0)
      rows.leftOut.add(`state ${state}`, (count) => `${counted(count, "lease")} skipped: ${STATES[state] ?? `state ${state}`}`, lease.at);
    else yield* rows.of(lease);
  }
  yield* rows.leftOut.warnings();
}

function columnsOf(names: readonly string[], file: string): ReadonlyMap<string, number> {
  const columns = new Map(names.map((name, index) => [name.trim(), index]));
  const missing = NEEDED.filter((name) => !columns.has(name));
  if (missing.length > 0) throw badInput(`${file} is not a lease file of Kea: its first line lacks ${missing.join(", ")}`);
  return columns;
}

function readLine(cells: readonly string[], columns: ReadonlyMap<string, number>, line: number): Read {
  if (cells.length !== columns.size) return { wrong: `has ${cells.length} columns, but the first line has ${columns.size}` };
  const cell = (name: string): string => cells[columns.get(name) ?? -1] ?? "";
  const ip = cell("address");
  if (isIP(ip) === 0) return { wrong: `${JSON.stringify(ip.slice(0, 100))} is not an IP address`, field: "addresses" };
  const [lifetime, expire, state] = [Number(cell("valid_lifetime")), Number(cell("expire")), Number(cell("state"))];
  if (![lifetime, expire, state].every(Number.isSafeInteger)) return { wrong: "valid_lifetime, expire and state must be numbers" };
  const expires = lifetime === FOREVER ? undefined : expire;
  // Kea writes a comma in a name as &#x2c.
  const hostname = cell("hostname").replaceAll("&#x2c", ",");
  return { lease: { at: { line }, ip, hostname, expires }, state, isPrefix: cell("lease_type") === "2" };
}
