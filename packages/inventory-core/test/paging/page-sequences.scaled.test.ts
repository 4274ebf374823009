import { createInventory, type Inventory, type Page, STORAGE } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keyOfText } from "../../src/address/ip-address.ts";
import type { DiscoveredDevice } from "../../src/reconciliation/discovered-device.ts";
import { deleteSeen, insertSeen, rewriteSeen } from "../../src/reconciliation/seen-rows.ts";
import { atDepth, randomSeeds } from "../../../../testing/depth.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// Pages of lists beside random writes, against a model in memory: the records before and after each page.

type Item = Readonly<Record<string, unknown>> & { readonly id: string };
type Value = number | string | null;

/** A random write: `pick` chooses a record. */
interface Step {
  readonly kind: "create" | "delete" | "move" | "touch";
  readonly pick: number;
  readonly text: string;
}

/** A list with random writes to its records. */
interface Subject {
  readonly sorts: Readonly<Record<string, (item: Item) => readonly Value[]>>;
  /** The filters that pages are read with, with what they leave. */
  readonly filters: readonly (readonly [filter: object, leaves: (item: Item) => boolean])[];
  read(query: object): Promise<Page<Item>>;
  all(): Promise<readonly Item[]>;
  write(step: Step, items: readonly Item[]): Promise<void>;
}

const steps: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom("create", "create", "delete", "move", "touch"),
  pick: fc.nat(1000),
  text: fc.constantFrom("a", "b", "Ä", "b b", "ﬀ", "\u{1f680}", "zz"),
});

const text = (value: unknown): string => value as string;
const number = (value: unknown): number | null => value as number | null;

async function devicesOf(inventory: Inventory, clock: FakeClock): Promise<Subject> {
  const { devices } = inventory;
  const statuses = ["planned", "active", "maintenance"] as const;
  return {
    sorts: {
      name: (item) => [text(item["name"]), item.id],
      created_at: (item) => [text(item["created_at"]), item.id],
      updated_at: (item) => [text(item["updated_at"]), item.id],
    },
    filters: [
      [{}, () => true],
      [{ status: "planned" }, (item) => item["status"] === "planned"],
      [{ tags: ["odd"] }, (item) => (item["tags"] as string[]).includes("odd")],
    ],
    read: async (query) => (await devices.list(query).page()) as unknown as Page<Item>,
    all: async () => (await devices.list()) as unknown as Item[],
    write: async ({ kind, pick, text: name }, items) => {
      await clock.advance(pick % 3);
      const chosen = items[pick % Math.max(1, items.length)];
      if (kind === "create" || chosen === undefined)
        await devices.create({ name, status: statuses[pick % 3], tags: pick % 2 === 1 ? ["odd"] : [] });
      else if (kind === "delete") await devices.delete(chosen.id);
      else if (kind === "move") await devices.update(chosen.id, { name, status: statuses[pick % 3] });
      else await devices.update(chosen.id, { os: `${pick}` });
    },
  };
}

async function networksOf(inventory: Inventory, clock: FakeClock): Promise<Subject> {
  const { networks } = inventory;
  const subnets = ["10.0.0.0/8", "10.0.0.0/24", "10.1.0.0/16", "192.0.2.0/24", "2001:db8::/32", "9.0.0.0/8"];
  const place = (item: Item): readonly Value[] => {
    const [ip = "", length = ""] = text(item["subnet"]).split("/");
    return [keyOfText(ip) as string, Number(length), item.id];
  };
  return {
    sorts: {
      name: (item) => [text(item["name"]), item.id],
      subnet: place,
      vlan_id: (item) => [number(item["vlan_id"]), item.id],
      updated_at: (item) => [text(item["updated_at"]), item.id],
    },
    filters: [
      [{}, () => true],
      [{ parent_id: "none" }, (item) => item["parent_id"] === null],
      [{ vlan_id: 2 }, (item) => item["vlan_id"] === 2],
    ],
    read: async (query) => (await networks.list(query).page()) as unknown as Page<Item>,
    all: async () => (await networks.list()) as unknown as Item[],
    write: async ({ kind, pick, text: name }, items) => {
      await clock.advance(pick % 3);
      const chosen = items[pick % Math.max(1, items.length)];
      const subnet = subnets[pick % subnets.length] as string;
      if (kind === "create" || chosen === undefined) await networks.create({ name, subnet, vlan_id: pick % 4 });
      else if (kind === "delete") await networks.delete(chosen.id);
      else if (kind === "move") await networks.update(chosen.id, { name, subnet, vlan_id: pick % 4 });
      else await networks.update(chosen.id, { description: `${pick}` });
    },
  };
}

