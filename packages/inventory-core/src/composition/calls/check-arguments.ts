import { z } from "zod";
import { addUnknownNames, checkKeys, invalidField, Problems } from "../../contract/errors/validation.ts";
import type { CallOptions } from "../../contract/operations/facade.ts";
import { objectOf } from "../../contract/operations/json-schema.ts";
import { type AnyOperation, isOfLibrary } from "../../contract/operations/operation.ts";
import { hasQueryParameter } from "../../contract/operations/query-map.ts";

/** Options of a call, with whether `find` and `ensure` have them. */
const OPTIONS: Readonly<Record<keyof CallOptions, boolean>> = { signal: true, ifMatch: false, idempotencyKey: false, timeoutMs: true };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** @throws VALIDATION_ERROR for an option that calls of the operation do not have */
export function checkOptions(operation: AnyOperation, options: unknown): void {
  if (!isObject(options)) return;
  const names = Object.keys(OPTIONS) as (keyof CallOptions)[];
  const known = isOfLibrary(operation) ? names.filter((name) => OPTIONS[name]) : names;
  checkKeys(options, known, `an option of ${operation.id}`);
}

/**
 * Checks the names in the input of a call: of its fields or filters, and of those of the objects in it.
 * @throws VALIDATION_ERROR for those that the operation does not take, except fields of the record that it returns
 */
export function checkInput(operation: AnyOperation, input: unknown): void {
  if (!isObject(input)) {
    if (isOfLibrary(operation)) throw invalidField("key", `must be an object, as in ${operation.id}({ … })`);
    return;
  }
  const inputs = [objectOf(operation.query), operation.body].filter((schema) => schema !== undefined);
  const problems = new Problems();
  for (const name of Object.keys(OPTIONS)) {
    if (!Object.hasOwn(input, name) || inputs.some(({ shape }) => Object.hasOwn(shape, name))) continue;
    problems.add(name, `is an option: pass it after the input, as in ${operation.id}({}, { ${name} })`);
  }
  problems.throwIfAny();
  const names = once(namesOfInput, operation, () => new Names(inputs, recordsOf(operation)));
  addUnknownKeys(problems, withoutMaps(operation, input), names, [], `${partOf(operation)} of ${operation.id}`);
  problems.throwIfAny();
}

const namesOfInput = new WeakMap<AnyOperation, Names>();
const namesOfItem = new WeakMap<AnyOperation, Names>();
/** The same with the names of the record that an item creates: a group of operations without the creation does not know it. */
const namesOfItemAndRecord = new WeakMap<AnyOperation, Names>();

/** Returns an input without filters that are written with a dot, such as field.owner. */
function withoutMaps({ query }: AnyOperation, input: Readonly<Record<string, unknown>>): object {
  const isMap = (name: string): boolean => name.includes(".") && hasQueryParameter(query, name);
  if (!Object.keys(input).some(isMap)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !isMap(name)));
}

/** What a name in the input of an operation is. */
function partOf(operation: AnyOperation): string {
  if (isOfLibrary(operation)) return "a field of the key";
  return operation.body === undefined ? "a filter" : "a field";
}

/**
 * Returns the input of an operation that takes the natural key of a record first, and other fields of the record next.
 * @throws VALIDATION_ERROR for a key that is no object, and for fields that the one or the other does not have
 */
export function inputOfKey({ id, key, body, output }: AnyOperation & { readonly key: z.ZodObject }, given: unknown, more: unknown): object {
  const names = Object.keys(key.shape);
  if (!isObject(given)) throw invalidField("key", `must be an object, as in ${id}({ ${names.join(", ")} }, { … })`);
  checkKeys(given, names, `a field of the key of ${id}`);
  if (more === undefined || more === null) return given;
  if (!isObject(more)) throw invalidField("more", `must be an object, as in ${id}({ ${names.join(", ")} }, { … })`);
  const named = names.filter((name) => Object.hasOwn(more, name));
  const [first] = named;
  if (first !== undefined) throw invalidField(first, `is a field of the key: pass it first, as in ${id}({ ${first} }, { … })`);
  const problems = new Problems();
  const record = output.kind === "record" && output.schema instanceof z.ZodObject ? [output.schema.shape["record"] as z.ZodType] : [];
  addUnknownKeys(problems, more, new Names([body ?? key], record), [], `a field of ${id}`);
  problems.throwIfAny();
  return { ...more, ...given };
}

/**
 * Checks the names in one value of a body of many.
 * @param record schema of the record that such a value creates, if there is one
 * @throws VALIDATION_ERROR as {@link checkInput}, with the index of the value
 */
