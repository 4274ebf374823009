import { createInventory, definePlugin, type Plugin, servicesOf, type Storage } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { choice, defineRecord, integer, name, reference, references, text } from "@cadastre/inventory-core/records";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { webhookOperations, webhooksPlugin } from "../../../../packages/webhooks/src/index.ts";
import type { Context } from "../../context.ts";
import { interleave, median, timeAtOnce } from "../../measure.ts";
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

const circuits = definePlugin({ id: "circuits", records: [kindNamed("circuit")] });
const many: Plugin = { id: "many", records: Array.from({ length: MANY }, (_, n) => kindNamed(`kind_${n}`)) };

const storageOf = ({ storage, url }: Subject): Storage => (storage === "sqlite" ? sqlite(url.replace("sqlite://", "")) : postgresql(url));

/** Records of a declared kind beside webhooks and beside as many devices without addresses; starts with kinds beside starts without. */
export async function declaredKinds(context: Context): Promise<Row[]> {
  return [...(await besideWebhooks(context)), ...(await besideDevices(context)), ...(await starts(context))];
}

async function besideWebhooks(context: Context): Promise<Row[]> {
  const { scale } = context;
  return await context.withEmpty(async (subject) => {
    const plugins = [circuits, webhooksPlugin({ deliver: false })] as const;
    await using inventory = await createInventory({ storage: storageOf(subject), plugins });
    const webhooks = servicesOf(inventory.host, webhookOperations);
    let number = 0;
    const circuit = async () => await inventory.circuits.create({ name: `C-${(number += 1)}`, provider: "Acme" });
    const webhook = async () =>
      await webhooks.create({
        name: `W-${(number += 1)}`,
        url: "http://203.0.113.1/",
        events: ["device.deleted"],
        enabled: false,
      });
    const writes = { rounds: scale.rounds, times: scale.writes };
    const rows = [timeRow("a record of a declared kind created", "a webhook", await interleave(circuit, webhook, writes), 1.05)];
    const [{ id: one }, { id: other }] = [await circuit(), await webhook()];
    const update = await interleave(
      async () => await inventory.circuits.update(one, { bandwidth_mbps: (number += 1) }),
      async () => await webhooks.update(other, { name: `W-${(number += 1)}` }),
      writes,
    );
    rows.push(timeRow("one changed", "a webhook", update, 1.05));
    const get = await interleave(
      async () => await inventory.circuits.get(one),
      async () => await webhooks.get(other),
      scale.short,
    );
    rows.push(timeRow("one read", "a webhook", get, 1.05));
    const list = await interleave(
      async () => await inventory.circuits.list(),
      async () => await webhooks.list(),
      writes,
    );
    rows.push(timeRow("all listed", "as many webhooks", list, 1.05));
    return rows;
  });
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
