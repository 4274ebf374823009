import { shallowRef } from "vue";
import { tell } from "../parts/toasts.ts";
import { can } from "../api/session.ts";
import type { UndoableRecord } from "../effects/undoable.ts";
import { kindOf } from "../queries/kinds.ts";
import { hasCoreHistory } from "./history-of.ts";

/** The deleted record that the person wants back. The dialog loads when there is one. */
export const undoRequest = shallowRef<UndoableRecord>();

// The history of a record says in which change it was deleted. The audit log says it of all.
const isOffered = ({ type }: UndoableRecord): boolean =>
  (can("plan:create") || can("plan:apply")) && (hasCoreHistory(type) || kindOf(type) !== undefined || can("audit:list"));

/** Says that a record was deleted, and offers to take that back. */
export function tellDeleted(record: UndoableRecord, text: string): void {
  const action = { text: "Undo", run: () => void (undoRequest.value = record) };
  tell({ kind: "done", text, ...(isOffered(record) && { action }) });
}