export function checkItem(operation: AnyOperation, record: z.ZodType | undefined, value: unknown, index: number): void {
  const { id, items } = operation;
  if (items === undefined) return;
  const problems = new Problems();
  const names =
    record === undefined
      ? once(namesOfItem, operation, () => new Names([items.item], []))
      : once(namesOfItemAndRecord, operation, () => new Names([items.item], [record]));
  addUnknownKeys(problems, value, names, [index], `a field of ${id}`);
  problems.throwIfAny();
}

/** Schemas of the records that an operation returns, whose fields its body may have. A filter that does nothing is a mistake. */
export const recordsOf = ({ body, output }: AnyOperation): readonly z.ZodType[] =>
  body !== undefined && output.kind === "record" ? [output.schema] : [];

/** The names that a value may have, by schemas of what is sent, and of what is returned in its place. */
class Names {
  readonly #sent: readonly z.ZodType[];
  readonly #returned: readonly z.ZodType[];
  readonly #inside = new Map<string, Names>();
  /** Names of what is sent. */
  readonly fields: readonly string[];
  /** Names of what is sent or returned. */
  readonly known: ReadonlySet<string>;
  /** Whether a value is an object of these names, and no other. */
  readonly areAll: boolean;

  /** @param inputs several where a value may be one thing or another */
  constructor(inputs: readonly z.ZodType[], records: readonly z.ZodType[]) {
    this.#sent = inputs.flatMap(partsOf);
    this.#returned = records.flatMap(partsOf);
    this.fields = this.#sent.flatMap(keysOf);
    this.known = new Set([...this.fields, ...this.#returned.flatMap(keysOf)]);
    this.areAll = this.#sent.some((part) => part instanceof z.ZodObject) && !this.#sent.some(takesAnyName);
  }

  /** Names allowed in the value of a field. */
  ofField(name: string): Names {
    return once(this.#inside, name, () => this.#of((part) => fieldOf(part, name)));
  }

  /** Names allowed in an element of a list. */
  ofElement(): Names {
    return once(this.#inside, ELEMENT, () => this.#of(elementOf));
  }

  #of(part: (schema: z.ZodType) => readonly z.ZodType[]): Names {
    return new Names(this.#sent.flatMap(part), this.#returned.flatMap(part));
  }
}

/** The key for elements of a list; no field has this name. */
const ELEMENT = "[]";

interface Made<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** Makes a value for a key once. */
function once<Key, Value>(made: Made<Key, Value>, key: Key, make: () => Value): Value {
  const known = made.get(key);
  if (known !== undefined) return known;
  const value = make();
  made.set(key, value);
  return value;
}

function addUnknownKeys(problems: Problems, value: unknown, names: Names, path: readonly PropertyKey[], what: string): void {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    value.forEach((element, index) => addUnknownKeys(problems, element, names.ofElement(), [...path, index], what));
    return;
  }
  if (!names.areAll) return;
  const { known, fields } = names;
  const unknown = Object.keys(value).filter((name) => !known.has(name));
  if (unknown.length > 0) addUnknownNames(problems, unknown, fields, what, path);
  for (const [name, field] of Object.entries(value))
    if (typeof field === "object" && field !== null && known.has(name))
      addUnknownKeys(problems, field, names.ofField(name), [...path, name], what);
}

const takesAnyName = (part: z.ZodType): boolean =>
  part instanceof z.ZodRecord ||
  part instanceof z.ZodUnknown ||
  part instanceof z.ZodAny ||
  (part instanceof z.ZodObject && part.def.catchall !== undefined && !(part.def.catchall instanceof z.ZodNever));

const keysOf = (part: z.ZodType): readonly string[] => (part instanceof z.ZodObject ? Object.keys(part.shape) : []);

const elementOf = (part: z.ZodType): readonly z.ZodType[] => (part instanceof z.ZodArray ? [part.element as z.ZodType] : []);

const fieldOf = (part: z.ZodType, name: string): readonly z.ZodType[] =>
  part instanceof z.ZodObject && Object.hasOwn(part.shape, name) ? [part.shape[name] as z.ZodType] : [];

const parts = new WeakMap<z.ZodType, readonly z.ZodType[]>();

/** What a schema is beneath wrappers and transforms: several schemas where it is a choice. */
const partsOf = (schema: z.ZodType): readonly z.ZodType[] => once(parts, schema, () => unwrapped(schema));

function unwrapped(schema: z.ZodType): readonly z.ZodType[] {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  )
    return partsOf(schema.unwrap() as z.ZodType);
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap((part) => partsOf(part as z.ZodType));
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => partsOf(option as z.ZodType));
  return [schema];
}
