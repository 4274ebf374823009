import type { Network } from "@cadastre/client";
import { smallestAround } from "../../addresses/ip.ts";
import type { SpaceOf } from "../../queries/space-of.ts";

/** The network that an address belongs to: the smallest of the space of another that contains it. */
export function smallestNetworkOf(networks: readonly Network[], outer: Network, spaceOf: SpaceOf, ip: string): Network | undefined {
  const space = spaceOf(outer);
  return smallestAround(
    networks.filter((network) => spaceOf(network) === space),
    ip,
  );
}
