import { EntitySchema } from "@mikro-orm/core";

/** A row of `event`. `txid` is the number of the writing transaction where commits do not follow the sequence, else 0. */
export interface EventRow {
  seq: string;
  txid: string;
  id: string;
  event: string;
  record_id: string;
  occurred_at: string;
  data: string;
}

export const EventEntity: EntitySchema<EventRow> = new EntitySchema<EventRow>({
  name: "Event",
  tableName: "event",
  properties: {
    seq: { type: "bigint", primary: true },
    txid: { type: "bigint" },
    id: { type: "text" },
    event: { type: "text" },
    record_id: { type: "text" },
    occurred_at: { type: "text" },
    data: { type: "text" },
  },
});

/** A row of `setting`: small facts that every host of a database shares. */
export interface SettingRow {
  name: string;
  value: string;
}

export const SettingEntity: EntitySchema<SettingRow> = new EntitySchema<SettingRow>({
  name: "Setting",
  tableName: "setting",
  properties: { name: { type: "text", primary: true }, value: { type: "text" } },
});
