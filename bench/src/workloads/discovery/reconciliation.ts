import type { Context } from "../../context.ts";
import { DelayWatch } from "../../delay-watch.ts";
import { median } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { ipAt, ipv4 } from "../../rows/address-text.ts";
import { devicePlace, loadDevices } from "../../rows/place.ts";
import type { Subject } from "../../subject.ts";
import { TurnWatch } from "../../turn-watch.ts";
import { withoutStatements } from "../../without-statements.ts";
import { scriptedScanner, timeScan } from "./scripted-scan.ts";

const DEVICES = 100_000;

/** Addresses of devices follow each other from 10.0.0.1, two each: the last 3,393 of them lie in this network. */
const SCANNED = { subnet: "10.3.0.0/16", base: ipv4(10, 3) };

/** Hosts that answer, and how many of them are recorded. */
const [HOSTS, RECORDED] = [1000, 900];

/** A scan that sees everything for the first time, two that miss what does not answer, one that tells that it is missing, and so on. */
const SCANS = 9;

/** Those before it write what no later one writes again. */
const SETTLED = 3;

/** Hosts with hardware addresses: the first at addresses of devices, the others at addresses that nobody holds. */
const hosts = new Map(
  Array.from({ length: HOSTS }, (_, nth) => [
    ipAt(SCANNED.base, nth < RECORDED ? 1 + nth * 3 : 20_000 + nth * 7),
    `00:16:3e:00:${(nth >> 8).toString(16).padStart(2, "0")}:${(nth & 255).toString(16).padStart(2, "0")}`,
  ]),
);

/** What compares with the records, and counts what scans miss of them. */
const isReconciliation = (sql: string): boolean =>
  sql.includes("address_absence") || sql.includes("from address ") || sql.includes("join device d") || sql.includes("device_domain");

/**
 * A scan of a /16 that finds 1,000 hosts against 100,000 devices, with reconciliation and without it. Both go through all of the pipeline:
 * a scanner that sends nothing reports 65,534 addresses, so that the time is that of our part alone. Without reconciliation, the
 * statements that look for records or missed addresses are left out, and what follows from their answers is not done. The sum of both
 * is of nine scans of the same network; the ratio is of those after the third, which write no more than when hosts were seen last.
 */
export async function reconciliation(context: Context): Promise<Row[]> {
  const plugins = [scriptedScanner(hosts)];
  return await context.withEmpty(
    async (ours) =>
      await context.withEmpty(async (theirs) => await compare(ours, theirs), { plugins, through: withoutStatements(isReconciliation) }),
    { plugins },
  );
}

async function networkOf(subject: Subject): Promise<string> {
  await loadDevices(subject, await devicePlace(subject.inventory, 10), DEVICES, false);
  const { id } = await subject.inventory.networks.create({ name: "scanned", subnet: SCANNED.subnet });
  await subject.settle();
  return id;
}

async function compare(ours: Subject, theirs: Subject): Promise<Row[]> {
  const [own, other] = [await networkOf(ours), await networkOf(theirs)];
  const [watch, turns] = [new DelayWatch(), new TurnWatch()];
  const [measured, limits]: [number[], number[]] = [[], []];
  for (let scan = 0; scan < SCANS; scan += 1) {
    measured.push(await turns.during(async () => await watch.during(async () => await timeScan(ours.inventory, own))));
    limits.push(await timeScan(theirs.inventory, other));
  }
  await check(ours, RECORDED);
  await check(theirs, 0);
  const work = `scan of a /16 with ${HOSTS} hosts against ${DEVICES} devices`;
  const limit = "the same without reconciliation";
  const first = (times: readonly number[]): string =>
    times
      .slice(0, SETTLED)
      .map((us) => (us / 1000).toFixed(0))
      .join(", ");
  return [
    timeRow(
      work,
      limit,
      { measured: median(measured.slice(SETTLED)), limit: median(limits.slice(SETTLED)) },
      1.1,
      `the first: ${first(measured)} / ${first(limits)} ms`,
    ),
    {
      work: `${work}, event loop`,
      limit: "",
      value: turns.longestMs,
      unit: "ms",
      reach: { most: 50 },
      note: `processor of a turn at most; ${watch.longestMs.toFixed(1)} ms on the clock`,
    },
  ];
}

/** Whether it was compared, or left out. @throws Error otherwise: the statements are other ones than this file knows */
async function check({ raw }: Subject, recorded: number): Promise<void> {
  const { known } = (await raw.get("select count(*) as known from discovered_device where device_id is not null")) as { known: unknown };
  if (Number(known) !== recorded) throw new Error(`${String(known)} of the hosts that were seen are recorded, not ${recorded}`);
}
