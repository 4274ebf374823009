import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

/** Why an address that was asked for by name is not handed out. */
export type NamedState = "used" | "held" | "reserved";

const NOT_FREE: Readonly<Record<NamedState, string>> = {
  used: "is used by a device",
  held: "is held by another allocation",
  reserved: "is the network or broadcast address, or the IPv6 subnet-router anycast address, of its subnet",
};

export const poolErrors = defineErrors({
  POOL_NOT_FOUND: errorOf("not-found", "the pool does not exist", (d: { id: string }) => missing("pool", d.id)),
  IP_NOT_AVAILABLE: errorOf(
    "exhausted",
    "the pool or network has not as many free addresses as asked for, or the address asked for is not free",
    (d: { network: string } | { pool: string; asked: number } | { pool: string; ip: string; state: NamedState }) =>
      "network" in d
        ? `network ${d.network} has no free address`
        : "ip" in d
          ? `${d.ip} of pool ${d.pool} ${NOT_FREE[d.state]}; ask for another address, or for the lowest free one by leaving ip out`
          : d.asked === 1
            ? `pool ${d.pool} has no free address`
            : `pool ${d.pool} has fewer than ${d.asked} free addresses; nothing was allocated`,
  ),
});
