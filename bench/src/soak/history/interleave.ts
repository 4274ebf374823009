import type { SeededRandom } from "../crash/seeded-random.ts";
import { emptyNetwork, type Input, isRead, type NetworkState, type Output, runModel } from "./network-model.ts";
import type { TimedOperation } from "./operation-history.ts";

const ADDRESSES = Array.from({ length: 6 }, (_, index) => `10.0.0.${index + 1}`);

/** The state that {@link interleave} begins with. */
export const INTERLEAVED: NetworkState = emptyNetwork(ADDRESSES, "north");

interface InFlight {
  readonly input: Input;
  readonly begin: number;
  output: Output | undefined;
  /** Whether it has taken effect. */
  happened: boolean;
}

/**
 * A history that surely has an order that explains it: operations of the model that take effect at some point between
 * their begin and their answer. Some are never answered, whether they take effect or not.
 */
export function interleave(random: SeededRandom, count: number, most: number): TimedOperation[] {
  const operations: TimedOperation[] = [];
  const flying = new Set<InFlight>();
  const known = { allocations: [] as string[], devices: [] as string[] };
  let state = INTERLEAVED;
  let begun = 0;
  let serial = 0;
  const keep = ({ input, begin, output }: InFlight, end: number): void =>
    void operations.push({ network: "network", input, output, begin, end });
  for (let now = 1; begun < count || flying.size > 0; now += 1) {
    if (begun < count && flying.size < most && random.next() < 0.5) {
      begun += 1;
      flying.add({ input: chooseInput(random, known), begin: now, output: undefined, happened: false });
      continue;
    }
    const one = random.pick([...flying]);
    if (one === undefined) continue;
    // Its client gives up on it; it may have happened or be yet to happen, here not at all.
    const forgotten = random.next() < 0.02;
    if (!one.happened && !forgotten) {
      const ran = runModel(state, one.input, () => `id-${(serial += 1)}`);
      state = ran.state;
      Object.assign(one, { happened: true, output: ran.output });
      continue;
    }
    flying.delete(one);
    if (forgotten) {
      if (!isRead(one.input)) keep({ ...one, output: undefined }, Infinity);
      continue;
    }
    keep(one, now);
    if (one.output !== undefined && "given" in one.output) known.allocations.push(...one.output.given.map(({ id }) => id));
    if (one.output !== undefined && "device" in one.output) known.devices.push(one.output.device);
  }
  return operations;
}

function chooseInput(
  random: SeededRandom,
  { allocations, devices }: { readonly allocations: readonly string[]; readonly devices: readonly string[] },
): Input {
  const ip = random.pick(ADDRESSES) as string;
  const device = random.pick(devices.slice(-4)) ?? "none";
  const inputs: readonly Input[] = [
    { op: "allocate", count: random.between(1, 2), key: random.next() < 0.4 ? `key-${random.between(1, 3)}` : null },
    { op: "allocate", count: 1, key: null },
    { op: "release", id: random.pick(allocations.slice(-5)) ?? "none" },
    { op: "release", id: random.pick(allocations.slice(-5)) ?? "none" },
    { op: "create-device", ip },
    { op: "move-device", id: device, ip },
    { op: "delete-device", id: device },
    { op: "get-device", id: device },
    { op: "move-network", to: random.pick(["north", "south", "east"]) as string },
    { op: "get-network" },
    { op: "next-ip" },
    { op: "list-allocations" },
  ];
  return random.pick(inputs) as Input;
}
