import { SYSTEM, WRITES } from "@cadastre/inventory-core";
import { recordSightings } from "../../src/discovery/running/sightings.ts";
import { lockSeen } from "../../src/reconciliation/seen-lock.ts";
import type { ModelDevice, ModelDiscovered } from "./model.ts";
import { textOf } from "./numbers.ts";
import { promotionRefusal } from "./rules.ts";
import { MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";

/** A scan saw some addresses of a network, new ones and some that were seen before. */
function see({ model, random, inventory }: Scene): Step | undefined {
  const network = random.pick(model.networks);
  if (network === undefined) return undefined;
  const seen = [...new Set(Array.from({ length: random.of(1, 2, 6) }, () => random.within(network.subnet)))];
  const run = async (): Promise<unknown> =>
    await inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
      const space = (await lockSeen(change, [network.id])).get(network.id) ?? -1;
      await recordSightings(
        change,
        { id: network.id, space },
        seen.map((n) => ({ ip: textOf(n), confidence: 90 })),
      );
      return await change.all("select id, doc from discovered_device where network_id = ?", [network.id]);
    });
  return step(`see ${seen.map(textOf).join()} in ${network.id}`, null, run, (answer) => {
    const ids = new Map(
      (answer as unknown as { id: string; doc: string }[]).map(({ id, doc }) => [(JSON.parse(doc) as { ip: string }).ip, id]),
    );
    for (const n of seen) {
      if (!model.discovered.some((one) => one.network === network && one.n === n))
        model.discovered.push({ id: ids.get(textOf(n)) ?? "", network, n, device: null });
    }
  });
}

function promote({ model, random, inventory }: Scene): Step {
  const seen: ModelDiscovered | undefined = random.chance(0.03) ? undefined : random.pick(model.discovered);
  const id = seen?.id ?? MISSING;
  const body = { name: `seen-${random.below(1000)}` };
  const datacenter = seen?.network.datacenter ?? null;
  const holders = model.devices.filter((device) =>
    device.addresses.some((address) => address.n === seen?.n && model.spaceOf(device, address) === model.spaceOfNetwork(seen.network)),
  );
  const refused = seen === undefined ? "NOT_FOUND" : promotionRefusal(seen, holders);
  return step(
    `promote ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.discoveredDevices.promote(id, body),
    (record) => {
      if (seen === undefined) return;
      const { network, n } = seen;
      const [address] = (record as unknown as { addresses: { id: string }[] }).addresses;
      const device: ModelDevice = {
        id: record.id,
        name: body.name,
        datacenter,
        status: "active",
        tags: [],
        domains: [],
        addresses: [{ id: address?.id ?? "", n, port: null, label: "", network, pool: model.poolAt(network, n) }],
      };
      model.devices.push(device);
      model.settleAllocations(device);
      seen.device = device;
    },
  );
}

function forget({ model, random, inventory }: Scene): Step {
  const seen = random.chance(0.05) ? undefined : random.pick(model.discovered);
  const id = seen?.id ?? MISSING;
  return step(
    `forget ${id}`,
    seen === undefined ? "NOT_FOUND" : null,
    () => inventory.discoveredDevices.delete(id),
    () => {
      model.discovered.splice(0, Infinity, ...model.discovered.filter((one) => one !== seen));
    },
  );
}

export const discoverySteps: readonly (readonly [number, StepMaker])[] = [
  [5, see],
  [4, promote],
  [1.5, forget],
];
