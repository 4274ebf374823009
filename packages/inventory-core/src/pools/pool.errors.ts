import { defineErrors, errorOf } from "../contract/errors/error.ts";
import type { Skipped } from "../address-space/passed-over/skipped.ts";
import { missing } from "../contract/errors/missing.ts";

/** Why an address that was asked for by name is not handed out. */
export type NamedState = "used" | "held" | "reserved";

const NOT_FREE: Readonly<Record<NamedState, string>> = {
  used: "is used by a device",
  held: "is held by another allocation",
  reserved: "is the network or broadcast address, or the IPv6 subnet-router anycast address, of its subnet",
};

function exhausted(d: { network: string } | { pool: string; asked: number }): string {
  if ("network" in d) return `network ${d.network} has no free address`;
  if (d.asked === 1) return `pool ${d.pool} has no free address`;
  return `pool ${d.pool} has fewer than ${d.asked} free addresses; nothing was allocated`;
}

/** What is there beside free addresses, and what to do about it. */
function butFor(skipped: readonly Skipped[]): string {
  const seen = skipped.some((one) => one.last_seen !== undefined);
  const quarantined = skipped.some((one) => one.until !== undefined);
  if (!seen && !quarantined) return "";
  const what = [...(seen ? ["addresses where hosts answered lately"] : []), ...(quarantined ? ["addresses in quarantine"] : [])];
  const ways = [
    ...(seen ? ["record these hosts, delete what was discovered there or ask with evidence=ignore"] : []),
    ...(quarantined ? ["wait, or end the quarantine of an address"] : []),
  ];
  return `, but for ${what.join(" and ")} (${(skipped[0] as Skipped).ip}${skipped.length > 1 ? " …" : ""}): ${ways.join("; ")}`;
}

export const poolErrors = defineErrors({
  POOL_NOT_FOUND: errorOf("not-found", "the pool does not exist", (d: { id: string }) => missing("pool", d.id)),
  IP_NOT_AVAILABLE: errorOf(
    "exhausted",
    "the pool or network has not as many free addresses as asked for, or the address asked for is not free",
    (
      d:
        | { network: string; skipped?: readonly Skipped[] }
        | { pool: string; asked: number; skipped?: readonly Skipped[] }
        | { pool: string; ip: string; state: NamedState },
    ) =>
      "ip" in d
        ? `${d.ip} of pool ${d.pool} ${NOT_FREE[d.state]}; ask for another address, or for the lowest free one by leaving ip out`
        : `${exhausted(d)}${butFor(d.skipped ?? [])}`,
  ),
});
