import { type Inventory, type Queries, STORAGE } from "@cadastre/inventory-core";
import { Datacenter } from "../../src/datacenters/datacenter.ts";
import { networkDocuments } from "../../src/networks/network.entity.ts";
import { poolDocuments } from "../../src/pools/pool.entity.ts";
import { documentsOf } from "../../src/records/record-table.ts";
import { Space } from "../../src/spaces/space.ts";
import { expect } from "vitest";
import { type Anything, type World, worldOf } from "./plan-world.ts";

/** A row of the audit log or an event, as it was written. */
export interface Told {
  /** `device`, or `device.created` of an event. */
  readonly what: string;
  /** Id of the record. */
  readonly id: string;
  /** `changes` of an audit row, `data` of an event. */
  readonly said: Anything;
}

/** All records at one moment, and what was written to the logs since the moment before. */
export interface Moment {
  readonly world: World;
  readonly audited: readonly Told[];
  readonly events: readonly Told[];
}

interface Row {
  readonly kind: string;
  readonly what: string;
  readonly id: string;
  readonly said: string;
  readonly seq: number;
}

const records = (table: string, doc = "t.doc", id = "t.id"): string =>
  `select 'record' as kind, '${table}' as what, ${id} as id, ${doc} as said, 0 as seq from ${table} t`;

/** Everything in one statement: a list of each kind by the API takes fifty, and twenty times as long. */
const ALL = [
  records("space", documentsOf(Space).docSql("t")),
  records("datacenter", documentsOf(Datacenter).docSql("t")),
  records("network", networkDocuments.docSql("t")),
  records("pool", poolDocuments.docSql("t")),
  records("allocation"),
  records("device"),
  records("relationship", "t.doc", "t.parent_id || '/' || t.child_id || '/' || t.type"),
  records("conflict"),
  "select 'audit', resource, coalesce(resource_id, ''), changes, seq from audit where seq > ?",
  "select 'event', event, record_id, data, seq from event where seq > ?",
].join(" union all ");

/**
 * Reads the records of an inventory as they are stored, which is what the API sends ({@link expectServed} compares them), with what the
 * logs have that was not read before. What did not change is the same object each time.
 */
export class StoredWorld {
  readonly #queries: Queries;
  #known: ReadonlyMap<string, { readonly text: string; readonly record: Anything }> = new Map();
  readonly #read = { audit: 0, event: 0 };

  constructor(inventory: Inventory) {
    this.#queries = inventory.host.get(STORAGE).read;
  }

  async now(): Promise<Moment> {
    const known = new Map<string, { readonly text: string; readonly record: Anything }>();
    const told: { readonly audit: Told[]; readonly event: Told[] } = { audit: [], event: [] };
    const rows = await this.#queries.all<Row>(`${ALL} order by seq, id`, [this.#read.audit, this.#read.event]);
    for (const { kind, what, id, said, seq } of rows) {
      if (kind === "audit" || kind === "event") {
        told[kind].push({ what, id, said: JSON.parse(said) as Anything });
        this.#read[kind] = Math.max(this.#read[kind], seq);
        continue;
      }
      const key = `${what}/${id}`;
      const before = this.#known.get(key);
      known.set(key, before?.text === said ? before : { text: said, record: recordOf(said) });
    }
    this.#known = known;
    const world = new Map([...known].map(([key, { record }]) => [key, record]));
    return { world, audited: told.audit, events: told.event };
  }
}

/** A document without its version. */
function recordOf(text: string): Anything {
  const { $version: _, ...record } = JSON.parse(text) as Anything;
  return record;
}

/** Fails unless what is stored is what callers are told. */
export async function expectServed(inventory: Inventory, stored: StoredWorld): Promise<void> {
  const { world } = await stored.now();
  expect(Object.fromEntries(world), "what is stored").toEqual(Object.fromEntries(await worldOf(inventory)));
}
