import type { Inventory } from "@cadastre/inventory-core";
import { ask } from "./ask.ts";
import { COMMON_WORD, RARE_WORD } from "./company-devices.ts";
import type { LargeCompany } from "./large-company.ts";
import type { Samples } from "./samples.ts";

/** What operations are asked of. */
export interface Place {
  readonly inventory: Inventory;
  readonly company: LargeCompany;
  readonly samples: Samples;
}

/**
 * What an answer should grow with: `record` one record or a bounded answer, with nothing; `first` the first page of a list or a search,
 * with nothing either; `all` goes through everything, with the devices.
 */
export type Growth = "record" | "first" | "all";

/** One operation as it is measured. */
export interface Measured {
  readonly name: string;
  readonly growth: Growth;
  run(place: Place): Promise<unknown>;
}

type Query = Readonly<Record<string, string>>;

const record = (name: string, run: Measured["run"]): Measured => ({ name, growth: "record", run });

/** The first page of a list. */
const first = (id: string, query: Query = {}): Measured => ({
  name: [id, ...Object.entries(query).map(([key, value]) => `${key}=${value}`)].join(" "),
  growth: "first",
  run: async ({ inventory }) => await ask(inventory, id, { query }),
});

/** An operation on the next record of a kind. */
const of = (id: string, kind: Parameters<Samples["next"]>[0], param = "id", query: Query = {}): Measured => ({
  name: [id, ...Object.keys(query)].join(" "),
  growth: "record",
  run: async ({ inventory, samples }) => await ask(inventory, id, { params: { [param]: samples.next(kind) }, query }),
});

const search = (q: string, what: string, limit?: string): Measured => ({
  ...first("search.all", { q, ...(limit === undefined ? {} : { limit }) }),
  name: `search.all, ${what}${limit === undefined ? "" : `, best ${limit}`}`,
});

let created = 0;

/** A device that is created, changed and deleted, so that there are as many afterwards. */
async function oneLife({ inventory, company }: Place, part: "create" | "update" | "delete"): Promise<() => Promise<unknown>> {
  const name = `one-${(created += 1)}`;
  const input = { name, addresses: [{ ip: `10.0.${(created * 7) % Math.min(256, company.networks.length)}.252` }] };
  const remove = async (id: string): Promise<void> => await inventory.devices.delete(id);
  if (part === "create") return async () => await inventory.devices.create(input);
  const { id } = await inventory.devices.create(input);
  return part === "update" ? async () => await inventory.devices.update(id, { location: name }) : async () => await remove(id);
}

/** A write, of which only the part of its name is timed. */
export interface MeasuredWrite {
  readonly name: string;
  readonly growth: Growth;
  /** @returns what is timed, and what puts everything back */
  prepare(place: Place): Promise<{ readonly timed: () => Promise<unknown>; readonly after: () => Promise<unknown> }>;
}

export const WRITES: readonly MeasuredWrite[] = [
  ...(["create", "update", "delete"] as const).map((part): MeasuredWrite => ({
    name: `devices.${part}`,
    growth: "record",
    prepare: async (place) => {
      const timed = await oneLife(place, part);
      const name = `one-${created}`;
      const after = async (): Promise<void> => {
        for (const { id } of await place.inventory.names.find({ text: name, type: "device" })) await place.inventory.devices.delete(id);
      };
      return { timed, after };
    },
  })),
  {
    name: "pools.allocate",
    growth: "record",
    prepare: async ({ inventory, samples }) => {
      const pool = samples.next("pool");
      const held: string[] = [];
      return {
        timed: async () => held.push((await inventory.pools.allocate(pool, {})).allocations[0]?.id ?? ""),
        after: async () => await Promise.all(held.map(async (id) => await inventory.allocations.release(id))),
      };
    },
  },
  {
    // As much lies in it at any size from 13,000 devices on.
    name: "networks.update, a /16 to another space and back",
    growth: "record",
    prepare: async ({ inventory, company }) => {
      const space = await inventory.spaces.create({ name: `space-${(created += 1)}` });
      const site = company.sites[0] as string;
      return {
        timed: async () => await inventory.networks.update(site, { space_id: space.id }),
        after: async () => {
          await inventory.networks.update(site, { space_id: null });
          await inventory.spaces.delete(space.id);
        },
      };
    },
  },
];

