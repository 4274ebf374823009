import type { Intention, Performer, Trace } from "./intention.ts";
import type { Ledger, LedgerRecord } from "./ledger.ts";
import type { SeededRandom } from "./seeded-random.ts";

/** Holds the addresses of devices and, in its second /16, the pool: no device takes an allocated address. */
const NETWORK = { name: "everything", subnet: "10.0.0.0/8" };
const POOL = { name: "handed-out", start_ip: "10.1.0.0", end_ip: "10.1.255.255" };

type Step = (client: Client) => Intention | undefined;

/** Steps by weight; one that has nothing to work on creates a device in its place. */
const STEPS: readonly (readonly [weight: number, step: Step])[] = [
  [22, (client) => client.createDevice()],
  [20, (client) => client.updateDevice()],
  [12, (client) => client.delete("device")],
  [8, (client) => client.createNetwork()],
  [6, (client) => client.delete("network")],
  [14, (client) => client.allocate()],
  [8, (client) => client.delete("allocation")],
  [7, (client) => client.relate()],
  [3, (client) => client.delete("relationship")],
];
const TOTAL = STEPS.reduce((sum, [weight]) => sum + weight, 0);

/** Makes what all clients work in. @returns the id of the pool */
export async function prepareDatabase(performer: Performer, ledger: Ledger): Promise<string> {
  const mark = ledger.tag(0);
  const body = { ...NETWORK, description: mark };
  const intention: Intention = {
    client: 0,
    resource: "network",
    action: "create",
    key: body.name,
    mark,
    id: undefined,
    count: 1,
    request: { kind: "network.create", params: [], body },
  };
  const network = await performer.perform(intention.request);
  if (network.status !== "ok") throw new Error(`the network of the trial was not made: ${JSON.stringify(network)}`);
  ledger.acknowledge(intention, network.result);
  const pool = await performer.perform({ kind: "pool.create", params: [(network.result as { id: string }).id], body: POOL });
  if (pool.status !== "ok") throw new Error(`the pool of the trial was not made: ${JSON.stringify(pool)}`);
  return (pool.result as { id: string }).id;
}

/** Changes its own records one after the other. Clients meet in locks, counters and the pool, and never in a record. */
export class Client {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #ledger: Ledger;
  readonly #poolId: string;

  constructor(number: number, random: SeededRandom, ledger: Ledger, poolId: string) {
    this.#number = number;
    this.#random = random;
    this.#ledger = ledger;
    this.#poolId = poolId;
  }

  /** Works until it is stopped or the host is gone. */
  async work(performer: Performer, stopped: () => boolean, acknowledged: (traces: readonly Trace[]) => void = () => {}): Promise<void> {
    while (!stopped()) {
      const intention = this.#choose();
      this.#ledger.intend(intention);
      const answer = await performer.perform(intention.request);
      if (answer.status === "gone") return;
      if (answer.status === "ok") acknowledged(this.#ledger.acknowledge(intention, answer.result));
      else this.#ledger.refuse(intention, answer.code);
    }
  }

  #choose(): Intention {
    let left = this.#random.between(0, TOTAL - 1);
    const [, step] = STEPS.find(([weight]) => (left -= weight) < 0) as (typeof STEPS)[number];
    return step(this) ?? this.createDevice();
  }

  createDevice(): Intention {
    const tag = this.#ledger.tag(this.#number);
    const serial = Number(tag.split("-")[1]);
    // No two devices share an address, so that a doubled one would be the engine's doing.
    const ip = `10.${16 + (serial >> 16)}.${(serial >> 8) & 255}.${serial & 255}`;
    const body = { name: tag, description: tag, tags: ["soak", tag], domains: [`${tag}.example.com`], addresses: [{ ip }] };
    return this.#creation("device", tag, { kind: "device.create", params: [], body });
  }

  updateDevice(): Intention | undefined {
    const device = this.#random.pick(this.#ledger.own(this.#number, "device"));
    if (device === undefined) return undefined;
    const mark = this.#ledger.tag(this.#number);
    const lists = this.#random.next() < 0.3 ? { tags: [mark], domains: [] } : {};
    const request = { kind: "device.update", params: [device.id], body: { description: mark, ...lists } } as const;
    return { client: this.#number, resource: "device", action: "update", key: device.key, mark, id: device.id, count: 1, request };
  }

  createNetwork(): Intention {
    const tag = this.#ledger.tag(this.#number);
    const serial = Number(tag.split("-")[1]);
    const subnet = `fd00:${(serial >> 16).toString(16)}:${(serial & 65_535).toString(16)}::/64`;
    return this.#creation("network", tag, { kind: "network.create", params: [], body: { name: tag, subnet, description: tag } });
  }

  allocate(): Intention {
    const tag = this.#ledger.tag(this.#number);
    const count = this.#random.between(1, 4);
    return {
      ...this.#creation("allocation", tag, { kind: "allocation.create", params: [this.#poolId], body: { count, key: tag, note: tag } }),
      count,
    };
  }

  /** A parent is older than its child, so no cycle can close. */
  relate(): Intention | undefined {
    const devices = this.#ledger.own(this.#number, "device");
    const [a, b] = [this.#random.between(0, devices.length - 1), this.#random.between(0, devices.length - 1)].toSorted(
      (one, other) => one - other,
    );
    const [parent, child] = [devices[a as number], devices[b as number]];
    if (parent === undefined || child === undefined || parent === child) return undefined;
    const type = this.#random.pick(["connected_to", "depends_on"]) as string;
    const id = `${parent.id}/${child.id}/${type}`;
    if (this.#ledger.own(this.#number, "relationship").some((known) => known.id === id)) return undefined;
    const request = { kind: "relationship.create", params: [parent.id], body: { child_id: child.id, type } } as const;
    return { client: this.#number, resource: "relationship", action: "create", key: id, mark: "", id, count: 1, request };
  }

  delete(resource: LedgerRecord["resource"]): Intention | undefined {
    const record = this.#random.pick(this.#ledger.own(this.#number, resource));
    if (record === undefined) return undefined;
    const { id, key, mark } = record;
    const request = { kind: `${resource}.delete`, params: id.split("/") } as const;
    return { client: this.#number, resource, action: "delete", key, mark, id, count: 1, request };
  }

  #creation(resource: LedgerRecord["resource"], tag: string, request: Intention["request"]): Intention {
    return { client: this.#number, resource, action: "create", key: tag, mark: tag, id: undefined, count: 1, request };
  }
}
