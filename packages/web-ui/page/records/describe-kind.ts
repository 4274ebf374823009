import type { DeclaredKind } from "../queries/kinds.ts";
import type { DescribedField, FieldKind } from "../texts/described.ts";
import { labelOf } from "../texts/field-labels.ts";

type KindField = DeclaredKind["fields"][number];

/** Characters from which a text is written in several lines. */
const LONG = 500;
/** Types that have an empty text where they are not set, and take it. */
const EMPTY_TEXT: ReadonlySet<string> = new Set(["text"] satisfies FieldKind[]);
/** Inputs that always have one of some values. */
const CHOSEN: ReadonlySet<string> = new Set(["choice", "boolean"] satisfies FieldKind[]);
const LISTS: ReadonlySet<string> = new Set(["tags", "texts", "references", "map"] satisfies FieldKind[]);

/**
 * A declared field as forms, lists and details draw it.
 * @param page path before the id of a record that it refers to
 */
export function describeDeclared({ name, kind, presence, description, max, values, to }: KindField, page?: string): DescribedField {
  const isChosen = presence === "default" && CHOSEN.has(kind);
  return {
    name,
    kind: kind as FieldKind,
    label: labelOf(name),
    required: presence === "required" || isChosen,
    nullable: presence !== "required" && !isChosen && !(EMPTY_TEXT.has(kind) && presence === "optional") && kind !== "texts",
    // The description of a reference is about its id.
    hint: to === undefined ? description : undefined,
    choices: values,
    refersTo: to,
    page,
    long: kind === "text" && (max ?? 0) > LONG,
  };
}

/** The value of a new record's field in a form. */
export const blankOf = ({ kind, default: fallback }: KindField): unknown => fallback ?? (LISTS.has(kind) && kind !== "map" ? [] : null);
