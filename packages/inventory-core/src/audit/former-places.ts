import type { AuditEntry } from "../contract/storage/write-path.ts";

/** Columns of audit rows that name the datacenter which a record left, and the network or pool. */
export const FORMER_PLACES = ["former_datacenter_id", "former_container_id"] as const;

type Field = "datacenter_id" | "network_id" | "parent_id" | "pool_id";

/** Fields that name the places of a record, by kind. Address tenures tell in which networks devices were. */
const PLACES: Readonly<Record<string, readonly [datacenter: Field | undefined, container: Field | undefined]>> = {
  allocation: [undefined, "pool_id"],
  device: ["datacenter_id", undefined],
  network: ["datacenter_id", "parent_id"],
  pool: [undefined, "network_id"],
};

type Image = Readonly<Partial<Record<Field, string | null>>>;

/** Returns the places that a record leaves, in the order of {@link FORMER_PLACES}. */
export function formerPlaces({ resource, before, after }: AuditEntry): readonly (string | null)[] {
  const fields = before === undefined || before === null ? undefined : PLACES[resource];
  if (fields === undefined) return [null, null];
  const [was, is] = [before as Image, (after ?? {}) as Image];
  return fields.map((field) => (field === undefined || was[field] === is[field] ? null : (was[field] ?? null)));
}
