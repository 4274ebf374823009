import { defineErrors, errorOf } from "../contract/errors/error.ts";

export const undoErrors = defineErrors({
  CHANGE_NOT_FOUND: errorOf(
    "not-found",
    "the audit log has nothing of the change: there never was one, or it is older than what the log keeps",
    (d: { id: string }) => `the audit log has no change ${d.id}: there never was one, or it is older than what the log keeps`,
  ),
});
