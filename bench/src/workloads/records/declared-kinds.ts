import { createInventory, definePlugin, type Inventory, type Plugin, servicesOf, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { boolean, choice, defineRecord, integer, name, reference, references, text, url } from "@cadastre/inventory-core/records";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webhookOperations, webhooksPlugin } from "../../../../packages/webhooks/src/index.ts";
import type { Context } from "../../context.ts";
import { interleave, median, type Pair, type Step, timeAtOnce, WARM_UP } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import type { Subject } from "../../subject.ts";

/** Calls in flight while records are loaded. */
const LOADERS = 64;

/** Declared kinds of an inventory that has many. */
const MANY = 30;

const kindNamed = <const Name extends string>(kind: Name) =>
  defineRecord({
    name: kind,
    fields: {
      name: name(),
      provider: text({ max: 128 }),
      bandwidth_mbps: integer({ min: 1 }).optional(),
      status: choice(["planned", "active", "terminated"]).default("active"),
      datacenter_id: reference("datacenter").optional(),
      device_ids: references("device", { onDelete: "clear" }).optional(),
    },
    search: ["name", "provider"],
    within: "datacenter_id",
    claims: (circuit) => [circuit.name],
  });

/** The fields of a webhook, without search, claims and references. */
const Subscription = defineRecord({
  name: "subscription",
  fields: {
    name: name(),
    description: text({ max: 4096 }).optional(),
    url: url(),
    events: text(),
    enabled: boolean().default(true),
    timeout_seconds: integer({ min: 1, max: 60 }).default(10),
    retry_count: integer({ min: 0, max: 5 }).default(3),
    since: text().optional(),
  },
});

const circuits = definePlugin({ id: "circuits", records: [kindNamed("circuit"), Subscription] });
const many: Plugin = { id: "many", records: Array.from({ length: MANY }, (_, n) => kindNamed(`kind_${n}`)) };

const storageOf = ({ storage, url }: Subject): Storage => (storage === "sqlite" ? sqlite(url.replace("sqlite://", "")) : postgresql(url));

/** Records of declared kinds beside webhooks, discovery rules and devices without addresses; starts with kinds beside starts without. */
export async function declaredKinds(context: Context): Promise<Row[]> {
  return [...(await besideHandWritten(context)), ...(await besideDevices(context)), ...(await starts(context))];
}

/** Microseconds that a call may take longer than one that is made of bare statements. */
const MORE_US = 60;

async function besideHandWritten(context: Context): Promise<Row[]> {
  const { scale } = context;
  return await context.withEmpty(async (subject) => {
    const plugins = [circuits, webhooksPlugin({ deliver: false })] as const;
    await using inventory = await createInventory({ storage: storageOf(subject), plugins });
    const webhooks = servicesOf(inventory.host, webhookOperations);
    let number = 0;
    const given = (letter: string) => ({ name: `${letter}-${(number += 1)}`, url: "http://203.0.113.1/", enabled: false });
    const declared = async () => await inventory.subscriptions.create({ ...given("S"), events: "device.deleted" });
    const circuit = async () => await inventory.circuits.create({ name: `C-${(number += 1)}`, provider: "Acme" });
    const webhook = async () => await webhooks.create({ ...given("W"), events: ["device.deleted"] });
    const networks = await networksFor(inventory, (scale.rounds + WARM_UP) * scale.writes);
    const rule = async () => await inventory.discoveryRules.create({ network_id: networks.pop() as string, enabled: false });
    const writes = { rounds: scale.rounds, times: scale.writes };
    const rows = [
      timeRow("a record of a declared kind created", "a webhook", await interleave(declared, webhook, writes), 1.05),
      moreRow("a record of a declared kind created", "a discovery rule, by bare statements", await interleave(declared, rule, writes)),
      timeRow("a record with search and a claim created", "a webhook, without both", await interleave(circuit, webhook, writes)),
    ];
    const [{ id: one }, { id: other }] = [await declared(), await webhook()];
    const update = await interleave(
      async () => await inventory.subscriptions.update(one, { name: `S-${(number += 1)}` }),
      async () => await webhooks.update(other, { name: `W-${(number += 1)}` }),
      writes,
    );
    rows.push(timeRow("one changed", "a webhook", update, 1.05));
    const get = await interleave(
      async () => await inventory.subscriptions.get(one),
      async () => await webhooks.get(other),
      scale.short,
    );
    rows.push(timeRow("one read", "a webhook", get, 1.05));
    await evenOut(declared, webhook, (await inventory.subscriptions.list()).length, (await webhooks.list()).length);
    const list = await interleave(
      async () => await inventory.subscriptions.list(),
      async () => await webhooks.list(),
      writes,
    );
    rows.push(timeRow("all listed", "as many webhooks", list, 1.05));
    return rows;
  });
}

