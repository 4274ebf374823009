import { z } from "zod";
import type { DeletionQuery, FieldFacts, RecordKind } from "../../contract/record-kind.ts";

/** Parameters of a deletion, as they were sent. */
export type DeletionParameters = Readonly<Record<string, unknown>>;

/** Whether the parameters of a deletion have the records deleted that would refuse it by a reference. */
export const isOverridden = ({ unless }: FieldFacts, given: DeletionParameters): boolean =>
  unless !== undefined && given[unless.name] === unless.value;

interface Overriding extends DeletionQuery {
  readonly many: string;
}

/** The query of the deletion of a kind: what overrides references of any kind to it. Undefined where there is nothing to override. */
export function deletionQuery({ name, one }: RecordKind, kinds: readonly RecordKind[]): z.ZodObject | undefined {
  const all = kinds.flatMap(({ fields, many }) =>
    fields.flatMap(({ facts }): readonly Overriding[] =>
      facts.to === name && facts.unless !== undefined ? [{ ...facts.unless, many }] : [],
    ),
  );
  if (all.length === 0) return undefined;
  const parameters = all.map(({ name: parameter, value, many }) => [
    parameter,
    z
      .literal(value, { error: `must be ${value}` })
      .optional()
      .meta({ description: `\`${value}\` deletes the ${many} of the ${one}, too; without it they refuse the deletion` }),
  ]);
  return z.object(Object.fromEntries(parameters) as Record<string, z.ZodType>);
}
