import type { Datacenter, Network } from "@cadastre/client";

/** The address space that a network is in: the id of one that has a name, of a datacenter for its private one, null for the common one. */
export type SpaceId = string | null;

/** Tells which space a network is in. */
export type SpaceOf = (network: Pick<Network, "space_id" | "datacenter_id">) => SpaceId;

/** @param datacenters those that are known; one that is not is taken to be in its private space */
export function spacesBy(datacenters: readonly Pick<Datacenter, "id" | "space_id">[]): SpaceOf {
  const named = new Map(datacenters.map(({ id, space_id: space }) => [id, space]));
  return ({ space_id: space, datacenter_id: datacenter }) => space ?? (datacenter === null ? null : (named.get(datacenter) ?? datacenter));
}
