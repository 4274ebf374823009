import { useQuery } from "@tanstack/vue-query";
import { computed, type ComputedRef } from "vue";
import { type ChangedField, changedFields, type Names } from "../api/changed-fields.ts";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { useFields } from "../fields/own-fields.ts";
import { listNetworks } from "../networks/network-queries.ts";
import { labelOf } from "../parts/field-labels.ts";
import { can } from "../session/session.ts";

/** Labels of fields, and names of records that fields refer to. */
export interface FieldTexts {
  readonly label: (name: string) => string;
  readonly names: ComputedRef<Names>;
}

/**
 * Texts of fields of records. Lists of records are read only where a field refers to one.
 * @param shown names of the shown fields, on the wire
 */
export function useFieldTexts(shown: () => readonly string[]): FieldTexts {
  const refers = (...fields: readonly string[]) => shown().some((name) => fields.includes(name));
  const datacenters = useQuery({
    queryKey: keys.datacenters,
    queryFn: async () => await ask((service) => service.datacenters.list()),
    enabled: () => refers("datacenter_id", "space_id") && can("datacenter:list"),
  });
  const spaces = useQuery({
    queryKey: keys.spaces,
    queryFn: async () => await ask((service) => service.spaces.list()),
    enabled: () => refers("space_id") && can("space:list"),
  });
  const networks = useQuery({
    queryKey: keys.networks,
    queryFn: listNetworks,
    enabled: () => refers("network_id", "parent_id") && can("network:list"),
  });
  const fields = useFields();
  const custom = computed(() => new Map((fields.data.value ?? []).map(({ name, label }) => [`fields.${name}`, label])));
  const names = computed(
    () =>
      new Map(
        [spaces.data.value ?? [], datacenters.data.value ?? [], networks.data.value ?? []].flatMap((records) =>
          records.map(({ id, name }) => [id as unknown, name] as const),
        ),
      ),
  );
  return { label: (name) => labelOf(name, custom.value), names };
}

/** A record with its custom fields side by side with the others, as `fields.<name>`. */
function flat(record: object): Record<string, unknown> {
  const { fields, ...rest } = record as { readonly fields?: object };
  if (typeof fields !== "object" || fields === null) return record as Record<string, unknown>;
  return { ...rest, ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value as unknown])) };
}

const isEmpty = (text: string): boolean => text === "(empty)" || text === "(none)";

/** The fields that differ between two states of a record; of one that is created or deleted, all fields that have a value. */
export function fieldsBetween(before: object | null, after: object | null, names: Names): readonly ChangedField[] {
  const [was, is] = [flat(before ?? {}), flat(after ?? {})];
  const none = Object.fromEntries(Object.keys(was).map((name) => [name, null]));
  return changedFields(was, { ...none, ...is }, names).filter((field) => !(isEmpty(field.was) && isEmpty(field.is)));
}
