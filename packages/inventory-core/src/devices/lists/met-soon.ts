import type { Queries } from "../../contract/storage/storage.ts";
import type { DeviceCondition } from "./walked-devices.ts";

/** Devices from the beginning of the names that are looked at, to learn whether many meet a condition. */
export const SAMPLED_DEVICES = 1000;

/** As many of them meet what many do: the first page of a walk along the names is there after three times as many devices, about. */
const MANY_OF_SAMPLED = 10;

/**
 * Whether a walk along the names, of all devices or of those of a tag, soon meets devices that meet a condition. It is looked at in the
 * devices themselves: what a database estimates may be of another day, and says nothing of where in the names they are.
 */
export async function isMetSoon(read: Queries, { sql, params }: DeviceCondition, tag?: string): Promise<boolean> {
  const first =
    tag === undefined
      ? "device t order by t.name, t.id"
      : "device_tag v join device t on t.id = v.device_id where v.tag = ? order by v.name, v.device_id";
  const row = await read.get<{ met: number | string }>(
    `select count(*) as met from (select t.* from ${first} limit ${SAMPLED_DEVICES}) as t where ${sql}`,
    [...(tag === undefined ? [] : [tag]), ...params],
  );
  return Number(row?.met) >= MANY_OF_SAMPLED;
}

/**
 * A condition that PostgreSQL looks at device by device, along the order that a list asks for: it can be turned into no join, served by no
 * index, and counts as one that nearly all devices meet.
 */
export const deviceByDevice = ({ sql, params }: DeviceCondition): DeviceCondition => ({
  sql: `case when ${sql} then 1 else 0 end <> 0`,
  params,
});
