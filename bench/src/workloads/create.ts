import { deviceFields } from "../device-fields.ts";
import { interleave } from "../measure.ts";
import type { Line } from "../report.ts";
import type { Scale } from "../scale.ts";
import type { Subject } from "../subject.ts";

/** A device with its audit row and event, against one row in a transaction of its own. */
export async function create(subject: Subject, scale: Scale): Promise<Line[]> {
  const { inventory, storage } = subject;
  await inventory.networks.create({ name: "create", subnet: "10.3.0.0/16" });
  const text = JSON.stringify(await inventory.devices.create(deviceFields("10.3", 0)));
  let index = 0;
  const next = async (): Promise<unknown> => await inventory.devices.create(deviceFields("10.3", (index += 1)));
  const pair = await interleave(next, () => subject.commit(text), { rounds: scale.rounds, times: scale.writes });
  return [{ storage, workload: "create a device", ...pair, aim: 2 }];
}