export const READS: readonly Measured[] = [
  of("devices.get", "device"),
  of("devices.history", "device"),
  of("devices.related", "device"),
  of("networks.get", "network"),
  of("networks.utilization", "network"),
  of("networks.nextIp", "network"),
  of("networks.devices", "network"),
  of("networks.history", "network"),
  of("networks.heatmap", "network", "id", { prefix: "28" }),
  of("networks.utilizationHistory", "network"),
  of("pools.list", "network"),
  of("pools.nextIp", "pool"),
  of("pools.heatmap", "pool", "id", { prefix: "28" }),
  of("pools.allocations", "pool"),
  of("addresses.get", "address", "ip"),
  of("audit.get", "audit"),
  record("networks.utilization of the /8", async ({ inventory, company }) => await inventory.networks.utilization(company.root)),
  record(
    "networks.freePrefixes of the /8",
    async ({ inventory, company }) => await inventory.networks.freePrefixes(company.root, { length: 24 }),
  ),
  record("devices.statusCounts", async ({ inventory }) => await ask(inventory, "devices.statusCounts")),
  record("dashboard.get", async ({ inventory }) => await ask(inventory, "dashboard.get")),
  record("names.find", async ({ inventory }) => await ask(inventory, "names.find", { query: { text: "web-0000100", type: "device" } })),
  record("events.read", async ({ inventory }) => await ask(inventory, "events.read", { query: { limit: "100" } })),
  first("devices.list"),
  first("devices.list", { status: "active" }),
  first("devices.list", { status: "decommissioned" }),
  first("devices.list", { tags: "payments" }),
  first("devices.list", { tags: "rack-7" }),
  {
    ...first("devices.list"),
    name: "devices.list tags=payments tags=web",
    run: async ({ inventory }) => await ask(inventory, "devices.list", { query: { tags: ["payments", "web"] } }),
  },
  {
    ...first("devices.list"),
    name: "devices.list datacenter_id",
    run: async ({ inventory, company }) =>
      await ask(inventory, "devices.list", { query: { datacenter_id: company.datacenters[3] as string } }),
  },
  {
    ...first("devices.list"),
    name: "devices.list space_id=none",
    run: async ({ inventory }) => await ask(inventory, "devices.list", { query: { space_id: "none" } }),
  },
  search("w", "one letter"),
  search("w", "one letter", "20"),
  search("we", "two letters", "20"),
  search("f", "one letter that no name begins with", "20"),
  search(COMMON_WORD, "a word of all"),
  search(COMMON_WORD, "a word of all", "20"),
  search("example", "another word of all", "20"),
  search("payments", "a word of every seventh", "20"),
  search("router-", "the beginning of many names", "20"),
  search("rack 17 ", "words of few", "20"),
  search(RARE_WORD, "a word of one in 5,000", "20"),
  search("web-0000100", "a name", "20"),
  search("nothing of the kind", "nothing", "20"),
  search("10.0.0.13", "an address", "20"),
  search("10.0.0.0/16", "a /16", "20"),
  search("10.0.0.0/8", "a /8", "20"),
  search("lan-000001", "a network", "20"),
  first("devices.search", { q: COMMON_WORD }),
  first("networks.list"),
  first("networks.list", { name: "lan-00000" }),
  first("networks.list", { within: "10.0.0.0/16" }),
  first("networks.list", { contains: "10.0.0.13" }),
  first("networks.utilizations"),
  first("audit.list"),
  first("audit.list", { resource: "device" }),
  first("audit.list", { resource: "network" }),
  first("audit.list", { resource: "pool", action: "create" }),
  first("audit.list", { username: "system" }),
  first("audit.list", { username: "nobody" }),
  first("audit.list", { action: "delete" }),
  first("audit.list", { status: "failure" }),
  first("audit.list", { resource: "network", status: "success", source: "library" }),
  first("relationships.listAll"),
  first("conflicts.list"),
  first("exports.httpSd"),
  first("exports.ansible"),
];

/** What goes through everything there is. */
export const WHOLE: readonly Measured[] = [
  { name: "conflicts.detect", growth: "all", run: async ({ inventory }) => await ask(inventory, "conflicts.detect") },
  {
    name: "verify",
    growth: "all",
    run: async ({ inventory }) => {
      const { count, differences } = await inventory.verify();
      if (count > 0) throw new Error(`verify found ${JSON.stringify(differences.slice(0, 3))}`);
    },
  },
];
