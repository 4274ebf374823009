/**
 * A network with one pool as a sequential machine: what each operation answers and leaves, when operations happen one
 * after the other. Networks of a run share nothing, so that each is judged alone.
 */

/** An address that was handed out. */
interface ModelAllocation {
  readonly id: string;
  readonly ip: string;
  readonly key: string | null;
  /** The device that confirmed it. */
  readonly device: string | null;
}

/** What a request key was given; it outlives its allocations. */
interface ModelKey {
  readonly key: string;
  /** How many were asked for, to tell a repetition from another request. */
  readonly count: number;
  readonly ids: readonly string[];
}

interface ModelDevice {
  readonly id: string;
  readonly ip: string;
}

export interface NetworkState {
  /** Of the pool, in order. */
  readonly addresses: readonly string[];
  readonly datacenter: string;
  readonly allocations: readonly ModelAllocation[];
  readonly keys: readonly ModelKey[];
  readonly devices: readonly ModelDevice[];
}

export type Input =
  | { readonly op: "allocate"; readonly count: number; readonly key: string | null }
  | { readonly op: "release"; readonly id: string }
  | { readonly op: "create-device"; readonly ip: string }
  | { readonly op: "move-device"; readonly id: string; readonly ip: string }
  | { readonly op: "delete-device"; readonly id: string }
  | { readonly op: "get-device"; readonly id: string }
  | { readonly op: "move-network"; readonly to: string }
  | { readonly op: "get-network" }
  | { readonly op: "next-ip" }
  | { readonly op: "list-allocations" };

export type Output =
  | { readonly refused: string }
  | { readonly given: readonly { readonly id: string; readonly ip: string }[] }
  | { readonly device: string }
  | { readonly value: string }
  | { readonly done: true };

const DONE: Output = { done: true };
const READS: ReadonlySet<Input["op"]> = new Set<Input["op"]>(["get-device", "get-network", "next-ip", "list-allocations"]);

/** Whether an operation only looks. */
export const isRead = ({ op }: Input): boolean => READS.has(op);

export const emptyNetwork = (addresses: readonly string[], datacenter: string): NetworkState => ({
  addresses,
  datacenter,
  allocations: [],
  keys: [],
  devices: [],
});

interface Ran {
  readonly state: NetworkState;
  readonly output: Output;
}

const refused = (state: NetworkState, code: string): Ran => ({ state, output: { refused: code } });

/** Runs an operation. @param newId gives the ids of what it makes */
export function runModel(state: NetworkState, input: Input, newId: () => string): Ran {
  switch (input.op) {
    case "allocate":
      return allocate(state, input, newId);
    case "release": {
      if (!state.allocations.some(({ id }) => id === input.id)) return refused(state, "NOT_FOUND");
      return { state: { ...state, allocations: state.allocations.filter(({ id }) => id !== input.id) }, output: DONE };
    }
    case "create-device": {
      const id = newId();
      return { state: putDevice(state, id, input.ip), output: { device: id } };
    }
    case "move-device":
      return hasDevice(state, input.id)
        ? { state: putDevice(state, input.id, input.ip), output: DONE }
        : refused(state, "DEVICE_NOT_FOUND");
    case "delete-device":
      return hasDevice(state, input.id) ? { state: dropDevice(state, input.id), output: DONE } : refused(state, "DEVICE_NOT_FOUND");
    case "move-network":
      return { state: { ...state, datacenter: input.to }, output: DONE };
    default:
      return { state, output: read(state, input) };
  }
}

function read(state: NetworkState, input: Input): Output {
  if (input.op === "get-network") return { value: state.datacenter };
  if (input.op === "get-device") {
    const device = state.devices.find(({ id }) => id === input.id);
    return device === undefined ? { refused: "DEVICE_NOT_FOUND" } : { value: device.ip };
  }
  if (input.op === "list-allocations")
    return { value: state.allocations.map(({ ip, device }) => `${ip} ${device === null ? "held" : "confirmed"}`).join(", ") };
  const [next] = freeAddresses(state);
  return next === undefined ? { refused: "IP_NOT_AVAILABLE" } : { value: next };
}

export function freeAddresses({ addresses, allocations, devices }: NetworkState): string[] {
  const taken = new Set([...allocations.filter(({ device }) => device === null), ...devices].map(({ ip }) => ip));
  return addresses.filter((ip) => !taken.has(ip));
}

/** The lowest free addresses, all or none; the same again for the same key, as long as all of them are held under it. */
function allocate(state: NetworkState, { count, key }: Extract<Input, { op: "allocate" }>, newId: () => string): Ran {
  const earlier = state.keys.find((known) => known.key === key);
  if (earlier !== undefined) {
    const held = state.allocations.filter(({ id }) => earlier.ids.includes(id));
    if (earlier.count !== count || held.length < count) return refused(state, "CONFLICT");
    return { state, output: { given: held.map(({ id, ip }) => ({ id, ip })) } };
  }
  const ips = freeAddresses(state).slice(0, count);
  if (ips.length < count) return refused(state, "IP_NOT_AVAILABLE");
  const made = ips.map((ip): ModelAllocation => ({ id: newId(), ip, key, device: null }));
  const place = ({ ip }: ModelAllocation): number => state.addresses.indexOf(ip);
  const allocations = [...state.allocations, ...made].toSorted((a, b) => place(a) - place(b) || (a.id < b.id ? -1 : 1));
  const keys =
    key === null ? state.keys : [...state.keys, { key, count, ids: made.map(({ id }) => id) }].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  return { state: { ...state, allocations, keys }, output: { given: made.map(({ id, ip }) => ({ id, ip })) } };
}

const hasDevice = ({ devices }: NetworkState, device: string): boolean => devices.some(({ id }) => id === device);

/** A device at an address lets go of what it confirmed elsewhere and confirms what is held there. */
function putDevice(state: NetworkState, id: string, ip: string): NetworkState {
  const kept = state.allocations.filter((allocation) => allocation.device !== id || allocation.ip === ip);
  return {
    ...state,
    allocations: kept.map((allocation) =>
      allocation.ip === ip && allocation.device === null ? { ...allocation, device: id } : allocation,
    ),
    devices: [...state.devices.filter((device) => device.id !== id), { id, ip }].toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

function dropDevice(state: NetworkState, id: string): NetworkState {
  return {
    ...state,
    allocations: state.allocations.filter(({ device }) => device !== id),
    devices: state.devices.filter((device) => device.id !== id),
  };
}
