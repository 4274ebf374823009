/** What was left out: `addresses` has `of` elements (or a text so many characters), of which the first `shown` are there. */
export interface Cut {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
}

/** A text is not cut shorter than this: names and ids stay whole. */
const MIN_TEXT = 256;

interface Place {
  readonly path: string;
  readonly value: unknown[] | string;
  readonly size: number;
  replace(value: unknown): void;
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

/**
 * A copy of a JSON value with about `most` characters: the largest list is cut to the elements that fit, one at least, then
 * what is largest in these, and long texts. What has neither long lists nor long texts stays as it is.
 */
export function shorten<T>(value: T, most: number): { readonly value: T; readonly cuts: readonly Cut[] } {
  const root = { value: structuredClone(value) as unknown };
  const cuts = new Map<string, Cut>();
  for (let excess = sizeOf(root.value) - most; excess > 0; excess = sizeOf(root.value) - most) {
    const largest = largestIn(root.value, "", (changed) => (root.value = changed));
    if (largest === undefined) break;
    const kept =
      typeof largest.value === "string"
        ? `${largest.value.slice(0, Math.max(MIN_TEXT - 1, largest.value.length - excess - 1))}…`
        : fitting(largest.value, largest.size - excess);
    largest.replace(kept);
    const of = cuts.get(largest.path)?.of ?? largest.value.length;
    cuts.set(largest.path, { path: largest.path, shown: typeof kept === "string" ? kept.length - 1 : kept.length, of });
  }
  return { value: root.value as T, cuts: [...cuts.values()] };
}

/** The first elements that have `room` together; the first one however large it is. */
function fitting(list: readonly unknown[], room: number): unknown[] {
  let left = room - 2;
  const tooMany = list.findIndex((element, index) => (left -= sizeOf(element) + 1) < 0 && index > 0);
  return list.slice(0, tooMany === -1 ? Math.max(1, list.length - 1) : tooMany);
}

/** The largest list of several elements or long text, itself or anywhere inside. */
function largestIn(value: unknown, path: string, replace: (value: unknown) => void): Place | undefined {
  if (typeof value === "string") return value.length > MIN_TEXT ? { path, value, size: value.length + 2, replace } : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  if (Array.isArray(value) && value.length > 1) return { path, value, size: sizeOf(value), replace };
  const holder = value as Record<string, unknown>;
  const name = (key: string): string => (Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
  return Object.keys(holder)
    .map((key) => largestIn(holder[key], name(key), (changed) => (holder[key] = changed)))
    .reduce((best, place) => (place !== undefined && place.size > (best?.size ?? 0) ? place : best), undefined);
}
