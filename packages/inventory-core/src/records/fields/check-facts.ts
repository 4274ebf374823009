import type { FieldFacts } from "../../contract/record-kind.ts";
import { typeOf } from "../field-types.ts";
import type { RecordFieldMap } from "../record-field.ts";

/** A name of a field: lower-case words joined by underscores. */
export const FIELD_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** Types that a field of an object cannot have: an object in a list is no row of a table. */
const NOT_IN_OBJECTS: ReadonlySet<string> = new Set(["secret", "reference", "references", "objects"]);

/**
 * What is wrong with a field by itself, in words that follow the name of its kind.
 * @param fields all fields of the kind
 */
export function factsProblem(name: string, facts: FieldFacts, fields: RecordFieldMap = {}): string | undefined {
  switch (facts.kind) {
    case "choice": {
      const { values = [] } = facts;
      if (values.length === 0) return `the choice ${name} must have a value at least`;
      if (new Set(values.map((value) => typeof value)).size > 1) return `the values of the choice ${name} must be all texts or all numbers`;
      break;
    }
    case "secret":
      if (facts.presence === "default") return `the secret ${name} must not have a default, which the program would show: make it optional`;
      if (Object.hasOwn(fields, `has_${name}`))
        return `has_${name} is what records show of the secret ${name}: give the field another name`;
      break;
    case "objects": {
      const problem = objectsProblem(name, facts);
      if (problem !== undefined) return problem;
      break;
    }
    default:
  }
  if (facts.presence !== "default") return undefined;
  const isValid = typeOf(facts)
    .input({ ...facts, presence: "optional" })
    .safeParse(facts.default).success;
  return isValid ? undefined : `the default of ${name} is not a value of the field`;
}

function objectsProblem(name: string, { fields = [], max = 1 }: FieldFacts): string | undefined {
  if (fields.length === 0) return `the objects of ${name} must have a field at least`;
  if (!Number.isInteger(max) || max < 1) return `max of ${name} must be a whole number of at least 1`;
  for (const { name: own, facts } of fields) {
    if (!FIELD_NAME.test(own)) return `the field ${own} of ${name} must be named in lower-case words joined by underscores`;
    if (NOT_IN_OBJECTS.has(facts.kind))
      return `${own} is a field of the objects of ${name}, and cannot be of the type ${facts.kind}: declare a kind for the objects`;
    const problem = factsProblem(own, facts);
    if (problem !== undefined) return `${problem} (in ${name})`;
  }
  return undefined;
}
