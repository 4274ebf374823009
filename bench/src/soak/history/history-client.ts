import type { EnginePair } from "../allocators/engine-pair.ts";
import type { Answer, Request } from "../allocators/operations.ts";
import type { SeededRandom } from "../crash/seeded-random.ts";
import type { Input, Output } from "./network-model.ts";
import type { OperationRecorder } from "./operation-history.ts";

/** A network as its clients know it. They share what they were told of, so that they get in each other's way. */
export interface SharedNetwork {
  readonly name: string;
  readonly networkId: string;
  readonly poolId: string;
  readonly addresses: readonly string[];
  readonly datacenters: readonly string[];
  readonly allocationIds: string[];
  readonly deviceIds: string[];
}

export interface HistoryScene {
  readonly pair: EnginePair;
  readonly recorder: OperationRecorder;
  readonly networks: readonly SharedNetwork[];
  /** Takes one of the operations that are still to be made; false when there are none. */
  take(): boolean;
}

/** What is no longer there is asked for at times too, as long as it is recent. */
const RECENT = 12;
const KEYS = 6;

/** Makes operations of any network, one after the other. */
export class HistoryClient {
  readonly #number: number;
  readonly #random: SeededRandom;
  readonly #scene: HistoryScene;

  constructor(number: number, random: SeededRandom, scene: HistoryScene) {
    this.#number = number;
    this.#random = random;
    this.#scene = scene;
  }

  async work(): Promise<void> {
    while (this.#scene.take()) {
      const network = this.#random.pick(this.#scene.networks) as SharedNetwork;
      const input = this.#choose(network);
      const engine = this.#scene.pair.engineOf(this.#number);
      const output = await this.#scene.recorder.record(network.name, input, async () =>
        outputOf(input, await engine.call(requestOf(network, input))),
      );
      if (output === undefined) continue;
      if ("given" in output) network.allocationIds.push(...output.given.map(({ id }) => id));
      if ("device" in output) network.deviceIds.push(output.device);
    }
  }

  #choose({ addresses, allocationIds, deviceIds, datacenters }: SharedNetwork): Input {
    const random = this.#random;
    const chance = random.next();
    const ip = random.pick(addresses) as string;
    const device = random.pick(deviceIds.slice(-RECENT));
    const allocation = random.pick(allocationIds.slice(-RECENT));
    if (chance < 0.2 && allocation !== undefined) return { op: "release", id: allocation };
    if (chance < 0.3) return { op: "create-device", ip };
    if (chance < 0.4 && device !== undefined) return { op: "move-device", id: device, ip };
    if (chance < 0.54 && device !== undefined) return { op: "delete-device", id: device };
    if (chance < 0.6 && device !== undefined) return { op: "get-device", id: device };
    if (chance < 0.64) return { op: "move-network", to: random.pick(datacenters) as string };
    if (chance < 0.68) return { op: "get-network" };
    if (chance < 0.74) return { op: "next-ip" };
    if (chance < 0.8) return { op: "list-allocations" };
    const key = random.next() < 0.4 ? `key-${random.between(1, KEYS)}` : null;
    return { op: "allocate", count: random.between(1, 3), key };
  }
}

function requestOf({ networkId, poolId }: SharedNetwork, input: Input): Request {
  switch (input.op) {
    case "allocate":
      return { operation: "allocation.create", params: [poolId], body: { count: input.count, key: input.key } };
    case "release":
      return { operation: "allocation.release", params: [input.id] };
    case "create-device":
      // The network is named: a device of no datacenter would not find it in another's space.
      return { operation: "device.create", params: [], body: { name: "device", addresses: [{ ip: input.ip, network_id: networkId }] } };
    case "move-device":
      return { operation: "device.update", params: [input.id], body: { addresses: [{ ip: input.ip, network_id: networkId }] } };
    case "delete-device":
      return { operation: "device.delete", params: [input.id] };
    case "get-device":
      return { operation: "device.get", params: [input.id] };
    case "move-network":
      return { operation: "network.update", params: [networkId], body: { datacenter_id: input.to } };
    case "get-network":
      return { operation: "network.get", params: [networkId] };
    case "next-ip":
      return { operation: "pool.next-ip", params: [poolId] };
    case "list-allocations":
      return { operation: "pool.allocations", params: [poolId] };
  }
}

interface AllocationBody {
  readonly id: string;
  readonly ip: string;
  readonly status: string;
}

/** What the model speaks of in an answer. */
function outputOf({ op }: Input, answer: Answer): Output | undefined {
  if (answer.status === "gone" || (answer.status === "refused" && answer.code === "UNAVAILABLE")) return undefined;
  if (answer.status === "refused") return { refused: answer.code };
  const { result } = answer;
  switch (op) {
    case "allocate":
      return { given: (result as { allocations: AllocationBody[] }).allocations.map(({ id, ip }) => ({ id, ip })) };
    case "create-device":
      return { device: (result as { id: string }).id };
    case "get-device":
      return { value: (result as { addresses: { ip: string }[] }).addresses.map(({ ip }) => ip).join() };
    case "get-network":
      return { value: (result as { datacenter_id: string }).datacenter_id };
    case "next-ip":
      return { value: (result as { ip: string }).ip };
    case "list-allocations":
      return { value: (result as AllocationBody[]).map(({ ip, status }) => `${ip} ${status}`).join(", ") };
    default:
      return { done: true };
  }
}
