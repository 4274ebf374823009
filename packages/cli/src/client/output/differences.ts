import { changeText, type Row } from "./table.ts";

/** Fields that differ between two states of a record, but the time of the change: `name: web-1 → web-2`. */
export function differences(before: Row, after: Row): string {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => name !== "updated_at" && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return differing.map((name) => changeText(name, before[name], after[name])).join("; ");
}
