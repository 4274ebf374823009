import type { Relationship } from "@cadastre/inventory-core";
import { endsOf, sizeOf, type Span, type Subnet, within } from "./numbers.ts";

/**
 * Inventory in plain arrays: every question is answered by looking at everything (docs/spec/addresses.md#linking, docs/spec/deletion.md).
 */

export interface ModelNetwork {
  readonly id: string;
  name: string;
  vlan: number | null;
  datacenter: string | null;
  subnet: Subnet;
}

export interface ModelPool {
  readonly id: string;
  readonly network: ModelNetwork;
  name: string;
  span: Span;
}

export interface ModelAddress {
  readonly id: string;
  readonly n: bigint;
  readonly port: number | null;
  readonly label: string;
  network: ModelNetwork | null;
  pool: ModelPool | null;
}

export type Status = "planned" | "active" | "maintenance" | "decommissioned";

export interface ModelDevice {
  readonly id: string;
  name: string;
  datacenter: string | null;
  status: Status;
  tags: readonly string[];
  domains: readonly string[];
  addresses: ModelAddress[];
}

export interface ModelAllocation {
  readonly id: string;
  readonly pool: ModelPool;
  readonly n: bigint;
  readonly key: string | null;
  readonly note: string;
  /** What was asked for, to tell a repetition from another request. */
  readonly request: string;
  /** The device that confirmed it. */
  device: ModelDevice | null;
  expires: number | null;
}

/** What a request key of a pool was given. */
export interface ModelKey {
  readonly pool: ModelPool;
  readonly key: string;
  readonly request: string;
  readonly ids: readonly string[];
}

/** A device is the parent of another. */
export interface ModelRelationship {
  readonly parent: string;
  readonly child: string;
  readonly type: Relationship["type"];
}

/** A host that a scan saw in a network. */
export interface ModelDiscovered {
  readonly id: string;
  readonly network: ModelNetwork;
  readonly n: bigint;
  /** The device that it was promoted to. */
  device: ModelDevice | null;
}

/** An address as it is asked for. */
export interface AskedAddress {
  readonly id?: string;
  readonly n: bigint;
  readonly port: number | null;
  readonly label: string;
  readonly network: string | null;
  readonly pool: string | null;
}

export type Refusal = "VALIDATION_ERROR";

/** The address space of a datacenter or of none. */
export type Space = string | null;

export const spaceOf = (device: ModelDevice, address: ModelAddress): Space =>
  address.network === null ? device.datacenter : address.network.datacenter;

export class Model {
  readonly datacenters: string[] = [];
  readonly networks: ModelNetwork[] = [];
  readonly pools: ModelPool[] = [];
  readonly devices: ModelDevice[] = [];
  readonly allocations: ModelAllocation[] = [];
  readonly keys: ModelKey[] = [];
  readonly relationships: ModelRelationship[] = [];
  readonly discovered: ModelDiscovered[] = [];
  /** Names of conflicts that are to be left alone while they last. */
  readonly ignored = new Set<string>();
  now = 0;

  network(id: string | null): ModelNetwork | undefined {
    return this.networks.find((network) => network.id === id);
  }

  pool(id: string | null): ModelPool | undefined {
    return this.pools.find((pool) => pool.id === id);
  }

  poolsOf(network: ModelNetwork): ModelPool[] {
    return this.pools.filter((pool) => pool.network === network);
  }

  poolAt(network: ModelNetwork | null, n: bigint): ModelPool | null {
    return this.pools.find((pool) => pool.network === network && within(n, pool.span)) ?? null;
  }

  /** The most specific network that contains an address, in the datacenter or else in none; the oldest of identical ones. */
  home(datacenter: string | null, n: bigint): ModelNetwork | null {
    for (const space of [datacenter, null]) {
      const around = this.networks.filter((network) => network.datacenter === space && within(n, network.subnet));
      const best = around.toSorted((a, b) => b.subnet.prefix - a.subnet.prefix || (a.id < b.id ? -1 : 1))[0];
      if (best !== undefined) return best;
    }
    return null;
  }

  /** Who holds the addresses of a space: the smallest device id of each. */
  used(space: Space): Map<bigint, string> {
    const holders = new Map<bigint, string>();
    for (const device of this.devices) {
      for (const address of device.addresses) {
        if (spaceOf(device, address) !== space) continue;
        const other = holders.get(address.n);
        if (other === undefined || device.id < other) holders.set(address.n, device.id);
      }
    }
    return holders;
  }

  /** Addresses of a space that an allocation holds and no device has confirmed. */
  held(space: Space): Set<bigint> {
    return new Set(this.allocations.filter((one) => one.device === null && one.pool.network.datacenter === space).map(({ n }) => n));
  }

  /** Pools of which 90 percent or more is used or held. */
  highPools(): Set<ModelPool> {
    const high = new Set<ModelPool>();
    for (const space of new Set(this.pools.map(({ network }) => network.datacenter))) {
      const taken = [...new Set([...this.used(space).keys(), ...this.held(space)])];
      for (const pool of this.pools.filter(({ network }) => network.datacenter === space)) {
        if (BigInt(taken.filter((n) => within(n, pool.span)).length) * 100n >= sizeOf(pool.span) * 90n) high.add(pool);
      }
    }
    return high;
  }

