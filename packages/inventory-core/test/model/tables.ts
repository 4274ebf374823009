import type { OpenStorage } from "@cadastre/inventory-core";
import { expect } from "vitest";
import { freeIn } from "./free-prefixes.ts";
import { columnOf, numberOf, numberOfColumn, sizeOf, type Span, subnetOf, within } from "./numbers.ts";

/** Invariants of the tables by themselves: what is derived equals what its sources say, counted anew. */

interface Row {
  readonly [column: string]: string | number | null;
}

const text = (row: Row, column: string): string => String(row[column]);

const END_OF_IPV4 = (1n << 32n) - 1n;
const END_OF_IPV6 = (1n << 129n) - 1n;

/** Taken addresses as rows of `taken_run`. */
function runsOf(numbers: Iterable<bigint>): { lo: string; hi: string; nx: string | null }[] {
  const sorted = [...new Set(numbers)].toSorted((a, b) => (a < b ? -1 : 1));
  const runs: { lo: bigint; hi: bigint }[] = [];
  for (const n of sorted) {
    const last = runs.at(-1);
    if (last !== undefined && last.hi + 1n === n) last.hi = n;
    else runs.push({ lo: n, hi: n });
  }
  return runs.map(({ lo, hi }) => ({
    lo: columnOf(lo),
    hi: columnOf(hi),
    nx: hi === END_OF_IPV4 || hi === END_OF_IPV6 ? null : columnOf(hi + 1n),
  }));
}

