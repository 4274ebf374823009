import { fieldPath, type Problems } from "../../contract/errors/validation.ts";

/** A text that stands for the id of what an earlier step made: `$0.id`. */
const REFERENCE = /^\$(\d{1,9})\.id$/;

type Path = readonly (string | number)[];

/** The number of the step that a text refers to; undefined for any other value. */
export function referenceOf(value: unknown): number | undefined {
  const found = typeof value === "string" ? REFERENCE.exec(value) : null;
  return found === null ? undefined : Number(found[1]);
}

/** A value with its references replaced. @param idOf the id that a step made */
export function resolved(value: unknown, idOf: (step: number) => string): unknown {
  const reference = referenceOf(value);
  if (reference !== undefined) return idOf(reference);
  if (Array.isArray(value)) return value.map((element) => resolved(element, idOf));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, resolved(inner, idOf)]));
}

/**
 * Tells of references to steps that are not before the step they are in, or make nothing that has an id.
 * @param step number of the step that the value is of
 */
export function checkReferences(value: unknown, path: Path, step: number, hasId: (step: number) => boolean, problems: Problems): void {
  const reference = referenceOf(value);
  if (reference !== undefined) {
    if (reference >= step) problems.add(fieldPath(path), "must refer to a step before this one");
    else if (!hasId(reference)) problems.add(fieldPath(path), `refers to step ${reference}, which makes nothing that has an id`);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) checkReferences(element, [...path, index], step, hasId, problems);
  } else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) checkReferences(inner, [...path, name], step, hasId, problems);
  }
}
