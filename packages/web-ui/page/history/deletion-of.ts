import type { Client } from "@cadastre/client";
import type { UndoableRecord } from "../effects/undoable.ts";
import { kindOf } from "../queries/kinds.ts";
import { hasCoreHistory, historyOf } from "./history-of.ts";

/** A deletion, as the history or the audit log has it. */
export interface Deletion {
  readonly changeId: string;
  readonly by: string;
  readonly at: string;
}

/** Finds the change that deleted a record; undefined if the audit log has none. */
export async function deletionOf(service: Client, { type, id }: UndoableRecord): Promise<Deletion | undefined> {
  if (hasCoreHistory(type) || kindOf(type) !== undefined) {
    for await (const entry of historyOf(service, type, id)) {
      if (entry.action !== "delete" || entry.change_id === null) return undefined;
      return { changeId: entry.change_id, by: entry.by.username, at: entry.at };
    }
    return undefined;
  }
  for await (const row of service.audit.list({ resource: type, resource_id: id, action: "delete", status: "success", limit: 1 }))
    if (row.change_id !== null) return { changeId: row.change_id, by: row.username, at: row.timestamp };
  return undefined;
}
