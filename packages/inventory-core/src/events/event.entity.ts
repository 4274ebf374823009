import { defineTable } from "../storage/table.ts";

/** A row of `event`. `txid` is the number of the writing transaction where commits do not follow the sequence, else 0. */
export const eventTable = defineTable("Event", "event", {
  seq: { type: "bigint", primary: true },
  txid: { type: "bigint" },
  id: { type: "text" },
  event: { type: "text" },
  record_id: { type: "text" },
  occurred_at: { type: "text" },
  data: { type: "text" },
  /** The change that it tells of; null in rows of earlier versions. */
  change_id: { type: "text", nullable: true },
});

export const EventEntity = eventTable.entity;

/** A row of `setting`: small facts that every host of a database shares. */
export const settingTable = defineTable("Setting", "setting", {
  name: { type: "text", primary: true },
  value: { type: "text" },
});

export const SettingEntity = settingTable.entity;
