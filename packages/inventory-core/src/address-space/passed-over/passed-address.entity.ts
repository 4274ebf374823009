import { defineTable, type RowOf } from "../../storage/table.ts";

/**
 * Why an address is passed over: `seen`, a host answered there; `quarantined`, its pool waits before it hands the address out again.
 * Of runs: `quarantined` are taken and quarantined addresses, `seen` are these and those where a host answered.
 */
export const PASSED_REASONS = ["quarantined", "seen"] as const;

export type PassedReason = (typeof PASSED_REASONS)[number];

/**
 * A row of `passed_address`: an address of a space that is not handed out before `until_at`. Where a host answered, `last_seen` says when,
 * whether it is recorded or not; a quarantine names the pool that it is of.
 */
export const passedAddressTable = defineTable("PassedAddress", "passed_address", {
  space: { type: "integer", primary: true },
  ip_key: { type: "text", primary: true },
  reason: { type: "text", primary: true },
  until_at: { type: "text" },
  last_seen: { type: "text", nullable: true },
  pool_id: { type: "text", nullable: true },
});

export type PassedAddressRow = RowOf<typeof passedAddressTable>;

export const PassedAddressEntity = passedAddressTable.entity;
