import { changeText, type Row } from "./table.ts";

/** Where a record has its fields of one's own, by their names. */
const OWN = "fields";

/** The fields that two states of a record differ in, before and after; of fields of one's own each by itself, as `fields.owner`. */
export function differingFields(before: Row, after: Row): readonly (readonly [name: string, before: unknown, after: unknown])[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
    .flatMap((name) => {
      const [one, other] = [before[name], after[name]];
      if (name !== OWN || !isRow(one) || !isRow(other)) return [[name, one, other] as const];
      return differingFields(one, other).map(([own, ...values]) => [`${OWN}.${own}`, ...values] as const);
    });
}

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Fields that differ between two states of a record, but the time of the change: `name: web-1 → web-2`. */
export function differences(before: Row, after: Row): string {
  return differingFields(before, after)
    .filter(([name]) => name !== "updated_at")
    .map((change) => changeText(...change))
    .join("; ");
}
