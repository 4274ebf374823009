import type { ManifestField } from "@cadastre/client/manifest";
import { listingOf } from "./listed-kinds.ts";

/** The address space that a list is of: beside a space, `none`, or a datacenter for its private one. */
export const IN_SPACE = "space of a list";

/** The network around those of a list: a network, or `none` for those that lie in no other. */
export const AROUND = "network of a list";

/** The VLAN of networks of a list: a VLAN, or `none`. */
export const OF_VLAN = "VLAN of a list";

/** What the value of a field refers to. */
export function kindOfField({ name, refersTo, in: where }: ManifestField): string | undefined {
  if (where !== "query") return refersTo;
  if (refersTo === "space") return IN_SPACE;
  if (refersTo === "vlan") return OF_VLAN;
  return refersTo === "network" && name === "parent_id" ? AROUND : refersTo;
}

/** What records of a kind go by beside their id, for the help; kinds that are not here go by their id alone. */
const WAYS: Readonly<Record<string, string>> = {
  space: "name or id",
  datacenter: "name or id",
  [IN_SPACE]: "name or id of it or of a datacenter, or none",
  network: "name, subnet or id",
  [AROUND]: "name, subnet or id, or none",
  pool: "name or id",
  vlan: "name or id",
  [OF_VLAN]: "name or id, or none",
  vlan_group: "name or id",
  device: "name, host name, address or id",
  field: "name or id",
  user: "name, e-mail address or id",
  role: "name or id",
  key: "name or id",
  snmpDevice: "name or id",
  webhook: "name or id",
};

/** The kinds that also go by a name. */
export const hasNames = (kind: string | undefined): boolean => kind !== undefined && (kind in WAYS || listingOf(kind) !== undefined);

export const waysOf = (kind: string | undefined): string => WAYS[kind ?? ""] ?? (hasNames(kind) ? "name or id" : "id");
