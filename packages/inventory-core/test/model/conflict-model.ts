import { type Model, type ModelAllocation, type ModelDevice, type ModelNetwork, type Space } from "./model.ts";
import { columnOf, subnetText, textOf } from "./numbers.ts";

/** A contradiction between records, found by looking at everything (docs/spec/conflicts.md#types). */
export interface ModelConflict {
  readonly type: "duplicate_ip" | "overlapping_subnet";
  readonly space: Space;
  /** As the table names what is contested, as far as the model can: the key of the address, or the text of the subnet. */
  readonly subject: string;
  readonly n: bigint | null;
  readonly devices: readonly ModelDevice[];
  /** Those that no device has confirmed. */
  readonly allocations: readonly ModelAllocation[];
  readonly networks: readonly ModelNetwork[];
}

/** A device or an allocation, at an address of a space. */
interface Holder {
  readonly device?: ModelDevice;
  readonly allocation?: ModelAllocation;
  readonly n: bigint;
  readonly network: ModelNetwork | null;
  readonly space: Space;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

function group<T>(pairs: readonly (readonly [key: string, value: T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

/** Every contradiction by a name of its own. */
export function conflictsOf(model: Model): Map<string, ModelConflict> {
  const found = new Map<string, ModelConflict>();
  const holders: Holder[] = [
    ...model.devices.flatMap((device) =>
      device.addresses.map((address) => ({ device, n: address.n, network: address.network, space: model.spaceOf(device, address) })),
    ),
    ...model.allocations
      .filter(({ device }) => device === null)
      .map((allocation) => ({
        allocation,
        n: allocation.n,
        network: allocation.pool.network,
        space: model.spaceOfNetwork(allocation.pool.network),
      })),
  ];
  for (const [key, group_] of group(holders.map((holder) => [`duplicate_ip ${holder.space ?? ""} ${holder.n}`, holder] as const))) {
    const devices = [...new Set(group_.flatMap(({ device }) => device ?? []))].toSorted(byId);
    const allocations = group_.flatMap(({ allocation }) => allocation ?? []).toSorted(byId);
    const [first] = group_;
    if (devices.length + allocations.length < 2 || first === undefined) continue;
    const networks = [...new Set(group_.flatMap(({ network }) => network ?? []))];
    found.set(key, { type: "duplicate_ip", space: first.space, subject: columnOf(first.n), n: first.n, devices, allocations, networks });
  }
  const subnets = model.networks.map(
    (network) => [`overlapping_subnet ${model.spaceOfNetwork(network) ?? ""} ${subnetText(network.subnet)}`, network] as const,
  );
  for (const [key, networks] of group(subnets)) {
    const [first] = networks;
    if (networks.length < 2 || first === undefined) continue;
    found.set(key, {
      type: "overlapping_subnet",
      space: model.spaceOfNetwork(first),
      subject: subnetText(first.subnet),
      n: null,
      devices: [],
      allocations: [],
      networks: networks.toSorted(byId),
    });
  }
  return found;
}

/** A conflict as the engine must give it, without its id, sentence and times; networks in the order of their ids. */
export function conflictRecord({ type, n, devices, allocations, networks }: ModelConflict): Readonly<Record<string, unknown>> {
  const sorted = [...networks].toSorted(byId);
  return {
    type,
    ip_address: n === null ? "" : textOf(n),
    device_ids: devices.map(({ id }) => id),
    device_names: devices.map(({ name }) => name),
    allocation_ids: allocations.map(({ id }) => id),
    networks: sorted.map(({ id, name, subnet }) => `${id} ${name} ${subnetText(subnet)}`),
  };
}

/** What the engine gave, in the same form. */
export function comparable(record: object): Readonly<Record<string, unknown>> {
  const { type, ip_address, device_ids, device_names, allocation_ids, network_ids, network_names, subnets } = record as Record<
    string,
    string[]
  >;
  const networks = (network_ids ?? []).map((id, index) => `${id} ${network_names?.[index]} ${subnets?.[index]}`).toSorted();
  return { type, ip_address, device_ids, device_names, allocation_ids, networks };
}
