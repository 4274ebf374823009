import type { Field } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type MaybeRefOrGetter, toValue, watchEffect } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { learnLabels } from "../texts/known.ts";
import { fillOwn, type OwnFields, ownOf } from "./own-values.ts";

export const FIELDS_QUERY = {
  queryKey: keys.fields,
  queryFn: async () => {
    const fields = await ask((service) => service.fields.list());
    learnLabels(fields);
    return fields;
  },
};

export const useFields = () => useQuery(FIELDS_QUERY);

/** The custom fields of a kind of record, in their order. */
export function useFieldsOf(record: MaybeRefOrGetter<Field["record"] | undefined>) {
  const query = useFields();
  return computed(() => (query.data.value ?? []).filter((field) => field.record === toValue(record)));
}

/** Fields without which no record is created: a quick form has no others. */
export function useRequiredFields(record: Field["record"]) {
  const fields = useFieldsOf(record);
  return computed(() => fields.value.filter(({ required }) => required));
}

/** Columns of a table for custom fields: the first of them. */
const MAX_COLUMNS = 3;

export function useOwnColumns(record: Field["record"]) {
  const fields = useFieldsOf(record);
  return computed(() => fields.value.slice(0, MAX_COLUMNS));
}

/**
 * The custom fields in the form of a record.
 * @param draft what the form is bound to
 * @param shown names of the inputs that show their own problem; custom fields are added
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
