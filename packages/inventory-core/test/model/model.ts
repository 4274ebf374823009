import type { Relationship } from "@cadastre/inventory-core";
import { endsOf, sizeOf, type Span, type Subnet, within } from "./numbers.ts";

/**
 * Inventory in plain arrays: every question is answered by looking at everything (docs/spec/addresses.md#linking, docs/spec/deletion.md).
 */

export interface ModelSpace {
  readonly id: string;
  name: string;
}

export interface ModelNetwork {
  readonly id: string;
  name: string;
  vlan: number | null;
  datacenter: string | null;
  /** The space that it names. */
  named: string | null;
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

/** An address space: the id of one that has a name, of a datacenter for its private one, null for the common one. */
export type Space = string | null;

export class Model {
  readonly spaces: ModelSpace[] = [];
  readonly datacenters: string[] = [];
  /** The spaces that datacenters name. */
  readonly named = new Map<string, string>();
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

  /** What a datacenter is in. */
  spaceOfDatacenter(id: string | null): Space {
    return id === null ? null : (this.named.get(id) ?? id);
  }

  spaceOfNetwork({ named, datacenter }: ModelNetwork): Space {
    return named ?? this.spaceOfDatacenter(datacenter);
  }

  spaceOf({ datacenter }: ModelDevice, { network }: ModelAddress): Space {
    return network === null ? this.spaceOfDatacenter(datacenter) : this.spaceOfNetwork(network);
  }

  /** The spaces in which addresses of a datacenter's devices are linked, in their order. */
  linkedIn(datacenter: string | null): Space[] {
    const own = this.spaceOfDatacenter(datacenter);
    return own === null || (datacenter !== null && this.named.has(datacenter)) ? [own] : [own, null];
  }

  /** The smallest larger network of its space that contains a network; the oldest of identical ones. */
  parent(network: ModelNetwork): ModelNetwork | undefined {
    const { subnet } = network;
    const space = this.spaceOfNetwork(network);
    const around = this.networks.filter(
      (other) => this.spaceOfNetwork(other) === space && other.subnet.prefix < subnet.prefix && within(subnet.lo, other.subnet),
    );
    return around.toSorted((a, b) => b.subnet.prefix - a.subnet.prefix || (a.id < b.id ? -1 : 1))[0];
  }

  poolsOf(network: ModelNetwork): ModelPool[] {
    return this.pools.filter((pool) => pool.network === network);
  }

  poolAt(network: ModelNetwork | null, n: bigint): ModelPool | null {
    return this.pools.find((pool) => pool.network === network && within(n, pool.span)) ?? null;
  }

  /** The smallest network of a space that contains an address; the oldest of identical ones. */
  smallest(space: Space, n: bigint, without?: ModelNetwork): ModelNetwork | null {
    const around = this.networks.filter(
      (network) => network !== without && this.spaceOfNetwork(network) === space && within(n, network.subnet),
    );
    return around.toSorted((a, b) => b.subnet.prefix - a.subnet.prefix || (a.id < b.id ? -1 : 1))[0] ?? null;
  }

  /** The smallest network that contains an address, in the space of the datacenter, or else the common one if that falls back. */
  home(datacenter: string | null, n: bigint, without?: ModelNetwork): ModelNetwork | null {
    for (const space of this.linkedIn(datacenter)) {
      const best = this.smallest(space, n, without);
      if (best !== null) return best;
    }
    return null;
  }

  /** Who holds the addresses of a space: the smallest device id of each. */
  used(space: Space): Map<bigint, string> {
    const holders = new Map<bigint, string>();
    for (const device of this.devices) {
      for (const address of device.addresses) {
        if (this.spaceOf(device, address) !== space) continue;
        const other = holders.get(address.n);
        if (other === undefined || device.id < other) holders.set(address.n, device.id);
      }
    }
    return holders;
  }

  /** Addresses of a space that an allocation holds and no device has confirmed. */
  held(space: Space): Set<bigint> {
    return new Set(
      this.allocations.filter((one) => one.device === null && this.spaceOfNetwork(one.pool.network) === space).map(({ n }) => n),
    );
  }

  /** Addresses that are network, broadcast or anycast address of the smallest network of a space around them. */
  reserved(space: Space): Set<bigint> {
    const own = this.networks.filter((network) => this.spaceOfNetwork(network) === space);
    const ends = own.flatMap(({ subnet }) => endsOf(subnet));
    return new Set(ends.filter((n) => endsOf((this.smallest(space, n) as ModelNetwork).subnet).includes(n)));
  }

  /** Pools of which 90 percent or more of the addresses that are not reserved is used or held. */
  highPools(): Set<ModelPool> {
    const high = new Set<ModelPool>();
    for (const space of new Set(this.pools.map(({ network }) => this.spaceOfNetwork(network)))) {
      const reserved = this.reserved(space);
      const taken = [...new Set([...this.used(space).keys(), ...this.held(space)])].filter((n) => !reserved.has(n));
      for (const pool of this.pools.filter(({ network }) => this.spaceOfNetwork(network) === space)) {
        const inside = (numbers: Iterable<bigint>): bigint => BigInt([...numbers].filter((n) => within(n, pool.span)).length);
        if (inside(taken) * 100n >= (sizeOf(pool.span) - inside(reserved)) * 90n) high.add(pool);
      }
    }
    return high;
  }

