import { z } from "zod";
import type { RecordKind } from "../contract/record-kind.ts";

/** A field of a declared kind. */
const ManifestKindField = z
  .object({
    name: z.string().meta({ description: "Name of the field: `bandwidth_mbps`" }),
    kind: z.string().meta({ description: "Type of the field as it is declared: `integer`" }),
    presence: z
      .enum(["required", "optional", "default"])
      .meta({ description: "Whether it must be sent to create a record; otherwise it is unset, or has the default" }),
    default: z.unknown().optional().meta({ description: "The default" }),
    description: z.string().optional().meta({ description: "The meaning of the field, in words" }),
    max: z.number().optional().meta({ description: "Of a text: the most characters; of a number: the largest value" }),
    values: z.array(z.string()).optional().meta({ description: "Of a choice: its values as texts" }),
    numeric: z.boolean().optional().meta({ description: "Of a choice: its values are numbers" }),
    to: z.string().optional().meta({ description: "Of a reference: the kind of the record that it names" }),
  })
  .meta({ id: "ManifestKindField", description: "A field of a declared kind" });

/** A declared kind of record. */
export const ManifestKind = z
  .object({
    name: z.string().meta({ description: "Type of its records in imports, the audit log and events: `vlan_group`" }),
    group: z.string().meta({ description: "`vlanGroups`: the group of its operations" }),
    label: z.string().meta({ description: "The name of one record for people: `VLAN group`" }),
    labelPlural: z.string().meta({ description: "The name of several records for people: `VLAN groups`" }),
    title: z.string().meta({ description: "The field that names a record for people, by which the list is sorted" }),
    search: z.array(z.string()).meta({ description: "Fields that the search looks through" }),
    within: z
      .array(z.string())
      .optional()
      .meta({ description: "References that say where a record is: the first that is set, or all of them" }),
    fields: z.array(ManifestKindField).meta({ description: "Its fields, as they are declared" }),
  })
  .meta({ id: "ManifestKind", description: "A declared kind of record, which pages and forms show, exports hold and imports take" });
export type ManifestKind = z.infer<typeof ManifestKind>;

/** A declaration as the manifest has it. */
export const kindOf = ({ name, group, label, labelPlural, title, search, within, fields }: RecordKind): ManifestKind => ({
  name,
  group,
  label,
  labelPlural,
  title,
  search: [...search],
  ...(within === undefined ? {} : { within: [...within.fields] }),
  fields: fields.map(({ name: field, facts: { kind, presence, default: fallback, description, max, values, to } }) => ({
    name: field,
    kind,
    // A kind with generic pages has no field that the service alone sets.
    presence: presence as Exclude<typeof presence, "state">,
    ...(fallback === undefined ? {} : { default: fallback }),
    ...(description === undefined ? {} : { description }),
    ...(max === undefined ? {} : { max }),
    ...(values === undefined ? {} : { values: values.map(String) }),
    ...(values?.some((value) => typeof value === "number") === true ? { numeric: true } : {}),
    ...(to === undefined ? {} : { to }),
  })),
});
