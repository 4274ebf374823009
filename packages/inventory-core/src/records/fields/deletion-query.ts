import { z } from "zod";
import type { DescribedQuery, FieldFacts, RecordKind } from "../../contract/record-kind.ts";

/** Parameters of a deletion, as they were sent. */
export type DeletionParameters = Readonly<Record<string, unknown>>;

/** Whether the parameters of a deletion have the records deleted that would refuse it by a reference. */
export const isOverridden = ({ unless }: FieldFacts, given: DeletionParameters): boolean =>
  unless !== undefined && given[unless.name] === unless.value;

/** The query of the deletion of a kind: its own parameter, and what overrides references of any kind to it. Undefined for none. */
export function deletionQuery({ name, one, deletionQuery: own }: RecordKind, kinds: readonly RecordKind[]): z.ZodObject | undefined {
  const overriding = kinds.flatMap(({ fields, many }) =>
    fields.flatMap(({ facts: { to, unless } }): readonly DescribedQuery[] =>
      to === name && unless !== undefined
        ? [{ ...unless, description: `\`${unless.value}\` deletes the ${many} of the ${one}, too; without it they refuse the deletion` }]
        : [],
    ),
  );
  const all = [...(own === undefined ? [] : [own]), ...overriding];
  if (all.length === 0) return undefined;
  const parameters = all.map(({ name: parameter, value, description }) => [
    parameter,
    z
      .literal(value, { error: `must be ${value}` })
      .optional()
      .meta({ description }),
  ]);
  return z.object(Object.fromEntries(parameters) as Record<string, z.ZodType>);
}
