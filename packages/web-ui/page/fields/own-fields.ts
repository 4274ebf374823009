import type { Field } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, watchEffect } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { fillOwn, type OwnFields, ownOf } from "./own-values.ts";

export const useFields = () => useQuery({ queryKey: keys.fields, queryFn: async () => await ask((service) => service.fields.list()) });

/** The fields of one's own that records of a kind have, in their order. */
export function useFieldsOf(record: Field["record"]) {
  const query = useFields();
  return computed(() => (query.data.value ?? []).filter((field) => field.record === record));
}

/** Those without which no record is created: a quick form has no others. */
export function useRequiredFields(record: Field["record"]) {
  const fields = useFieldsOf(record);
  return computed(() => fields.value.filter(({ required }) => required));
}

/** Columns that a table has for own fields: the first of them. */
const MAX_COLUMNS = 3;

export function useOwnColumns(record: Field["record"]) {
  const fields = useFieldsOf(record);
  return computed(() => fields.value.slice(0, MAX_COLUMNS));
}

/**
 * The own fields in the form of a record.
 * @param draft what the form is bound to
 * @param shown names of fields that show their problem themselves; those of own fields are added
 */
export function useOwnForm(record: Field["record"], draft: object, shown: string[]) {
  const definitions = useFieldsOf(record);
  const typed = draft as Record<string, unknown>;
  watchEffect(() => {
    for (const { name } of definitions.value) if (!shown.includes(`fields.${name}`)) shown.push(`fields.${name}`);
  });
  return {
    definitions,
    required: useRequiredFields(record),
    draft: typed,
    fill: (fields?: OwnFields): void => fillOwn(typed, fields),
    body: (): OwnFields => ownOf(typed, definitions.value),
  };
}
