import { createInventory, type OpenStorage, type SqlValue, type Storage, type Transaction } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { PostgresDatabases } from "@cadastre/testing";
import { Client } from "pg";
import { expect, inject, it } from "vitest";
import { toPostgresqlSql } from "../../../src/storage/postgresql/postgresql-sql.ts";

// Statements that run while the topology lock keeps every other writer waiting look up what they change: none reads a
// large table from end to end.

const DEVICES = 60_000;
const SPACES = 60;

interface Asked {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** A storage that writes down what its transactions ask. */
function recorded(storage: Storage, asked: Asked[]): Storage {
  return {
    ...storage,
    async open(options): Promise<OpenStorage> {
      const open = await storage.open(options);
      const write: OpenStorage["write"] = async (work, how) =>
        await open.write(async (transaction) => {
          const proxy = new Proxy(transaction, {
            get(target, name) {
              const value: unknown = Reflect.get(target, name, target);
              if (typeof value !== "function") return value;
              return (...args: readonly unknown[]): unknown => {
                const [sql, params = []] = args;
                if (["all", "get", "run", "exec"].includes(String(name)))
                  asked.push({ sql: String(sql), params: params as readonly SqlValue[] });
                return (value as (...args: readonly unknown[]) => unknown).apply(target, [...args]);
              };
            },
          });
          return await work(proxy as Transaction);
        }, how);
      return new Proxy(open, {
        get: (target, name) => {
          if (name === "write") return write;
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === "function" ? (value.bind(target) as unknown) : value;
        },
      });
    },
  };
}

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly Plan[];
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan;
  for (const part of plan.Plans ?? []) yield* nodesOf(part);
}

const id = (letter: string, number: string): string => `'${letter}0000000-0000-7000-8000-' || lpad(to_hex(${number}), 12, '0')`;

it("looks up what it changes", async () => {
  await using database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
  const asked: Asked[] = [];
  await using inventory = await createInventory({ storage: recorded(postgresql(database.url), asked) });
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(
      `insert into datacenter (id, space, name, name_key, location, description, created_at, updated_at, doc)
       select ${id("c", "g")}, g + 100, 'dc', 'dc', '', '', '', '', '{}' from generate_series(1, ${SPACES}) g`,
    );
    const home = await inventory.datacenters.create({ name: "home" });
    const other = await inventory.datacenters.create({ name: "other" });
    const network = await inventory.networks.create({ name: "wide", subnet: "10.0.0.0/16", datacenter_id: home.id });
    const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.1.0", end_ip: "10.0.1.200" });
    for (let n = 1; n < 20; n += 1) {
      await inventory.devices.create({
        name: `d${n}`,
        datacenter_id: home.id,
        addresses: [{ ip: `10.0.1.${n}` }, { ip: `192.168.0.${n}` }],
      });
      await inventory.pools.allocate(pool.id, {});
    }
    await client.query(
      `insert into device (id, name, name_key, hostname, description, make_model, os, datacenter_id, username, location, status,
        search_text, created_at, updated_at, doc)
       select ${id("d", "g")}, 'd' || g, 'd' || g, '', '', '', '', ${id("c", `g % ${SPACES} + 1`)}, '', '', 'active', '', '', '', '{}'
         from generate_series(1, ${DEVICES}) g`,
    );
    await client.query(
      `insert into address (id, device_id, position, space, ip, ip_key, port, type, label, network_id, switch_port, pool_id)
       select ${id("e", "g")}, ${id("d", "g")}, 0, g % ${SPACES} + 101, '10.0.0.1', '4' || lpad(to_hex(167772160 + g), 8, '0'), null,
         'ipv4', '', null, '', null from generate_series(1, ${DEVICES}) g`,
    );
    await client.query(
      `insert into relationship (parent_id, child_id, type, created_at, doc) select ${id("d", "g")}, ${id("d", "g + 1")}, ` +
        `'connected_to', '', '{}' from generate_series(1, ${DEVICES - 1}) g`,
    );
    await client.query("vacuum analyze");

    asked.length = 0;
    await inventory.networks.update(network.id, { datacenter_id: other.id });
    await inventory.networks.update(network.id, { subnet: "10.0.0.0/20" });
    await inventory.networks.create({ name: "inner", subnet: "192.168.0.0/24", datacenter_id: home.id });
    await inventory.pools.update(pool.id, { end_ip: "10.0.1.100" });
    await inventory.datacenters.delete(other.id);
    await inventory.datacenters.delete(home.id);
    await inventory.networks.delete(network.id);
    const statements = new Map(asked.map((one) => [one.sql, one]));
    expect(statements.size).toBeGreaterThan(25);

    const scans: string[] = [];
    await client.query("set plan_cache_mode = force_custom_plan");
    for (const { sql, params } of statements.values()) {
      if (!/^\s*(select|update|delete|with)/i.test(sql) || sql.includes("pg_advisory")) continue;
      const { rows } = await client.query<{ "QUERY PLAN": readonly { Plan: Plan }[] }>(`explain (format json) ${toPostgresqlSql(sql)}`, [
        ...params,
      ]);
      const plans = rows.flatMap((row) => row["QUERY PLAN"].map(({ Plan: plan }) => [...nodesOf(plan)]));
      for (const node of plans.flat()) {
        if (node["Node Type"] === "Seq Scan" && ["device", "address", "relationship"].includes(node["Relation Name"] ?? ""))
          scans.push(`${node["Relation Name"]}: ${sql}`);
      }
    }
    expect(scans).toEqual([]);
  } finally {
    await client.end();
  }
});
