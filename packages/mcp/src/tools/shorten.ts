/** What was left out: `addresses` has `of` elements (or a text so many characters), of which the first `shown` are there. */
export interface Cut {
  readonly path: string;
  readonly shown: number;
  readonly of: number;
}

/** A text is not cut shorter than this at first: names and ids stay whole. */
const MIN_TEXT = 256;

/** Least length of a long text where very many are long. */
const MIN_OF_MANY = 32;

/** A list of several elements, or a long text. */
interface Place {
  readonly path: string;
  readonly value: readonly unknown[] | string;
  readonly size: number;
  replace(this: void, value: unknown): void;
}

/** Measures the JSON text of values. Each object is measured once. */
class Sizes {
  readonly #known = new WeakMap<object, number>();

  of(value: unknown): number {
    if (typeof value !== "object" || value === null) return JSON.stringify(value).length;
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const parts = Array.isArray(value)
      ? value.map((element) => this.of(element))
      : Object.entries(value).map(([name, member]) => JSON.stringify(name).length + 1 + this.of(member));
    const size = parts.reduce((sum, part) => sum + part + 1, Math.max(1, 2 - parts.length));
    this.#known.set(value, size);
    return size;
  }
}

/**
 * A copy of a JSON value with about `most` characters: the largest list is cut to the elements that fit, one at least, then what is largest
 * in these, and long texts. What has neither long lists nor long texts stays as it is. Each part is measured once.
 */
export function shorten<T>(value: T, most: number): { readonly value: T; readonly cuts: readonly Cut[] } {
  const root = { value: structuredClone(value) as unknown };
  const cuts = new Map<string, Cut>();
  const sizes = new Sizes();
  let excess = sizes.of(root.value) - most;
  let places = excess > 0 ? placesIn(sizes, root.value, "", (changed) => (root.value = changed)) : [];
  for (const least of [MIN_TEXT, MIN_OF_MANY]) {
    const texts: Place[] = [];
    places.sort((one, other) => one.size - other.size);
    for (let place = places.pop(); place !== undefined && excess > 0; place = places.pop()) {
      const { path, value: whole, size } = place;
      const kept =
        typeof whole === "string"
          ? `${whole.slice(0, Math.max(least - 1, whole.length - excess - 1))}…`
          : fitting(sizes, whole, size - excess);
      place.replace(kept);
      const left = sizes.of(kept);
      excess -= size - left;
      const of = cuts.get(path)?.of ?? whole.length;
      cuts.set(path, { path, shown: typeof kept === "string" ? kept.length - 1 : kept.length, of });
      if (typeof kept === "string") texts.push({ ...place, value: kept.slice(0, -1), size: left });
      else insert(places, placesIn(sizes, kept, path, place.replace));
    }
    // Texts are cut further where they are too many.
    places = texts;
  }
  return { value: root.value as T, cuts: [...cuts.values()] };
}

/** Adds places to a list that is sorted by size. */
function insert(sorted: Place[], added: readonly Place[]): void {
  if (added.length === 0) return;
  sorted.push(...added);
  sorted.sort((one, other) => one.size - other.size);
}

/** The first elements that have `room` together; the first one however large it is. */
function fitting(sizes: Sizes, list: readonly unknown[], room: number): readonly unknown[] {
  let left = room - 2;
  const tooMany = list.findIndex((element, index) => (left -= sizes.of(element) + 1) < 0 && index > 0);
  return list.slice(0, tooMany === -1 ? Math.max(1, list.length - 1) : tooMany);
}

/** The lists of several elements and the long texts: itself, or those anywhere inside. */
function placesIn(sizes: Sizes, value: unknown, path: string, replace: (value: unknown) => void): Place[] {
  if (typeof value === "string") return value.length > MIN_TEXT ? [{ path, value, size: sizes.of(value), replace }] : [];
  if (typeof value !== "object" || value === null) return [];
  if (Array.isArray(value) && value.length > 1) return [{ path, value: value as readonly unknown[], size: sizes.of(value), replace }];
  const holder = value as Record<string, unknown>;
  const name = (key: string): string => (Array.isArray(value) ? `${path}[${key}]` : path === "" ? key : `${path}.${key}`);
  return Object.keys(holder).flatMap((key) => placesIn(sizes, holder[key], name(key), (changed) => (holder[key] = changed)));
}
