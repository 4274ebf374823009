import { writeConflict } from "../../conflicts/conflict-ledger.ts";
import type { Conflict } from "../../conflicts/conflict.ts";
import type { Undoing } from "../undoing.ts";

/** Conflicts that were ignored are reported again. Those that were resolved open by themselves, as soon as their cause is there. */
export async function undoIgnored(undoing: Undoing): Promise<void> {
  for await (const changed of undoing.changed("conflict")) {
    if (changed.is["status"] !== "ignored" || changed.now["status"] === "resolved") continue;
    const { status, notes } = undoing.fieldsBack("conflict", changed);
    if (status === undefined && notes === undefined) continue;
    const now = changed.now as unknown as Conflict;
    await writeConflict(undoing.change, {
      ...now,
      ...(status !== undefined && { status: status as Conflict["status"] }),
      ...(notes !== undefined && { notes: notes as string }),
    });
  }
}
