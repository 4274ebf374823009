import { isInfinite, leaseEntry, wholeNumber } from "../lease-entry.ts";
import type { LeaseEntry } from "../lease.ts";

/** State of a lease that is in force (Kea, "lease states"): others are declined, expired or released. */
const ACTIVE = "0";
/** Prefixes are given to routers: nobody answers at them. */
const PREFIX_DELEGATION = new Set(["2", "IA_PD"]);

/**
 * A lease file of Kea's memfile backend: CSV with a header that names the columns, a line for each time that something became of a lease.
 * A lease that is deleted has a last line with no lifetime.
 */
export async function* keaMemfileLeases(lines: AsyncIterable<string>): AsyncGenerator<LeaseEntry | undefined> {
  let columns: ReadonlyMap<string, number> | undefined;
  for await (const line of lines) {
    const cells = line.split(",");
    // Each file of several begins with its header.
    if (cells[0] === "address") {
      columns = new Map(cells.map((name, index) => [name.trim(), index]));
      continue;
    }
    if (line.trim() === "") continue;
    yield columns === undefined ? undefined : entryOf(cells, columns);
  }
}

function entryOf(cells: readonly string[], columns: ReadonlyMap<string, number>): LeaseEntry | undefined {
  const cell = (name: string): string => plain(cells[columns.get(name) ?? -1] ?? "");
  // A line that breaks off is none.
  if (cells.length < columns.size || PREFIX_DELEGATION.has(cell("lease_type"))) return undefined;
  const lifetime = wholeNumber(cell("valid_lifetime"));
  const expires = wholeNumber(cell("expire"));
  if (Number.isNaN(lifetime)) return undefined;
  return leaseEntry({
    ip: cell("address"),
    mac: cell("hwaddr"),
    hostname: cell("hostname"),
    expires: isInfinite(lifetime) ? null : expires,
    isHeld: cell("state") === ACTIVE && lifetime > 0,
  });
}

/** Kea writes what would break a line as `&#x2c`. */
function plain(text: string): string {
  return text.replaceAll(/&#x([0-9a-f]{2});?/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
