import { serviceToken } from "./service-token.ts";
import type { Change } from "./storage/write-path.ts";

/** Where a network lies. Keys are those of addresses (`address-key.ts`). */
export interface NetworkPlace {
  readonly id: string;
  readonly space: number;
  readonly cidr_key: string;
  readonly first_key: string;
  readonly last_key: string;
  readonly prefix_length: number;
}

/** A network inside of which others are allocated. */
export interface ParentPlace {
  readonly id: string;
  readonly space: number;
  /** The network that has what lies in it: itself, or the oldest of its subnet. */
  readonly holder_id: string;
  /** How many networks have its subnet. */
  readonly same_count: number;
}

/** The space that records of a datacenter are in, unless they name another. */
export interface HomeSpace {
  readonly space: number;
  /** Whether its addresses are linked to networks of the common space where none of its own contains them. */
  readonly fallsBack: boolean;
}

/** From where to where a pool goes. */
export interface PoolBounds {
  readonly id: string;
  readonly start_key: string;
  readonly end_key: string;
}

/** An address in a space. */
export interface PlacedKey {
  readonly space: number;
  readonly key: string;
}

/** How a network changes. */
export interface NetworkMove {
  readonly was: NetworkPlace;
  readonly now: NetworkPlace;
  /** Whether it has another subnet or space; otherwise only its name and the like changed. */
  readonly isMoved: boolean;
}

/**
 * What follows when a network, pool or device comes, changes or goes: one function each, in `cascades/`. The service has
 * asked the rules and holds the locks; `write` and `remove` do what it does to the record itself, at their place in the order. Events and
 * audit of the record are the service's, those of what follows are written here.
 */
export interface Cascades {
  /** A record of a declared kind is about to be deleted. */
  recordDeleted(change: Change, kind: string, id: string): Promise<void>;
  /** @returns its parent */
  networkCreated(change: Change, network: NetworkPlace, write: () => Promise<void>): Promise<string | null>;
  /** Networks come where nothing is that could become theirs: in free parts of another one, whose free blocks are kept. */
  networksAllocated(change: Change, parent: ParentPlace, networks: readonly NetworkPlace[], write: () => Promise<void>): Promise<void>;
  /** @returns its parent, where it moved */
  networkChanged(change: Change, move: NetworkMove, write: () => Promise<void>): Promise<string | null | undefined>;
  networkDeleted(change: Change, network: NetworkPlace, remove: () => Promise<void>): Promise<void>;
  poolCreated(change: Change, poolId: string, write: () => Promise<void>): Promise<void>;
  /** @param releases whether allocations outside are released (FORBIDDEN without the permission); otherwise there are none */
  poolResized(change: Change, pool: PoolBounds, releases: boolean, write: () => Promise<void>): Promise<void>;
  poolDeleted(change: Change, poolId: string, remove: () => Promise<void>): Promise<void>;
  devicesDeleted(change: Change, devices: readonly { readonly id: string; readonly placed: readonly PlacedKey[] }[]): Promise<void>;
  /** Documents and search texts of records whose own fields changed without them: no event, no time of change. */
  ownFieldsRewritten(change: Change, record: string, ids: readonly string[]): Promise<void>;
  /** @param others devices that give the address up @throws FORBIDDEN */
  addressDecided(change: Change, address: PlacedKey, others: readonly string[], allocationIds: readonly string[]): Promise<void>;
}

export const CASCADES = serviceToken<Cascades>("cascades");
