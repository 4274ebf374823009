import { createHash } from "node:crypto";
import type { HomeSpace } from "../contract/cascades.ts";
import type { NetworkRange, PoolRange } from "../address-space/locate.ts";
import type { Candidate } from "./plan/candidate.ts";
import { PlannedFields } from "./plan/planned-fields.ts";
import { PlannedRelationships } from "./planned-relationships.ts";
import type { ImportPlace, ImportRow } from "./import-row.ts";

/** A row of the import that came before, by what other rows find it by. */
export interface Registered {
  readonly index: number;
  readonly at: ImportPlace;
  /** The record that it is about; undefined when the row was refused. */
  readonly id: string | undefined;
  /** What its name is unique in: the id of its datacenter, or of its network; empty for none. */
  readonly scope: string;
  /** Number of the space of a network. */
  readonly space?: number | undefined;
  /** True when the inventory has the record, and its names with it. */
  readonly known: boolean;
  /** Of what the row sets. */
  readonly digest: string;
}

/** Spaces that are only planned: below all that the inventory has. */
const FIRST_PLANNED_SPACE = -1;

/** Where a row stands, for a message. */
export function sourcePosition({ line, path }: ImportPlace): string {
  if (line !== undefined) return path === undefined ? `line ${line}` : `line ${line}, ${path}`;
  return path ?? "a row before it";
}

/** What later rows of an import must know of earlier ones: keys and places, and no more. */
export class ImportRegister {
  readonly #refs = new Map<string, Registered>();
  readonly #byKey = new Map<string, { readonly row: Registered; readonly givenId: string | undefined }>();
  readonly #byName = new Map<string, Registered | Registered[]>();
  readonly #byId = new Map<string, Registered>();
  readonly #spaces = new Map<string, number>();
  readonly #homes = new Map<string, HomeSpace>();
  /** Fields of one's own as they will be. */
  readonly fields = new PlannedFields();
  /** Networks and pools as they will be. */
  readonly networks = new Map<string, NetworkRange>();
  /** Those of them that are new, or get another subnet or space: addresses in them are linked anew. */
  readonly movedNetworks = new Set<string>();
  /** Lengths of the prefixes of those networks. */
  readonly prefixLengths = new Set<number>();
  readonly #bySubnet = new Map<string, Set<string>>();
  readonly pools = new Map<string, PoolRange & { readonly name: string }>();
  /** The same pools by their networks. */
  readonly poolsOf = new Map<string, Set<string>>();
  readonly relationships = new PlannedRelationships();
  /** Children of planned relationships of types that admit one parent, by type and child, with the row that says so. */
  readonly parents = new Map<string, ImportPlace>();

  /** The row of the import with a `ref`. */
  byRef(type: string, ref: string): Registered | undefined {
    return this.#refs.get(`${type} ${ref}`);
  }

  /** The row that makes a record. */
  byId(id: string): Registered | undefined {
    return this.#byId.get(id);
  }

  /** Rows that make a record of this name, which the inventory does not have. @param kind `network`, or `network subnet` */
  byName(kind: string, name: string): readonly Registered[] {
    const found = this.#byName.get(`${kind} ${name}`);
    return found === undefined ? [] : [found].flat();
  }

  /**
   * Claims a key for a row.
   * @param givenId the id of the row, where rows with ids may share the key
   * @returns the earlier row that has it, if there is one; a row that is planned again is not in its own way
   */
  claim(type: string, key: string, row: Registered, givenId?: string): Registered | undefined {
    const { row: earlier, givenId: earlierId } = this.#byKey.get(`${type} ${key}`) ?? {};
    if (earlier === undefined || earlier.index === row.index) this.#byKey.set(`${type} ${key}`, { row, givenId });
    else if (givenId === undefined || earlierId === undefined) return earlier;
    return undefined;
  }

  /** Lets later rows refer to a row. */
  add(candidate: Candidate, row: Registered, names: Readonly<Record<string, string>>): void {
    const { type, ref } = candidate.row;
    if (ref !== undefined && this.#refs.get(`${type} ${ref}`) === undefined) this.#refs.set(`${type} ${ref}`, row);
    if (row.id === undefined || row.known) return;
    if (type !== "relationship") this.#byId.set(row.id, row);
    for (const [kind, name] of Object.entries(names)) {
      const key = `${kind} ${name}`;
      const others = this.#byName.get(key);
      if (others === undefined) this.#byName.set(key, row);
      else if (Array.isArray(others)) others.push(row);
      else this.#byName.set(key, [others, row]);
    }
  }

  /** The number of a space that is only planned. */
  plannedSpace(id: string): number | undefined {
    return this.#spaces.get(id);
  }

  /** @returns the number that a space, or the private one of a datacenter, has in this import */
  planSpace(id: string): number {
    const number = this.#spaces.get(id) ?? FIRST_PLANNED_SPACE - this.#spaces.size;
    this.#spaces.set(id, number);
    return number;
  }

  /** Where records of a datacenter are that an earlier row makes, or puts into another space. */
  plannedHome(datacenterId: string): HomeSpace | undefined {
    return this.#homes.get(datacenterId);
  }

  /** @param space number of the space that the datacenter names; a private one unless given */
  planHome(datacenterId: string, space?: number): void {
    this.#homes.set(datacenterId, { space: space ?? this.planSpace(datacenterId), fallsBack: space === undefined });
  }

  planNetwork(network: NetworkRange & { readonly prefix_length: number }, isMoved: boolean): void {
    const before = this.networks.get(network.id);
    if (before !== undefined) this.#bySubnet.get(before.cidr_key)?.delete(network.id);
    this.networks.set(network.id, network);
    if (isMoved) this.movedNetworks.add(network.id);
    this.prefixLengths.add(network.prefix_length);
    this.#bySubnet.set(network.cidr_key, (this.#bySubnet.get(network.cidr_key) ?? new Set()).add(network.id));
  }

  /** The planned networks of a subnet. @param cidrKey its key */
  networksAt(cidrKey: string): readonly NetworkRange[] {
    return [...(this.#bySubnet.get(cidrKey) ?? [])].map((id) => this.networks.get(id) as NetworkRange);
  }

  planPool(pool: PoolRange & { readonly name: string }): void {
    this.pools.set(pool.id, pool);
    const others = this.poolsOf.get(pool.network_id) ?? new Set();
    this.poolsOf.set(pool.network_id, others.add(pool.id));
  }
}

/** Tells rows apart by what they set. */
export function digestOf(row: ImportRow): string {
  return createHash("sha256")
    .update(JSON.stringify([row.set, row.lists ?? "replace"]))
    .digest("base64")
    .slice(0, 22);
}