/** @throws when a derived row, a counter or a document is not what the other rows say */
export async function expectTables(storage: OpenStorage): Promise<void> {
  const rowsOf = async (table: string): Promise<Row[]> => await storage.read.all<Row>(`select * from ${table}`);
  const [named, datacenters, networks, pools, devices, addresses, tags, domains, allocations, runs, blocks] = (await Promise.all(
    [
      "space",
      "datacenter",
      "network",
      "pool",
      "device",
      "address",
      "device_tag",
      "device_domain",
      "allocation",
      "taken_run",
      "free_block",
    ].map(rowsOf),
  )) as [Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[], Row[]];
  const numbers = [...named.map((row) => Number(row["number"])), ...datacenters.map((row) => Number(row["space"]))];
  expect(new Set([0, ...numbers]).size, "every space has a number of its own").toBe(numbers.length + 1);
  const numberOfSpace = new Map(named.map((row) => [text(row, "id"), Number(row["number"])]));
  const spaces = new Map<string | null, number>([
    [null, 0],
    ...datacenters.map((row) => [text(row, "id"), numberOfSpace.get(text(row, "space_id")) ?? Number(row["space"])] as const),
  ]);
  for (const row of datacenters) expect(Number(row["home"]), `home of datacenter ${text(row, "id")}`).toBe(spaces.get(text(row, "id")));
  const byId = (rows: readonly Row[]): Map<unknown, Row> => new Map(rows.map((row) => [row["id"], row]));
  const networkById = byId(networks);
  const deviceById = byId(devices);
  const poolById = byId(pools);
  const datacenterSpace = (row: Row | undefined): number | undefined => spaces.get((row?.["datacenter_id"] ?? null) as string | null);

  for (const row of networks) {
    const subnet = subnetOf(text(row, "subnet"));
    expect(
      [Number(row["space"]), row["first_key"], row["last_key"], Number(row["prefix_length"])],
      `columns of network ${text(row, "name")}`,
    ).toEqual([numberOfSpace.get(text(row, "space_id")) ?? datacenterSpace(row), columnOf(subnet.lo), columnOf(subnet.hi), subnet.prefix]);
  }
  for (const row of [...addresses, ...allocations])
    expect(row["ip_key"], `key of ${text(row, "ip")}`).toBe(columnOf(numberOf(text(row, "ip"))));
  for (const row of addresses) {
    const network = row["network_id"] === null ? undefined : networkById.get(row["network_id"]);
    const space = network === undefined ? datacenterSpace(deviceById.get(row["device_id"])) : Number(network["space"]);
    expect(Number(row["space"]), `space of address ${text(row, "ip")}`).toBe(space);
    if (network !== undefined)
      expect(within(numberOf(text(row, "ip")), subnetOf(text(network, "subnet"))), `${text(row, "ip")} lies in its network`).toBe(true);
    if (row["pool_id"] !== null) {
      const pool = poolById.get(row["pool_id"]) as Row;
      expect(pool["network_id"], `network of the pool of ${text(row, "ip")}`).toBe(row["network_id"]);
      expect(within(numberOf(text(row, "ip")), spanOf(pool)), `${text(row, "ip")} lies in its pool`).toBe(true);
    }
  }
  for (const row of allocations) {
    expect(Number(row["space"]), `space of allocation ${text(row, "ip")}`).toBe(
      Number(networkById.get(poolById.get(row["pool_id"])?.["network_id"])?.["space"]),
    );
  }

  for (const row of networks) {
    const children = networks.filter((other) => other["parent_id"] === row["id"]);
    expect(Number(row["child_count"]), `child_count of network ${text(row, "name")} ${text(row, "subnet")}`).toBe(children.length);
  }

  const counted = await storage.read.all<{ status: string; devices: number }>(
    "select status, sum(devices) as devices from device_count group by status having sum(devices) <> 0 order by status",
  );
  expect(counted, "devices of each status").toEqual(
    [...Map.groupBy(devices, (row) => text(row, "status"))]
      .map(([status, some]) => ({ status, devices: some.length }))
      .toSorted((a, b) => (a.status < b.status ? -1 : 1)),
  );

  const inSpace = (rows: readonly Row[], space: unknown): bigint[] =>
    rows.filter((row) => Number(row["space"]) === Number(space)).map((row) => numberOfColumn(text(row, "ip_key")));
  const held = allocations.filter((row) => row["status"] === "held");
  const known = new Set([...spaces.values(), ...numbers, ...runs.map((row) => Number(row["space"]))]);
  for (const space of known) {
    const found = runs.filter((row) => Number(row["space"]) === space).map(({ lo, hi, nx }) => ({ lo, hi, nx }));
    expect(
      found.toSorted((a, b) => (String(a.lo) < String(b.lo) ? -1 : 1)),
      `runs of space ${space}`,
    ).toEqual(runsOf([...inSpace(addresses, space), ...inSpace(held, space)]));
  }
  for (const row of networks) {
    const stored = blocks
      .filter((block) => block["network_id"] === row["id"])
      .map((block) => `${text(block, "first_key")}/${Number(block["prefix_length"])}`);
    if (Number(row["blocks_kept"]) === 0) expect(stored, `blocks of network ${text(row, "name")}, which keeps none`).toEqual([]);
    else {
      const taken = [
        ...networks
          .filter((other) => other["space"] === row["space"] && Number(other["prefix_length"]) > Number(row["prefix_length"]))
          .map((other) => subnetOf(text(other, "subnet"))),
        ...pools.filter((pool) => pool["network_id"] === row["id"]).map(spanOf),
        ...inSpace([...addresses, ...held], row["space"]).map((n) => ({ lo: n, hi: n })),
      ];
      expect(stored.toSorted(), `free blocks of network ${text(row, "name")} ${text(row, "subnet")}`).toEqual(
        freeIn(subnetOf(text(row, "subnet")), taken).map(({ lo, prefix }) => `${columnOf(lo)}/${prefix}`),
      );
    }
    if (networks.some((other) => other["parent_id"] === row["id"]))
      expect(Number(row["blocks_kept"]), `network ${text(row, "name")} has networks inside it, and keeps its blocks`).toBe(1);
  }
  expect(
    blocks.filter(({ network_id: id }) => !networkById.has(id)),
    "blocks of networks that are gone",
  ).toEqual([]);
  for (const row of networks) {
    const used = new Set(inSpace(addresses, row["space"]).filter((n) => within(n, subnetOf(text(row, "subnet")))));
    expect(Number(row["used_count"]), `used_count of network ${text(row, "name")} ${text(row, "subnet")}`).toBe(used.size);
  }
  for (const row of pools) {
    const space = networkById.get(row["network_id"])?.["space"];
    const span = spanOf(row);
    const used = new Set(inSpace(addresses, space).filter((n) => within(n, span)));
    const holds = new Set(inSpace(held, space).filter((n) => within(n, span) && !used.has(n)));
    expect([Number(row["used_count"]), Number(row["held_count"])], `used and held of pool ${text(row, "name")}`).toEqual([
      used.size,
      holds.size,
    ]);
    expect([row["start_key"], row["end_key"]], `keys of pool ${text(row, "name")}`).toEqual([columnOf(span.lo), columnOf(span.hi)]);
    expect(sizeOf(span) > 0n).toBe(true);
  }

  const ordered = (rows: readonly Row[], device: Row): Row[] =>
    rows.filter((row) => row["device_id"] === device["id"]).toSorted((a, b) => Number(a["position"]) - Number(b["position"]));
  for (const row of named) expectDoc("space", row, row);
  for (const row of datacenters) expectDoc("datacenter", row, { ...row, fields: {} });
  for (const row of networks) expectDoc("network", row, { ...row, fields: {}, tags: JSON.parse(text(row, "tags")) as unknown });
  for (const row of pools) expectDoc("pool", row, { ...row, fields: {}, tags: JSON.parse(text(row, "tags")) as unknown });
  for (const row of allocations) expectDoc("allocation", row, { ...row, key: row["request_key"] });
  for (const row of devices) {
    const own = ordered(addresses, row);
    expect(
      own.map(({ position }) => Number(position)),
      "positions",
    ).toEqual(own.map((_, index) => index));
    const doc = expectDoc("device", row, {
      ...row,
      fields: {},
      tags: ordered(tags, row).map(({ tag }) => tag),
      domains: ordered(domains, row).map(({ domain }) => domain),
      addresses: own.map(({ device_id: _device, position: _position, space: _space, ip_key: _key, ...address }) => address),
    });
    for (const address of doc["addresses"] as { ip: string }[])
      expect(text(row, "search_text").split("\n"), "search text").toContain(address.ip);
  }
}

const spanOf = (pool: Row): Span => ({ lo: numberOf(text(pool, "start_ip")), hi: numberOf(text(pool, "end_ip")) });

/** A document has what the columns have. */
function expectDoc(table: string, row: Row, columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { $version: _version, ...doc } = JSON.parse(text(row, "doc")) as Record<string, unknown>;
  expect(doc, `doc of ${table} ${text(row, "id")}`).toEqual(Object.fromEntries(Object.keys(doc).map((field) => [field, columns[field]])));
  return doc;
}