  /** The lowest free addresses of a pool, at most `count`. */
  free(pool: ModelPool, count: number, without: ReadonlySet<bigint> = new Set()): bigint[] {
    const { datacenter, subnet } = pool.network;
    const taken = new Set([...this.used(datacenter).keys(), ...this.held(datacenter), ...endsOf(subnet)]);
    for (const n of without) taken.delete(n);
    const found: bigint[] = [];
    for (let n = pool.span.lo; n <= pool.span.hi && found.length < count; n += 1n) if (!taken.has(n)) found.push(n);
    return found;
  }

  /** Holds of a space whose time is up but which nobody has swept yet. */
  overdue(space: Space): ModelAllocation[] {
    return this.allocations.filter(
      (one) => one.device === null && one.expires !== null && one.expires <= this.now && one.pool.network.datacenter === space,
    );
  }

  removeAllocations(gone: (allocation: ModelAllocation) => boolean): void {
    this.allocations.splice(0, Infinity, ...this.allocations.filter((one) => !gone(one)));
  }

  /** Every expired hold goes. */
  sweep(): void {
    for (const space of [null, ...this.datacenters]) {
      const overdue = new Set(this.overdue(space));
      this.removeAllocations((one) => overdue.has(one));
    }
  }

  /** Where addresses go and whether that is allowed; their ids are the caller's to fill in. */
  place(asked: readonly AskedAddress[], datacenter: string | null): Omit<ModelAddress, "id">[] | Refusal {
    if (datacenter !== null && !this.datacenters.includes(datacenter)) return "VALIDATION_ERROR";
    const placed: Omit<ModelAddress, "id">[] = [];
    for (const { n, port, label, network: networkId, pool: poolId } of asked) {
      const pool = this.pool(poolId);
      if (poolId !== null && pool === undefined) return "VALIDATION_ERROR";
      const network = networkId === null ? (pool?.network ?? this.home(datacenter, n)) : this.network(networkId);
      if (network === undefined || (network !== null && !within(n, network.subnet))) return "VALIDATION_ERROR";
      if (pool !== undefined && (pool.network !== network || !within(n, pool.span))) return "VALIDATION_ERROR";
      if (placed.some((other) => other.n === n && other.port === port && other.network === network)) return "VALIDATION_ERROR";
      placed.push({ n, port, label, network, pool: pool ?? this.poolAt(network, n) });
    }
    return placed;
  }

  /** A device got the addresses it has now: it lets go of allocations it confirmed elsewhere, and confirms what it holds. */
  settleAllocations(device: ModelDevice): void {
    const holds = (one: ModelAllocation): boolean =>
      device.addresses.some((address) => address.n === one.n && spaceOf(device, address) === one.pool.network.datacenter);
    this.removeAllocations((one) => one.device === device && !holds(one));
    for (const one of this.allocations.filter((each) => each.device === null && holds(each))) {
      one.device = device;
      one.expires = null;
    }
  }

  /** Unlinked addresses that a network contains are linked to it: those of its space, or all when it has no datacenter. */
  claim(network: ModelNetwork): void {
    for (const device of this.devices) {
      if (network.datacenter !== null && device.datacenter !== network.datacenter) continue;
      for (const address of device.addresses) {
        if (address.network !== null || !within(address.n, network.subnet)) continue;
        address.network = network;
        address.pool = this.poolAt(network, address.n);
      }
    }
  }

  /** Lets go of the addresses of a network that are not in `kept`. */
  unlink(network: ModelNetwork, kept: Span | null): void {
    for (const address of this.devices.flatMap(({ addresses }) => addresses)) {
      if (address.network !== network || (kept !== null && within(address.n, kept))) continue;
      address.network = null;
      address.pool = null;
    }
  }

  /** Takes their pool from addresses of a pool that are not in `kept`. */
  detach(pool: ModelPool, kept: Span | null): void {
    for (const address of this.devices.flatMap(({ addresses }) => addresses)) {
      if (address.pool === pool && !(kept !== null && within(address.n, kept))) address.pool = null;
    }
  }

  removePools(gone: (pool: ModelPool) => boolean): void {
    this.removeAllocations(({ pool }) => gone(pool));
    this.keys.splice(0, Infinity, ...this.keys.filter(({ pool }) => !gone(pool)));
    this.pools.splice(0, Infinity, ...this.pools.filter((pool) => !gone(pool)));
  }

  /** A device goes, with its relationships; what it was promoted from may be promoted again. */
  removeDevice(device: ModelDevice): void {
    this.removeAllocations((one) => one.device === device);
    this.devices.splice(this.devices.indexOf(device), 1);
    this.relationships.splice(
      0,
      Infinity,
      ...this.relationships.filter(({ parent, child }) => parent !== device.id && child !== device.id),
    );
    for (const seen of this.discovered) if (seen.device === device) seen.device = null;
  }

  /** What was seen at addresses of a network that are not in `kept` is forgotten. */
  forgetSeen(network: ModelNetwork, kept: Span | null): void {
    this.discovered.splice(
      0,
      Infinity,
      ...this.discovered.filter((one) => one.network !== network || (kept !== null && within(one.n, kept))),
    );
  }

  /** A datacenter goes: what it held lives on without one; its networks then claim, the most specific first. */
  removeDatacenter(id: string): void {
    this.datacenters.splice(this.datacenters.indexOf(id), 1);
    const networks = this.networks.filter(({ datacenter }) => datacenter === id);
    for (const record of [...networks, ...this.devices.filter(({ datacenter }) => datacenter === id)]) record.datacenter = null;
    for (const network of networks.toSorted((a, b) => b.subnet.prefix - a.subnet.prefix || (a.id < b.id ? -1 : 1))) this.claim(network);
  }
}
