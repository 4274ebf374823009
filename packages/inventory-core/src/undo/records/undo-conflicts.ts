import { writeConflict } from "../../conflicts/conflict-ledger.ts";
import type { Conflict } from "../../conflicts/conflict.ts";
import type { Undoing } from "../undoing.ts";

/**
 * Conflicts that were ignored are reported again; those of which that was taken back are ignored again. Those that were resolved open by
 * themselves, as soon as their cause is there.
 */
export async function undoIgnored(undoing: Undoing): Promise<void> {
  for await (const changed of undoing.changed("conflict")) {
    if ([changed.was, changed.is, changed.now].some((state) => state["status"] === "resolved")) continue;
    const { status, notes } = undoing.fieldsBack("conflict", changed);
    if (status === undefined && notes === undefined) continue;
    const before = changed.now as unknown as Conflict;
    const after: Conflict = {
      ...before,
      ...(status !== undefined && { status: status as Conflict["status"] }),
      ...(notes !== undefined && { notes: notes as string }),
    };
    await writeConflict(undoing.change, after);
    // So that this can be taken back as well.
    undoing.change.audit({ action: "update", resource: "conflict", resourceId: after.id, before, after });
  }
}