/** Networks for a rule each. */
async function networksFor(inventory: Pick<Inventory, "networks">, count: number): Promise<string[]> {
  const ids: string[] = [];
  await timeAtOnce(LOADERS, count, async () => {
    const n = ids.push("") - 1;
    const subnet = `10.${Math.floor(n / 256)}.${n % 256}.0/24`;
    ids[n] = (await inventory.networks.create({ name: subnet, subnet })).id;
  });
  return ids;
}

/** Makes records until there are as many of one kind as of the other. */
async function evenOut(one: Step, other: Step, ones: number, others: number): Promise<void> {
  for (let n = ones; n < others; n += 1) await one();
  for (let n = others; n < ones; n += 1) await other();
}

/** How much longer a call takes than the limit. */
function moreRow(work: string, limit: string, pair: Pair): Row {
  return { ...timeRow(work, limit, pair), value: (pair.measured - pair.limit) / 1000, unit: "ms", reach: { most: MORE_US / 1000 } };
}

async function besideDevices(context: Context): Promise<Row[]> {
  const { scale, most } = context;
  return await context.withEmpty(async (subject) => {
    await using inventory = await createInventory({ storage: storageOf(subject), plugins: [circuits] });
    let number = 0;
    await timeAtOnce(LOADERS, most, async () => {
      const n = (number += 1);
      const name = `R-${n}`;
      const status = n % 10 === 0 ? "planned" : "active";
      await inventory.circuits.create({ name, provider: "Acme", status });
      await inventory.devices.create({ name, hostname: "acme", status });
    });
    await subject.settle();
    const rounds = { rounds: scale.rounds, times: 5 };
    const [ofCircuits, ofDevices] = ["circuit:list", "device:list"].map((permission) =>
      inventory.as({ id: permission, permissions: [permission] }),
    );
    const pairs = {
      "all listed": [async () => await inventory.circuits.list(), async () => await inventory.devices.list()],
      "one of ten by a filter": [
        async () => await inventory.circuits.list({ status: "planned" }),
        async () => await inventory.devices.list({ status: "planned" }),
      ],
      "a page of a hundred": [
        async () => await inventory.circuits.list({ limit: 100 }),
        async () => await inventory.devices.list({ limit: 100 }),
      ],
      "found by a part of the name": [
        async () => await inventory.circuits.list({ name: `-${most - 1}` }),
        async () => await inventory.devices.search({ q: `-${most - 1}` }),
      ],
      "found by the search": [
        async () => await ofCircuits?.search.all({ q: `-${most - 1}` }),
        async () => await ofDevices?.search.all({ q: `-${most - 1}` }),
      ],
      "a claim refused": [
        async () => await inventory.circuits.create({ name: "R-1", provider: "Other" }).catch(() => {}),
        async () => await inventory.devices.create({ name: `N-${(number += 1)}` }),
      ],
    } as const;
    const rows: Row[] = [];
    for (const [work, [ours, theirs]] of Object.entries(pairs))
      rows.push(
        timeRow(`${work}, of ${most} records of a declared kind`, "devices without addresses", await interleave(ours, theirs, rounds), 1),
      );
    return rows;
  });
}

async function starts(context: Context): Promise<Row[]> {
  const start = async (subject: Subject, plugins: readonly Plugin[]): Promise<number> => {
    const began = performance.now();
    await using inventory = await createInventory({ storage: storageOf(subject), plugins });
    void inventory;
    return performance.now() - began;
  };
  const [first, without, later, laterWithout]: number[][] = [[], [], [], []];
  for (let round = 0; round < context.scale.rounds; round += 1)
    await context.withEmpty(async (subject) => {
      without?.push(await start(subject, []));
      first?.push(await start(subject, [circuits]));
      await start(subject, [many]);
      laterWithout?.push(await start(subject, []));
      later?.push(await start(subject, [many]));
    });
  const more = (with_: number[] | undefined, base: number[] | undefined): number => median(with_ ?? []) - median(base ?? []);
  return [
    {
      work: "first start with a new kind",
      limit: "a start without",
      value: more(first, without),
      unit: "ms",
      reach: { most: 150 },
      note: "",
    },
    {
      work: `later start with ${MANY} kinds`,
      limit: "a start without",
      value: more(later, laterWithout),
      unit: "ms",
      reach: { most: 20 },
      note: "",
    },
  ];
}
