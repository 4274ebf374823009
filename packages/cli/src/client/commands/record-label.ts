import { cellText, type Row } from "../output/table.ts";

/** What a record is called, beside its id; empty for what has no name. */
export function labelOf(row: Row): string {
  const { parent_id, type, child_id } = row;
  return cellText(
    row["name"] ??
      row["username"] ??
      row["ip"] ??
      row["client_name"] ??
      (parent_id === undefined ? undefined : [parent_id, type, child_id].map(cellText).join(" ")),
  );
}
