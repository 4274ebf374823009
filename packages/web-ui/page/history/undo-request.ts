import { shallowRef } from "vue";
import { tell } from "../frame/toasts.ts";
import { can } from "../session/session.ts";
import type { UndoableRecord } from "./undoable.ts";

/** The deleted record that the person wants back. The dialog loads when there is one. */
export const undoRequest = shallowRef<UndoableRecord>();

/** Types whose history says in which change a record was deleted. The audit log says it of all. */
const WITH_HISTORY: ReadonlySet<string> = new Set(["datacenter", "device", "network", "pool", "space"]);

const isOffered = ({ type }: UndoableRecord): boolean =>
  (can("plan:create") || can("plan:apply")) && (WITH_HISTORY.has(type) || can("audit:list"));

/** Says that a record was deleted, and offers to take that back. */
export function tellDeleted(record: UndoableRecord, text: string): void {
  const action = { text: "Undo", run: () => void (undoRequest.value = record) };
  tell({ kind: "done", text, ...(isOffered(record) && { action }) });
}
