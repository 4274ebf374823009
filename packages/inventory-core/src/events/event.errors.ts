import { defineErrors, errorOf } from "../contract/errors/error.ts";

export const eventErrors = defineErrors({
  UNKNOWN_EVENT: errorOf(
    "invalid",
    "a listener was given the name of an event that does not exist",
    (d: { name: string; known: readonly string[] }) =>
      `there is no event ${JSON.stringify(d.name)}: listen to one of ${d.known.join(", ")}, or to * for all; those of a plugin are there ` +
      `once it is in plugins of createInventory`,
  ),
  CURSOR_EXPIRED: errorOf(
    "gone",
    "events after the cursor have been purged, or the database was restored from a copy that is older than the cursor",
    ({ reason }: { oldest: string; reason?: "purged" | "restored" }) =>
      reason === "restored"
        ? "the database was restored from a copy that is older than this cursor: read the records again, then go on without a cursor"
        : "the events after this cursor have been purged: read the records again, then go on without a cursor",
  ),
});
