import { type CallContext, type Device, newId, SYSTEM, WRITES } from "@cadastre/inventory-core";
import type { Context } from "../../context.ts";
import { DelayWatch } from "../../delay-watch.ts";
import { median, type Pair } from "../../measure.ts";
import type { Value } from "../../raw/raw-database.ts";
import { type Row, timeRow } from "../../report.ts";
import { DOCUMENT_END } from "../../rows/device-rows.ts";
import { devicePlace, loadDevices } from "../../rows/place.ts";
import type { Subject } from "../../subject.ts";
import { TurnWatch } from "../../turn-watch.ts";

/** Devices that are changed in one call. */
const IN_BULK = 10_000;

/** Steps of a plan. */
const STEPS = 1000;

const ROUNDS = 3;

const STATUSES = ["maintenance", "planned", "active"] as const;

/**
 * Many devices in one call, against as many row updates with their audit rows; a plan of many changes and its applying, against the same
 * changes by themselves in one transaction.
 */
export async function bulkChange(context: Context): Promise<Row[]> {
  return await context.withEmpty(async (subject) => {
    await loadDevices(subject, await devicePlace(subject.inventory, 10), IN_BULK, false);
    await subject.settle();
    return [...(await inBulk(subject)), ...(await planned(subject))];
  });
}

/** One work against its limit, in turn. */
class Measured {
  readonly #watch = new DelayWatch();
  readonly #turns = new TurnWatch();
  readonly #times: number[] = [];

  async time<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await this.#turns.during(async () => await this.#watch.during(work));
    this.#times.push((performance.now() - start) * 1000);
    return result;
  }

  rows(work: string, limit: string, limits: readonly number[]): Row[] {
    const pair: Pair = { measured: median(this.#times), limit: median(limits) };
    return [
      timeRow(work, limit, pair, 2.5),
      {
        work: `${work}, event loop`,
        limit: "",
        value: this.#turns.longestMs,
        unit: "ms",
        reach: { most: 50 },
        note: `processor of a turn at most; ${this.#watch.longestMs.toFixed(1)} ms on the clock`,
      },
    ];
  }
}

async function inBulk(subject: Subject): Promise<Row[]> {
  const ours = new Measured();
  const limits: number[] = [];
  const ids = await idsOf(subject, IN_BULK);
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await updateRaw(subject, ids, "decommissioned"));
    await subject.settle();
    const status = STATUSES[round % STATUSES.length];
    const { changed } = await ours.time(async () => await subject.inventory.devices.bulkUpdate({ ids, set: { status } }));
    if (changed !== IN_BULK) throw new Error(`${changed} devices changed`);
    await subject.settle();
  }
  return ours.rows(`change ${IN_BULK} devices in one call`, "as many row updates and audit rows in one transaction", limits);
}

async function planned(subject: Subject): Promise<Row[]> {
  const [making, applying] = [new Measured(), new Measured()];
  const limits: number[] = [];
  const ids = await idsOf(subject, STEPS);
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await updateTogether(subject, ids, "decommissioned"));
    await subject.settle();
    const body = { status: STATUSES[round % STATUSES.length] };
    const steps = ids.map((id) => ({ operation: "devices.update", params: { id }, body }));
    const plan = await making.time(async () => await subject.inventory.plans.create({ title: "bench", steps }));
    if (plan.effects.records.length !== STEPS) throw new Error(`${plan.effects.records.length} devices would change`);
    await applying.time(async () => await subject.inventory.plans.apply(plan.id));
    await subject.settle();
  }
  const limit = "the same updates in one transaction";
  return [...making.rows(`plan ${STEPS} updates`, limit, limits), ...applying.rows(`apply a plan of ${STEPS} updates`, limit, limits)];
}

/** Updates devices one by one, in one transaction. @returns microseconds */
async function updateTogether({ inventory: { host } }: Subject, ids: readonly string[], status: Device["status"]): Promise<number> {
  const operation = host.operations.find(({ id }) => id === "devices.update");
  if (operation === undefined) throw new Error("there is no devices.update");
  const call: CallContext = { principal: SYSTEM, source: "bench" };
  const start = performance.now();
  await host.get(WRITES).run(call, async (change) => {
    const part: CallContext = { ...call, within: { run: async (work) => await work(change as never) } };
    for (const id of ids) await host.execute(operation, { params: { id }, query: {}, body: async () => ({ status }) }, part);
  });
  return (performance.now() - start) * 1000;
}

async function idsOf({ raw }: Subject, count: number): Promise<string[]> {
  const rows = await raw.all<{ id: string }>("select id from device order by seq limit cast(? as integer)", [count]);
  return rows.map(({ id }) => id);
}

/** Updates the status of devices and in their documents, and tells of it in the audit log. @returns microseconds in the database */
async function updateRaw({ raw }: Subject, ids: readonly string[], status: Device["status"]): Promise<number> {
  const now = new Date().toISOString();
  const change = newId();
  const docs: string[] = [];
  for (const id of ids) docs.push(((await raw.get("select doc from device where id = ?", [id])) as { doc: string }).doc);
  const made = ids.map((id, index) => {
    const doc = docs[index] as string;
    const before = `${doc.slice(0, -DOCUMENT_END.length)}}`;
    const after = JSON.stringify({ ...(JSON.parse(before) as Device), status, updated_at: now });
    const changes = `{"before":${before},"after":${after},"change_id":"${change}"}`;
    const audit: Value[] = [newId(), now, "update", "device", id, null, "system", null, "library", "success", "", changes, null];
    return { update: [status, now, after.slice(0, -1) + DOCUMENT_END, id], audit: [...audit, change] };
  });
  const start = performance.now();
  await raw.transaction(async () => {
    for (const { update } of made) await raw.run("update device set status = ?, updated_at = ?, doc = ? where id = ?", update);
    await raw.insert(
      "audit",
      made.map(({ audit }) => audit),
      [["change_id", "text"]],
    );
  });
  return (performance.now() - start) * 1000;
}