  /** The lowest free addresses of a pool, at most `count`. */
  free(pool: ModelPool, count: number, without: ReadonlySet<bigint> = new Set()): bigint[] {
    const space = this.spaceOfNetwork(pool.network);
    const taken = new Set([...this.used(space).keys(), ...this.held(space), ...this.reserved(space)]);
    for (const n of without) taken.delete(n);
    const found: bigint[] = [];
    for (let n = pool.span.lo; n <= pool.span.hi && found.length < count; n += 1n) if (!taken.has(n)) found.push(n);
    return found;
  }

  /** Holds of a space whose time is up but which nobody has swept yet. */
  overdue(space: Space): ModelAllocation[] {
    return this.allocations.filter(
      (one) => one.device === null && one.expires !== null && one.expires <= this.now && this.spaceOfNetwork(one.pool.network) === space,
    );
  }

  removeAllocations(gone: (allocation: ModelAllocation) => boolean): void {
    this.allocations.splice(0, Infinity, ...this.allocations.filter((one) => !gone(one)));
  }

  /** Every expired hold goes. */
  sweep(): void {
    for (const space of [null, ...this.datacenters, ...this.spaces.map(({ id }) => id)]) {
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
      device.addresses.some((address) => address.n === one.n && this.spaceOf(device, address) === this.spaceOfNetwork(one.pool.network));
    this.removeAllocations((one) => one.device === device && !holds(one));
    for (const one of this.allocations.filter((each) => each.device === null && holds(each))) {
      one.device = device;
      one.expires = null;
    }
  }

  /** A network left a range of a space: the addresses there are linked again. */
  leaveRange(space: Space, span: Span, without?: ModelNetwork): void {
    for (const device of this.devices)
      for (const address of device.addresses)
        if (within(address.n, span) && this.spaceOf(device, address) === space) this.#link(device, address, space, without);
  }

  /** A network entered a range of a space: the addresses there are linked again, and those of other spaces that it takes. */
  enterRange(space: Space, span: Span): void {
    this.leaveRange(space, span);
    for (const device of this.devices) {
      const linkedIn = this.linkedIn(device.datacenter);
      for (const address of device.addresses) {
        const own = this.spaceOf(device, address);
        if (!within(address.n, span) || own === space || !linkedIn.includes(space)) continue;
        const isTaken = address.network === null || (own === null && linkedIn.includes(null));
        if (isTaken) this.#place(address, this.home(device.datacenter, address.n));
      }
    }
  }

  /** A network has another subnet: links the addresses outside of it again, which stay in its former space. */
  leave(network: ModelNetwork, former: Space): void {
    for (const device of this.devices)
      for (const address of device.addresses)
        if (address.network === network && !within(address.n, network.subnet)) this.#link(device, address, former);
  }

  /** Of two networks of one subnet the address keeps its own. */
  #link(device: ModelDevice, address: ModelAddress, own: Space, without?: ModelNetwork): void {
    const { network, n } = address;
    const smallest = this.smallest(own, n, without);
    const isTwin =
      network !== null &&
      network !== without &&
      this.spaceOfNetwork(network) === own &&
      within(n, network.subnet) &&
      network.subnet.prefix === smallest?.subnet.prefix;
    this.#place(address, isTwin ? network : (smallest ?? this.home(device.datacenter, n, without)));
  }

  #place(address: ModelAddress, network: ModelNetwork | null): void {
    address.network = network;
    address.pool = this.poolAt(network, address.n);
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

  /** A datacenter names another space, or none. */
  moveDatacenter(id: string, space: string | null): void {
    if ((this.named.get(id) ?? null) === space) return;
    this.#resettle(id, () => {
      if (space === null) this.named.delete(id);
      else this.named.set(id, space);
    });
  }

  /** A datacenter goes: what it held lives on without one. */
  removeDatacenter(id: string): void {
    this.#resettle(id, (networks, devices) => {
      this.datacenters.splice(this.datacenters.indexOf(id), 1);
      this.named.delete(id);
      for (const record of [...networks, ...devices]) record.datacenter = null;
    });
  }

  /** Changes the space of a datacenter: unlinked addresses of its devices are linked again, and those where its networks were and are. */
  #resettle(id: string, work: (networks: readonly ModelNetwork[], devices: readonly ModelDevice[]) => void): void {
    const networks = this.networks.filter(({ datacenter }) => datacenter === id);
    const devices = this.devices.filter(({ datacenter }) => datacenter === id);
    const moved = networks.filter(({ named }) => named === null);
    const was = this.spaceOfDatacenter(id);
    work(networks, devices);
    for (const { datacenter, addresses } of devices) {
      for (const address of addresses) {
        if (address.network !== null) continue;
        address.network = this.home(datacenter, address.n);
        address.pool = this.poolAt(address.network, address.n);
      }
    }
    for (const network of moved) this.leaveRange(was, network.subnet);
    for (const network of moved) this.enterRange(this.spaceOfNetwork(network), network.subnet);
  }
}
