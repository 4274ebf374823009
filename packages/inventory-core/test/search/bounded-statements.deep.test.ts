import { createInventory, type Inventory, type OpenStorage, type SqlValue, STORAGE, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases, type TemporaryDatabase } from "@cadastre/testing";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { searchedNetworks } from "../../src/networks/network-search.ts";
import { SAMPLED_RECORDS } from "../../src/storage/searching/met-soon.ts";
import { searchPages } from "../../src/storage/searching/search-pages.ts";
import { toParameters, toPostgresqlSql } from "../../src/storage/postgresql/postgresql-sql.ts";

// On PostgreSQL, the first page of a search or a list comes from few rows, however many match: what each statement reads is counted by
// the database itself.

const DEVICES = 40_000;
const NETWORKS = 20_000;
const ROWS_OF_LOG = 60_000;

/** Rows that a statement may read: a sample of records with what each has, and some more. */
const MAX_READ = 4 * SAMPLED_RECORDS;

interface Asked {
  readonly sql: string;
  readonly params: readonly SqlValue[];
  readonly isList: boolean;
}

/** A storage that writes down what readers ask. */
function recorded(storage: Storage, asked: Asked[]): Storage {
  const recording = (open: OpenStorage): OpenStorage =>
    new Proxy(open, {
      get(target, name) {
        if (name === "read") {
          const all = async <Row>(sql: string, params: readonly SqlValue[] = []): Promise<Row[]> => {
            asked.push({ sql, params, isList: false });
            return await target.read.all<Row>(sql, params);
          };
          return { all, get: async (sql: string, params?: readonly SqlValue[]) => (await all(sql, params))[0] };
        }
        if (name === "pages")
          return (sql: string, params: readonly SqlValue[] = [], signal?: AbortSignal) => {
            asked.push({ sql, params, isList: true });
            return target.pages(sql, params, signal);
          };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  return { ...storage, open: async (options) => recording(await storage.open(options)) };
}

interface Plan {
  readonly "Node Type": string;
  readonly "Plan Rows": number;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

type Plans = readonly { readonly "QUERY PLAN": readonly { readonly Plan: Plan }[] }[];

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan;
  for (const part of plan.Plans ?? []) yield* nodesOf(part);
}

const numbered = (letter: string, number: string): string => `'${letter}0000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`;

const ROLES = `(array['app','build','cache','db','mail','queue','Router','storage','switch','vm','web','xen'])[g % 12 + 1]`;

const NAME = `${ROLES} || '-' || lpad(g::text, 7, '0')`;

const tagged = (position: number, tag: string): string =>
  `insert into device_tag (device_id, name, position, tag)
   select ${numbered("d", "g")}, ${NAME}, ${position}, ${tag} from generate_series(1, ${DEVICES}) g`;

const LOADED = [
  `insert into device (id, name, name_key, hostname, description, make_model, os, datacenter_id, username, location, status, search_text,
     created_at, updated_at, doc)
   select id, name, lower(name), '', '', '', '', null, '', '', 'active', lower(name) || E'\ninventoried for ' || team ||
     case when g % 5000 = 17 then ' xyzzyq' else '' end || E'\nrack ' || g % 400 || E'\n' || E'\u0002\u0002' || left(lower(name), 2) ||
     E'\u0002\u0002in' || E'\u0002\u0002fo' || E'\u0002\u0002' || left(team, 2), '', '', '{"id":"' || id || '","name":"' || name || '"}'
   from (select g, ${numbered("d", "g")} as id, ${NAME} as name,
     (array['payments','search','platform','office','research','logistics','security'])[g % 7 + 1] as team
     from generate_series(1, ${DEVICES}) g) s`,
  tagged(0, "'team-' || g % 7"),
  tagged(1, "'half-' || g / 12 % 2"),
  // Those of both are few, and their names are the last.
  tagged(2, "'role-' || g % 12"),
  `insert into address (id, device_id, position, space, ip, ip_key, port, type, label, network_id, switch_port, pool_id)
   select ${numbered("e", "g")}, ${numbered("d", "g")}, 0, 0, host('10.0.0.0'::inet + g), '4' || lpad(to_hex(167772160 + g), 8, '0'), null,
     'ipv4', '', null, '', null from generate_series(1, ${DEVICES}) g`,
  // Many of each: where few have a value, to read them all and put them in order costs the same, and samples decide.
  `insert into audit (id, timestamp, action, resource, resource_id, user_id, username, ip_address, source, status, error, changes,
     seal_number)
   select ${numbered("a", "g")}, '', 'create', case when g <= 10000 then 'pool' else 'device' end, null, null, 'system', null, 'library',
     'success', '', '{}', g from generate_series(1, ${ROWS_OF_LOG}) g`,
  // A /24 each, one after the other.
  `insert into network (id, space, name, name_key, search_text, subnet, first_key, last_key, prefix_length, cidr_key, child_count,
     description, status, tags, used_count, blocks_kept, created_at, updated_at, doc)
   select id, 0, name, lower(name), lower(name) || E'\n' || subnet || E'\nnetwork of ' || team ||
     case when g % 5000 = 17 then ' xyzzyq' else '' end || E'\n' || E'\u0002\u0002' || left(lower(name), 2) || E'\u0002\u000210' ||
     E'\u0002\u0002ne' || E'\u0002\u0002of' || E'\u0002\u0002' || left(team, 2), subnet, first, left(first, 7) || 'ff', 24,
     first || '/024', 0, 'network of ' || team, 'active', '[]', 0, 0, '', '', '{"id":"' || id || '","name":"' || name || '"}'
   from (select g, ${numbered("b", "g")} as id, ${NAME} as name, host('10.0.0.0'::inet + g * 256) || '/24' as subnet,
     '4' || lpad(to_hex(167772160 + g * 256), 8, '0') as first,
     (array['payments','search','platform','office','research','logistics','security'])[g % 7 + 1] as team
     from generate_series(0, ${NETWORKS - 1}) g) s`,
  "vacuum analyze",
];

describe("statements of PostgreSQL, of a first page", () => {
  const asked: Asked[] = [];
  let database: TemporaryDatabase;
  let inventory: Inventory;
  let client: Client;

  beforeAll(async () => {
    database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
    inventory = await createInventory({ storage: recorded(postgresql(database.url), asked) });
    client = new Client({ connectionString: database.url });
    await client.connect();
    for (const sql of LOADED) await client.query(sql);
  });

  afterAll(async () => {
    await client.end();
    await inventory.close();
    await database[Symbol.asyncDispose]();
  });

  /**
   * The first of a list, and what its statements read: rows, by statement; and statements of which all is put in order first.
   * @param most rows that a statement may read
   */
  async function firstOf(
    list: AsyncIterable<unknown>,
    most = MAX_READ,
  ): Promise<{ readonly found: number; readonly greedy: readonly string[] }> {
    asked.length = 0;
    let found = 0;
    for await (const _ of list) if ((found += 1) === 20) break;
    const greedy: string[] = [];
    await client.query("set max_parallel_workers_per_gather = 0");
    for (const { sql, params, isList } of asked.splice(0)) {
      const text = toPostgresqlSql(sql);
      // Whatever the values: a prepared statement may have a plan for all of them.
      const first = `explain (analyze, format json) ${text}${isList ? " limit 26" : ""}`;
      const { rows } = await client.query<Plans[number]>(first, toParameters(params));
      const nodes = rows.flatMap((row) => row["QUERY PLAN"].flatMap(({ Plan: plan }) => [...nodesOf(plan)]));
      const read = nodes
        .filter((node) => node["Node Type"].includes("Scan") && node["Node Type"] !== "Subquery Scan")
        .reduce((sum, node) => sum + ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0), 0);
      if (read > most) greedy.push(`${read} rows: ${sql}`);
      if (!isList) continue;
      const cursor = await client.query<Plans[number]>(
        `explain (format json) declare list no scroll cursor for ${text}`,
        toParameters(params),
      );
      for (const row of cursor.rows)
        for (const { Plan: plan } of row["QUERY PLAN"])
          for (const node of nodesOf(plan))
            if (node["Node Type"] === "Sort" && node["Plan Rows"] > MAX_READ) greedy.push(`sorts ${node["Plan Rows"]} rows: ${sql}`);
    }
    return { found, greedy };
  }

  it.each([
    ["w", 20],
    ["we", 20],
    ["f", 20],
    ["inventoried", 20],
    ["for payments", 20],
    ["router-", 20],
    ["web-00", 20],
    ["rack 17", 20],
    ["xyzzyq", 8],
    ["web-0000010", 1],
    ["nothing of the kind", 0],
    ["10.0.0.13", 1],
    ["10.0.0.0/16", 20],
    ["10.0.0.0/8", 20],
  ])("read few rows for a search for %s", async (q, count) => {
    expect(await firstOf(inventory.devices.search({ q }))).toEqual({ found: count, greedy: [] });
  });

  async function* networksFound(q: string): AsyncGenerator<string> {
    for await (const page of searchPages(inventory.host.get(STORAGE), searchedNetworks(q))) yield* page;
  }

  it("read few rows for a name that one has, also where thousands of names begin alike", async () => {
    // But for the sample.
    expect(await firstOf(inventory.devices.search({ q: "storage-0000019" }), SAMPLED_RECORDS)).toEqual({ found: 1, greedy: [] });
  });

  it.each(["storage-0000019", "xyzzyq", "nothing of the kind"])("are few for a search for %s", async (q) => {
    asked.length = 0;
    for await (const _ of inventory.devices.search({ q }));
    // What works in the background asks for other records.
    const ofDevices = asked.filter(({ sql }) => sql.includes("from device ")).map(({ sql }) => sql);
    expect(ofDevices.length, ofDevices.join("\n")).toBeLessThanOrEqual(6);
  });

  it.each([
    ["w", 20],
    ["we", 20],
    ["f", 0],
    ["network", 20],
    ["of payments", 20],
    ["router-", 20],
    ["web-00", 20],
    ["xyzzyq", 4],
    ["web-0000010", 1],
    ["nothing of the kind", 0],
    ["10.0.13.0/24", 1],
    ["10.0.13.7", 1],
    ["10.0.0.0/16", 20],
    ["10.0.0.0/8", 20],
  ])("read few rows for a search among networks for %s", async (q, count) => {
    expect(await firstOf(networksFound(q))).toEqual({ found: count, greedy: [] });
  });

  it.each([
    { tags: ["half-1"] },
    { tags: ["half-1", "team-3"] },
    { tags: ["team-3", "role-10"] },
    { tags: ["role-10"], status: "active" as const },
    { space_id: "none" },
    { tags: ["team-2"], space_id: "none", status: "active" as const },
  ])("read few rows for a list by %j", async (filter) => {
    expect(await firstOf(inventory.devices.list(filter))).toEqual({ found: 20, greedy: [] });
  });

  it.each([
    [{ username: "system" }, 20],
    [{ username: "nobody" }, 0],
    [{ action: "create", resource: "pool" }, 20],
    [{ resource: "pool", source: "library", status: "success" }, 20],
    [{ resource: "network", source: "library" }, 0],
  ] as const)("read few rows of the audit log for %j", async (filter, count) => {
    expect(await firstOf(inventory.audit.list(filter))).toEqual({ found: count, greedy: [] });
  });
});