async function discoveredOf(inventory: Inventory, clock: FakeClock): Promise<Subject> {
  const lan = await inventory.networks.create({ name: "lan", subnet: "10.0.0.0/8" });
  const far = await inventory.networks.create({ name: "far", subnet: "192.168.0.0/16" });
  const storage = inventory.host.get(STORAGE);
  const networks = [lan.id, far.id];
  let made = 0;
  return {
    sorts: {
      "": (item) => [text(item["network_id"]), keyOfText(text(item["ip"])) as string],
      ip: (item) => [keyOfText(text(item["ip"])) as string, item.id],
      last_seen: (item) => [text(item["last_seen"]), item.id],
    },
    filters: [
      [{ state: ["unknown", "known"] }, () => true],
      [{ state: ["known"] }, (item) => item["state"] === "known"],
      [{ network_id: lan.id }, (item) => item["network_id"] === lan.id],
    ],
    read: async (query) => (await inventory.discoveredDevices.list(query as never).page()) as unknown as Page<Item>,
    all: async () => (await inventory.discoveredDevices.list({ state: ["unknown", "known"] })) as unknown as Item[],
    write: async ({ kind, pick }, items) => {
      await clock.advance(pick % 3);
      const chosen = items[pick % Math.max(1, items.length)] as DiscoveredDevice | undefined;
      const now = new Date(clock.now()).toISOString();
      await storage.write(async (transaction) => {
        if (kind === "create" || chosen === undefined) {
          made += 1;
          const seen = {
            id: `seen-${(pick * 7919) % 1009}-${made}`,
            ip: `10.${made >> 8}.${made & 255}.${pick % 200}`,
            network_id: networks[pick % 2],
            state: pick % 2 === 0 ? "known" : "unknown",
            status: "up",
            mac_address: "",
            hostname: "",
            switch_port: "",
            ignore_note: "",
            last_seen: now,
            first_seen: now,
            created_at: now,
            updated_at: now,
            device_id: null,
            ignored_at: null,
            promoted_to_device_id: null,
            promoted_at: null,
            differences: [],
            open_ports: [],
            services: [],
            confidence: 100,
            os_guess: "",
            vendor: "",
          } as unknown as DiscoveredDevice;
          await insertSeen(transaction, [seen]);
        } else if (kind === "delete") await deleteSeen(transaction, "id = ?", [chosen.id]);
        else await rewriteSeen(transaction, [{ before: chosen, after: { ...chosen, last_seen: now, vendor: `${pick}` } }]);
      });
    },
  };
}

async function auditOf(inventory: Inventory, clock: FakeClock): Promise<Subject> {
  const { audit, spaces } = inventory;
  const order = new Map<string, number>();
  const all = async (): Promise<readonly Item[]> => {
    const rows = (await audit.list()) as unknown as Item[];
    for (const row of rows.toReversed()) if (!order.has(row.id)) order.set(row.id, order.size);
    return rows;
  };
  const place = (item: Item): number => order.get(item.id) ?? Infinity;
  return {
    sorts: { "": (item) => [-place(item)], timestamp: (item) => [text(item["timestamp"]), place(item)] },
    filters: [
      [{}, () => true],
      [{ action: "update" }, (item) => item["action"] === "update"],
    ],
    read: async (query) => (await audit.list(query).page()) as unknown as Page<Item>,
    all,
    write: async ({ pick, text: name }) => {
      await clock.advance(pick % 5);
      const [space] = await spaces.list();
      if (space === undefined) await spaces.create({ name });
      else await spaces.update(space.id, { description: `${name} ${pick} ${clock.now()}` });
    },
  };
}

