import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const undoErrors = defineErrors({
  CHANGE_NOT_FOUND: errorOf(
    "not-found",
    "the audit log has nothing of the change: there never was one, or it is older than what the log keeps",
    (d: { id: string }) => `${missing("change", d.id)} in the audit log: there never was one, or it is older than what the log keeps`,
  ),
});
