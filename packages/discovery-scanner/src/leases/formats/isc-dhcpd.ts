import { leaseEntry } from "../lease-entry.ts";
import type { LeaseEntry } from "../lease.ts";
import { iscTokens } from "./isc-tokens.ts";

/** Words of a statement that are kept: no statement that is read has more. */
const MAX_WORDS = 8;

/** What is known of the lease whose block is open. */
interface Block {
  readonly ip: string;
  readonly depth: number;
  mac: string;
  hostname: string;
  /** Undefined until the file says; null for never. */
  expires: number | null | undefined;
  state: string;
}

/**
 * dhcpd.leases(5) of the ISC server, of DHCPv4 (`lease 10.0.0.1 { … }`) and DHCPv6 (`iaaddr 2001:db8::1 { … }`). Each time that something
 * becomes of a lease a block is appended, so the last of an address counts; one that is not closed is not told.
 */
export async function* iscLeases(lines: AsyncIterable<string>): AsyncGenerator<LeaseEntry | undefined> {
  let depth = 0;
  let words: string[] = [];
  let block: Block | undefined;
  for await (const { kind, text } of iscTokens(lines)) {
    if (kind !== "mark") {
      if (words.length < MAX_WORDS) words.push(text);
      continue;
    }
    const statement = words;
    words = [];
    if (text === ";") {
      if (block !== undefined && depth === block.depth) note(block, statement);
    } else if (text === "{") {
      depth += 1;
      const [what, ip] = statement;
      // A block within a block of the same kind is none: the one before broke off, and this is the next one.
      if ((what === "lease" || what === "iaaddr") && ip !== undefined)
        block = { ip, depth, mac: "", hostname: "", expires: undefined, state: "" };
    } else {
      if (block !== undefined && depth === block.depth) {
        yield entryOf(block);
        block = undefined;
      }
      depth = Math.max(0, depth - 1);
    }
  }
}

function note(block: Block, [what, ...words]: readonly string[]): void {
  if (what === "ends") block.expires = timeOf(words);
  else if (what === "hardware" && words[0] === "ethernet") block.mac = words[1] ?? "";
  else if (what === "client-hostname") block.hostname = words[0] ?? "";
  else if (what === "binding" && words[0] === "state") block.state = words[1] ?? "";
}

function entryOf({ ip, mac, hostname, expires, state }: Block): LeaseEntry | undefined {
  if (expires === undefined) return undefined;
  return leaseEntry({ ip, mac, hostname, expires, isHeld: state === "active" });
}

/** `never`, `<weekday> 2026/01/02 03:04:05` (UTC) or `epoch 1767323045`, in seconds. */
function timeOf([first, date = "", time = ""]: readonly string[]): number | null | undefined {
  if (first === "never") return null;
  if (first === "epoch") return /^\d{1,12}$/.test(date) ? Number(date) : undefined;
  if (!/^\d{4}\/\d\d\/\d\d$/.test(date) || !/^\d\d:\d\d:\d\d$/.test(time)) return undefined;
  const parsed = Date.parse(`${date.replaceAll("/", "-")}T${time}Z`);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
}
