import { listingOf } from "./listed-kinds.ts";

/** What records of a kind go by beside their id, for the help; kinds that are not here go by their id alone. */
const WAYS: Readonly<Record<string, string>> = {
  datacenter: "name or id",
  network: "name, subnet or id",
  pool: "name or id",
  device: "name, host name, address or id",
  field: "name or id",
  user: "name, e-mail address or id",
  role: "name or id",
  key: "name or id",
  webhook: "name or id",
};

/** The kinds that also go by a name. */
export const hasNames = (kind: string | undefined): boolean => kind !== undefined && (kind in WAYS || listingOf(kind) !== undefined);

export const waysOf = (kind: string | undefined): string => WAYS[kind ?? ""] ?? (hasNames(kind) ? "name or id" : "id");
