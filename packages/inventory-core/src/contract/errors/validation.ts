import { closest } from "fastest-levenshtein";
import type { z } from "zod";
import { isPatch, patchIn } from "../operations/fields.ts";
import { withQueryMaps } from "../operations/query-map.ts";
import { coreErrors, type FieldProblem } from "./core-errors.ts";

type Path = readonly PropertyKey[];

/** Field path as it stands in error details: `addresses[0].ip`. */
export function fieldPath(path: Path): string {
  let text = "";
  for (const part of path) text += typeof part === "number" ? `[${part}]` : text === "" ? String(part) : `.${String(part)}`;
  return text === "" ? "body" : text;
}

/** Whether a parsed value holds a text with a NUL, which no storage takes, be it to compare with. */
function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\u0000");
  if (typeof value !== "object" || value === null) return false;
  for (const element of Array.isArray(value) ? value : Object.values(value)) if (hasNul(element)) return true;
  return false;
}

/** Where the first of them is; paths are made for those alone that have one. */
function pathOfNul(value: unknown, path: Path): Path | undefined {
  if (!hasNul(value)) return undefined;
  if (typeof value !== "object" || value === null) return path;
  const entries: Iterable<readonly [PropertyKey, unknown]> = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, element] of entries) {
    const found = pathOfNul(element, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

const HAS_NUL = "must not contain NUL characters";

/** Maximum problems of one error. Without it, the answer to a small body could be a hundred times as large. */
const MAX_PROBLEMS = 100;

/** Collects field problems, so that one answer names the first hundred. The first problem of a field is kept. */
export class Problems {
  readonly #found = new Map<string, FieldProblem>();

  /**
   * Adds a problem.
   * @param field path of the field: `addresses[0].ip`
   * @param message what is wrong, as the end of a sentence: `is required`
   */
  add(field: string, message: string): void {
    if (this.#found.size < MAX_PROBLEMS && !this.#found.has(field)) this.#found.set(field, { field, message });
  }

  /**
   * Adds what zod found.
   * @param prefix path of what was parsed
   */
  addIssues(issues: readonly z.core.$ZodIssue[], prefix: Path = []): void {
    for (const issue of issues) {
      if (this.isFull) return;
      this.add(fieldPath([...prefix, ...issue.path]), issue.message);
    }
  }

  /** What was found, in the order of finding. */
  get list(): readonly FieldProblem[] {
    return [...this.#found.values()];
  }

  /** True at the maximum of problems: further ones are dropped. */
  get isFull(): boolean {
    return this.#found.size === MAX_PROBLEMS;
  }

  /** Whether anything was found. */
  get any(): boolean {
    return this.#found.size > 0;
  }

  /** The VALIDATION_ERROR that tells of all that was found; undefined when nothing was. */
  get error(): Error | undefined {
    // Object.fromEntries defines own properties, so a field called __proto__ stays a plain field.
    return this.any ? coreErrors.VALIDATION_ERROR(Object.fromEntries(this.#found)) : undefined;
  }

  /** @throws VALIDATION_ERROR when anything was added. */
  throwIfAny(): void {
    const { error } = this;
    if (error !== undefined) throw error;
  }
}

/** A single VALIDATION_ERROR on one field. */
export function invalidField(field: string, message: string): Error {
  return coreErrors.VALIDATION_ERROR({ [field]: { field, message } });
}

/** Longer names are cut in errors: somebody may have sent a secret without a name. */
const MAX_NAME = 32;

/** An error names at most so many: each is compared with all names that there are. */
const MAX_NAMED = 20;

/**
 * Returns a VALIDATION_ERROR at each of some unknown names, with the closest known one.
 *
 * @param known names, of which there may be none
 * @param what the unknown names are not: `an option of createInventory`
 */
export function unknownNames(unknown: readonly string[], known: readonly string[], what: string): Error {
  const problems = new Problems();
  addUnknownNames(problems, unknown, known, what);
  return problems.error as Error;
}

/**
 * Adds the problem of each of some unknown names, as {@link unknownNames}.
 * @param path of the object that has them
 */
export function addUnknownNames(
  problems: Problems,
  unknown: readonly string[],
  known: readonly string[],
  what: string,
  path: Path = [],
): void {
  for (const name of unknown.slice(0, MAX_NAMED)) {
    const field = name.length > MAX_NAME ? `${name.slice(0, MAX_NAME / 2)}…` : name;
    const message = `is not ${what}${known.length === 0 ? ", which has none" : `; the closest one is ${closest(name, known)}`}`;
    problems.add(fieldPath([...path, field]), message);
  }
}

/** @throws VALIDATION_ERROR for keys of an object that are not known, with the closest known one */
export function checkKeys(given: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) throw unknownNames(unknown, known, what);
}

/**
 * A body whose fields were checked one by one: the good ones are in `fields`, what is wrong is in `problems`.
 * A service adds what only it can see (a reference to nothing, an address outside its subnet) and then calls
 * {@link Draft.valid}, so that the caller learns of everything at once.
 */
export class Draft<T> {
  /** The fields that are right. */
  readonly fields: Partial<T>;
  /** What is wrong with the others. */
  readonly problems: Problems;
  readonly #raw: object;

  constructor(fields: Partial<T>, problems: Problems, raw: object = {}) {
    this.fields = fields;
    this.problems = problems;
    this.#raw = raw;
  }

  /**
   * The elements of a list field one by one, also when some of them are wrong (those are `undefined`), so that the good
   * ones can be checked further. Undefined when the field was not sent as a list.
   */
  elements<S extends z.ZodType>(field: keyof T & string, element: S): (z.output<S> | undefined)[] | undefined {
    const given = Object.hasOwn(this.#raw, field) ? (this.#raw as Record<string, unknown>)[field] : undefined;
    if (!Array.isArray(given)) return undefined;
    return given.map((value) => element.safeParse(value).data);
  }

  /** Whether a field was sent, be it right or wrong. */
  has(field: keyof T & string): boolean {
    return Object.hasOwn(this.#raw, field) && (this.#raw as Record<string, unknown>)[field] !== undefined;
  }

  /**
   * The whole value.
   * @throws VALIDATION_ERROR with every problem found so far.
   */
  valid(): T {
    this.problems.throwIfAny();
    return this.fields as T;
  }
}

/** The fields of a schema's output; a key of a patch is absent or has a value, never `undefined`. */
export type Fields<S extends z.ZodType> = { [K in keyof z.output<S>]: Exclude<z.output<S>[K], undefined> };

/**
 * Checks a body against an object schema, field by field; unknown keys are dropped.
 * @throws INVALID_INPUT when `raw` is not an object.
 */
export function draftOf<S extends z.ZodObject>(schema: S, raw: unknown): Draft<Fields<S>> {
  if (typeof raw !== "object" || raw === null || Array.isArray(raw)) {
    throw coreErrors.INVALID_INPUT({ reason: "the body must be a JSON object" });
  }
  const problems = new Problems();
  const fields: Record<string, unknown> = {};
  const partial = isPatch(schema);
  for (const [key, field] of Object.entries(schema.shape)) {
    const given = Object.hasOwn(raw, key) ? (raw as Record<string, unknown>)[key] : undefined;
    if (partial && given === undefined) continue;
    const patch = given === undefined ? undefined : patchIn(field as z.ZodType);
    if (patch !== undefined) {
      fields[key] = patchedFields(patch, key, given, problems);
      continue;
    }
    const result = (field as z.ZodType).safeParse(given);
    const nul = pathOfNul(result.data, [key]);
    if (!result.success) problems.addIssues(result.error.issues, [key]);
    else if (nul !== undefined) problems.add(fieldPath(nul), HAS_NUL);
    else if (result.data !== undefined) fields[key] = result.data;
  }
  return new Draft(fields as Partial<Fields<S>>, problems, raw);
}

/** The fields of a patch inside a body. One that it does not have is refused: what is set for many records at once must be meant. */
function patchedFields(patch: z.ZodObject, at: string, given: unknown, problems: Problems): object | undefined {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    problems.add(at, "must be an object");
    return undefined;
  }
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(patch.shape, name));
  for (const name of unknown.slice(0, MAX_PROBLEMS))
    problems.add(`${at}.${name}`, `cannot be set here: choose from ${Object.keys(patch.shape).join(", ")}`);
  const inner = draftOf(patch, given);
  for (const { field, message } of inner.problems.list) problems.add(`${at}.${field}`, message);
  return inner.fields;
}

/** {@link draftOf} of one of many bodies: one that is no object is refused by itself. */
export function draftOrRefusal<S extends z.ZodObject>(
  schema: S,
  raw: unknown,
): { readonly draft: Draft<Fields<S>> } | { readonly error: unknown } {
  try {
    return { draft: draftOf(schema, raw) };
  } catch (error) {
    return { error };
  }
}

/** Parses a whole value (query, path parameters, options). @throws VALIDATION_ERROR naming each field. */
export function parseAll<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const result = schema.safeParse(raw);
  if (result.success) return result.data;
  const problems = new Problems();
  problems.addIssues(result.error.issues);
  problems.throwIfAny();
  throw new TypeError("a schema failed without an issue");
}

/** {@link parseAll} of a query, whose texts are compared with what is stored. @throws VALIDATION_ERROR, also for a text with a NUL */
export function parseQuery<S extends z.ZodType>(schema: S, raw: unknown): z.output<S> {
  const query = parseAll(schema, withQueryMaps(schema, raw));
  const nul = pathOfNul(query, []);
  if (nul !== undefined) throw invalidField(fieldPath(nul), HAS_NUL);
  return query;
}
