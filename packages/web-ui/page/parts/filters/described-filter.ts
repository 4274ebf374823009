import { type DescribedField, type FieldKind, NO_RECORD } from "../../texts/described.ts";
import type { Filter } from "./filter-bar.vue";

const ANY = { value: "", text: "Any" } as const;
/** Types of fields without a single value. */
const UNFILTERED: ReadonlySet<FieldKind> = new Set(["map", "objects", "secret"]);
/** Types that have an input of their own in a filter. Others are typed as texts. */
const INPUTS: Readonly<Partial<Record<FieldKind, FieldKind>>> = {
  boolean: "boolean",
  choice: "choice",
  reference: "reference",
  references: "reference",
  tags: "tags",
};

/**
 * The filter of a list by a field; none for a field without a single value.
 * @param none whether the list can be filtered for records without a value
 */
export const filterOf = (field: DescribedField, none = false): readonly Filter[] =>
  UNFILTERED.has(field.kind)
    ? []
    : [
        {
          ...field,
          kind: INPUTS[field.kind] ?? "text",
          required: false,
          hint: undefined,
          long: false,
          unset: none && field.nullable && field.kind !== "references" ? [ANY, NO_RECORD] : [ANY],
        },
      ];
