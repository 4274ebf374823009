import { ethernetAddress, isInfinite, type LeaseLine, leaseLine, wholeNumber } from "./lease-line.ts";
import type { Line } from "./line.ts";

/** States of a lease by their numbers (Kea, "lease states"). */
const STATES = ["active", "declined", "expired and reclaimed", "released", "registered by the client"] as const;

/** Types of a DHCPv6 lease of a prefix. */
const PREFIXES: ReadonlySet<string> = new Set(["2", "IA_PD"]);

/** Required columns; versions of Kea differ in the others. */
const REQUIRED = ["address", "valid_lifetime", "expire", "hostname", "state"] as const;

/**
 * Reads a lease file of Kea's memfile backend, DHCPv4 or DHCPv6: a line with the names of the columns, then a line for each change of a
 * lease. Cells are never quoted, so that the JSON of `user_context` has plain quotes: Kea escapes commas as `&#x2c`. Several files may
 * follow each other.
 */
export async function* keaLeases(lines: AsyncIterable<Line>): AsyncGenerator<LeaseLine> {
  let columns: ReadonlyMap<string, number> | undefined;
  let isRefused = false;
  for await (const { line, text } of lines) {
    if (text.trim() === "") continue;
    const cells = text.split(",");
    if (cells[0] === "address" || (columns === undefined && !isRefused)) {
      columns = new Map(cells.map((name, index) => [name.trim(), index]));
      const missing = REQUIRED.filter((name) => columns?.has(name) !== true);
      isRefused = missing.length > 0;
      if (!isRefused) continue;
      columns = undefined;
      yield { line, problem: `is not the first line of a Kea lease file: it lacks ${missing.join(", ")}` };
    }
    if (columns !== undefined) yield readLine(line, cells, columns);
  }
}

function readLine(line: number, cells: readonly string[], columns: ReadonlyMap<string, number>): LeaseLine {
  if (cells.length < columns.size) return { line, problem: `has ${cells.length} columns, but the first line has ${columns.size}` };
  const cell = (name: string): string => unescaped(cells[columns.get(name) ?? -1] ?? "");
  const [lifetime = 0, expire = 0, state = 0] = [cell("valid_lifetime"), cell("expire"), cell("state")].map(wholeNumber);
  if ([lifetime, expire, state].some(Number.isNaN)) return { line, problem: "valid_lifetime, expire and state must be numbers" };
  return leaseLine(line, {
    ip: cell("address"),
    mac: ethernetAddress(cell("hwaddr")),
    hostname: cell("hostname"),
    expires: isInfinite(lifetime) ? null : expire,
    // Kea deletes a lease by a last line without a lifetime.
    state: lifetime === 0 ? "deleted" : (STATES[state] ?? `in state ${state}`),
    isPrefix: PREFIXES.has(cell("lease_type")),
  });
}

/** Kea escapes separators as `&#x` and two digits, and the ampersand itself, too. */
const unescaped = (text: string): string =>
  text.replaceAll(/&#x([0-9a-f]{2})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
