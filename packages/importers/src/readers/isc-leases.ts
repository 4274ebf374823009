import { iscTokens } from "./isc-tokens.ts";
import { ethernetAddress, type LeaseLine, leaseLine } from "./lease-line.ts";
import type { Line } from "./line.ts";

/** Words of a statement that are kept: no statement that is read has more. */
const MAX_WORDS = 8;

/** The lease whose block is open. */
interface Block {
  readonly line: number;
  readonly ip: string;
  readonly depth: number;
  mac: string;
  hostname: string;
  /** Undefined until the file says; null for never. */
  expires: number | null | undefined;
  state: string;
}

/**
 * Reads dhcpd.leases(5) of the ISC server, DHCPv4 (`lease 10.0.0.1 { … }`) and DHCPv6 (`iaaddr 2001:db8::1 { … }`). The server appends a
 * block for each change of a lease. A block that is not closed is a problem.
 */
export async function* iscLeases(lines: AsyncIterable<Line>): AsyncGenerator<LeaseLine> {
  let depth = 0;
  let words: string[] = [];
  let block: Block | undefined;
  let last = 0;
  for await (const { line, kind, text } of iscTokens(lines)) {
    last = line;
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
      if ((what === "lease" || what === "iaaddr") && ip !== undefined) {
        // A block within a block of the same kind follows one that broke off.
        if (block !== undefined) yield unclosed(block);
        block = { line, ip, depth, mac: "", hostname: "", expires: undefined, state: "" };
      }
    } else {
      if (block !== undefined && depth === block.depth) {
        yield lineOf(block);
        block = undefined;
      }
      depth = Math.max(0, depth - 1);
    }
  }
  if (block !== undefined) yield unclosed(block);
  else if (words.length > 0) yield { line: last, problem: "is no statement of dhcpd.leases, or the file is cut off" };
}

const unclosed = ({ line, ip }: Block): LeaseLine => ({ line, problem: `begins the lease ${ip.slice(0, 100)}, which has no end` });

function note(block: Block, [what, ...words]: readonly string[]): void {
  if (what === "ends") block.expires = timeOf(words);
  else if (what === "hardware" && words[0] === "ethernet") block.mac = ethernetAddress(words[1] ?? "");
  else if (what === "client-hostname") block.hostname = words[0] ?? "";
  else if (what === "binding" && words[0] === "state") block.state = words[1] ?? "";
}

function lineOf({ line, ip, mac, hostname, expires, state }: Block): LeaseLine {
  if (expires === undefined && state === "active") return { line, problem: "is an active lease without a valid time at which it ends" };
  return leaseLine(line, { ip, mac, hostname, expires: expires ?? null, state: state === "" ? "without a state" : state, isPrefix: false });
}

/** `never`, `<weekday> 2026/01/02 03:04:05` (UTC) or `epoch 1767323045`, in seconds. */
function timeOf([first, date = "", time = ""]: readonly string[]): number | null | undefined {
  if (first === "never") return null;
  if (first === "epoch") return /^\d{1,12}$/.test(date) ? Number(date) : undefined;
  if (!/^\d{4}\/\d\d\/\d\d$/.test(date) || !/^\d\d:\d\d:\d\d$/.test(time)) return undefined;
  const parsed = Date.parse(`${date.replaceAll("/", "-")}T${time}Z`);
  return Number.isNaN(parsed) ? undefined : parsed / 1000;
}
