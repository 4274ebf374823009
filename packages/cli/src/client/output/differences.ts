import { changeText, type Row } from "./table.ts";

/** Where a record has its fields of one's own, by their names. */
const OWN = "fields";

/**
 * The fields that two states of a record differ in, before and after; of fields of one's own each by itself, as `fields.owner`, and where
 * the same addresses are held otherwise, what differs of each, as `addresses.10.0.0.5.network_id`.
 */
export function differingFields(before: Row, after: Row): readonly (readonly [name: string, before: unknown, after: unknown])[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => {
      const [one, other] = [before[name], after[name]];
      const pairs = sameAddresses(one, other);
      if (pairs !== undefined) {
        return pairs.flatMap(([held, then]) =>
          differingFields(held, then).map(([own, ...values]) => [`${name}.${String(held["ip"])}.${own}`, ...values] as const),
        );
      }
      if (name !== OWN || !isRow(one) || !isRow(other)) return [[name, one, other] as const];
      return differingFields(one, other).map(([own, ...values]) => [`${OWN}.${own}`, ...values] as const);
    });
}

const isAddressList = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every((one: unknown) => isRow(one) && typeof one["ip"] === "string");

/** The addresses of two lists, side by side; undefined unless both have the same in the same order. */
function sameAddresses(one: unknown, other: unknown): readonly (readonly [Row, Row])[] | undefined {
  if (!isAddressList(one) || !isAddressList(other) || one.length !== other.length) return undefined;
  const pairs = one.map((held, index) => [held, other[index] as Row] as const);
  return pairs.every(([held, then]) => held["ip"] === then["ip"]) ? pairs : undefined;
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Fields that differ between two states of a record, but the time of the change: `name: web-1 → web-2`.
 * @param names of records by their ids, which are shown in place of these
 */
export function differences(before: Row, after: Row, names: ReadonlyMap<unknown, string> = new Map()): string {
  return differingFields(before, after)
    .filter(([name]) => name !== "updated_at")
    .map(([name, one, other]) => changeText(name, names.get(one) ?? one, names.get(other) ?? other))
    .join("; ");
}