const compareValues = (one: readonly Value[], other: readonly Value[]): number => {
  for (const [at, value] of one.entries()) {
    const against = other[at] ?? null;
    if (value === against) continue;
    if (value === null || against === null) return value === null ? -1 : 1;
    return isBefore(value, against) ? -1 : 1;
  }
  return 0;
};

/** Texts are compared by code point, which for UTF-8 is the order of bytes. */
const isBefore = (one: number | string, other: number | string): boolean =>
  typeof one === "string" && typeof other === "string" ? Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0 : one < other;

interface Case {
  readonly sort: number;
  readonly descending: boolean;
  readonly filter: number;
  readonly limit: number;
  readonly between: readonly (readonly Step[])[];
}

const cases: fc.Arbitrary<Case> = fc.record({
  sort: fc.nat(100),
  descending: fc.boolean(),
  filter: fc.nat(100),
  limit: fc.integer({ min: 1, max: 7 }),
  between: fc.array(fc.array(steps, { maxLength: 4 }), { maxLength: 6 }),
});

/** Reads all pages while records change, and checks that each record that did not change was returned exactly once. */
async function check(subject: Subject, { sort: chosen, descending, filter: chosenFilter, limit, between }: Case): Promise<void> {
  const [field = "", valuesOf] = Object.entries(subject.sorts)[chosen % Object.keys(subject.sorts).length] as [
    string,
    (item: Item) => Value[],
  ];
  const [filter, leaves] = subject.filters[chosenFilter % subject.filters.length] as Subject["filters"][number];
  const sign = descending && field !== "" ? -1 : 1;
  const sort = field === "" ? undefined : `${sign < 0 ? "-" : ""}${field}`;
  const before = new Map((await subject.all()).filter(leaves).map((item) => [item.id, valuesOf(item)]));
  const steady = new Set(before.keys());
  const seen: Item[] = [];
  for (let after: string | undefined, page = 0; ; page += 1) {
    const { items, next, count } = await subject.read({ ...filter, sort, after, limit, count: true });
    const now = (await subject.all()).filter(leaves);
    expect(count).toBe(now.length);
    expect(items.length).toBeLessThanOrEqual(limit);
    expect(items).toHaveLength(next === undefined ? items.length : limit);
    expect(items.every(leaves)).toBe(true);
    expect(items.map(valuesOf)).toEqual(items.map(valuesOf).toSorted((one, other) => sign * compareValues(one, other)));
    seen.push(...items);
    expect(seen.length, "the pages do not end").toBeLessThan(before.size + 100);
    if (next === undefined) break;
    after = next;
    for (const step of between[page] ?? []) await subject.write(step, await subject.all());
    const left = new Map((await subject.all()).filter(leaves).map((item) => [item.id, valuesOf(item)]));
    for (const [id, values] of before) {
      const later = left.get(id);
      if (later === undefined || compareValues(values, later) !== 0) steady.delete(id);
    }
  }
  const ids = seen.map(({ id }) => id);
  for (const id of steady) expect(ids.filter((other) => other === id)).toHaveLength(1);
  const kept = seen.filter(({ id }) => steady.has(id));
  expect(kept.map(valuesOf)).toEqual(kept.map(valuesOf).toSorted((one, other) => sign * compareValues(one, other)));
}

const SUBJECTS = { devices: devicesOf, networks: networksOf, "discovered devices": discoveredOf, "the audit log": auditOf };

describe.each(DATABASES)("sequences of pages on %s", (_, openPlace) => {
  it.each(Object.entries(SUBJECTS))("of %s return each record that stays where it is exactly once", async (_name, subjectOf) => {
    await using place = await openPlace();
    const clock = new FakeClock();
    await using inventory = await createInventory({ storage: place.storage(), clock });
    const subject = await subjectOf(inventory, clock);
    const seeds = fc.sample(steps, { numRuns: 25, seed: 7 });
    for (const step of seeds) await subject.write({ ...step, kind: "create" }, []);
    for (const seed of randomSeeds())
      await fc.assert(
        fc.asyncProperty(cases, async (one) => await check(subject, one)),
        { numRuns: atDepth({ few: 8, many: 15, full: 40 }), seed },
      );
  });
});
