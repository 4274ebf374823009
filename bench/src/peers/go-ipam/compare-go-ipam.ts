import { createInventory, type Inventory } from "@cadastre/inventory-core";
import { sqlite } from "@cadastre/inventory-core/sqlite";
import { postgresProcessorMs } from "../../http/postgres-usage.ts";
import type { Row } from "../../report.ts";
import type { Engine } from "../../subject.ts";
import { poolOf, SLASH_22, takeAndRelease } from "../../workloads/pools/library-pools.ts";
import { measuredHere, peerRow, type Side, takeTurns, type Used } from "../turns.ts";
import { GoIpam, type GoIpamWork } from "./go-ipam-program.ts";

/** What each work should take at most of the time of go-ipam. */
const MAX_TIMES = { memory: { fill: 3, churn: 10 }, postgresql: { fill: 1, churn: 1 } } as const;

/** Both libraries on what they keep addresses in. */
interface Libraries {
  readonly where: string;
  readonly inventory: Inventory;
  readonly goIpam: GoIpam;
  /** Milliseconds of processor time of the database server so far, when there is one and it is known. */
  readonly database: Used;
  readonly most: Readonly<Record<GoIpamWork, number>>;
}

/** A turn of the other program, with what the database server used meanwhile. */
function theirs({ goIpam, database }: Libraries, work: GoIpamWork): Side {
  return async () => {
    const before = database();
    const turn = await goIpam.run(work);
    const after = database();
    if (before === undefined || after === undefined) return { ...turn, processorUs: undefined };
    return { ...turn, processorUs: (turn.processorUs ?? 0) + (after - before) * 1000 };
  };
}

async function compare(libraries: Libraries, rounds: number): Promise<Row[]> {
  const { where, inventory, database, most } = libraries;
  const used: Used = () => {
    const server = database();
    const { user, system } = process.cpuUsage();
    return server === undefined ? undefined : server + (user + system) / 1000;
  };
  const small = await poolOf(inventory, "10.5.0.0/24", "10.5.0.1", "10.5.0.254");
  // As with theirs, one address is held.
  await inventory.pools.allocate(small);
  let filled = 0;
  let pool = "";
  const fill = measuredHere(async () => {
    for (let taken = 0; taken < SLASH_22; taken += 1) await inventory.pools.allocate(pool);
    return SLASH_22;
  }, used);
  const ours: Side = async () => {
    const [second, third] = [128 + Math.floor(filled / 64), (filled % 64) * 4];
    filled += 1;
    pool = await poolOf(inventory, `10.${second}.${third}.0/22`, `10.${second}.${third}.1`, `10.${second}.${third + 3}.254`);
    return await fill();
  };
  const churn = measuredHere(async () => {
    for (let taken = 0; taken < SLASH_22; taken += 1) await takeAndRelease(inventory, small);
    return SLASH_22;
  }, used);
  const work = `library ${where}`;
  return [
    peerRow(`${work}: fill a /22 one by one`, "go-ipam", await takeTurns(ours, theirs(libraries, "fill"), rounds), most.fill),
    peerRow(`${work}: take and release in a /24`, "go-ipam", await takeTurns(churn, theirs(libraries, "churn"), rounds), most.churn),
  ];
}

async function inMemory(program: string, rounds: number): Promise<Row[]> {
  await using inventory = await createInventory({ storage: sqlite(":memory:") });
  const goIpam = new GoIpam(program);
  try {
    return await compare({ where: "in memory", inventory, goIpam, database: () => 0, most: MAX_TIMES.memory }, rounds);
  } finally {
    await goIpam.stop();
  }
}

async function onPostgres(engine: Engine, program: string, rounds: number): Promise<Row[]> {
  const subject = await engine.open();
  // Its table lies beside ours, in the same database.
  const goIpam = new GoIpam(program, subject.url);
  try {
    const database = (await postgresProcessorMs(subject.raw)) ?? (() => undefined);
    return await compare({ where: "on PostgreSQL", inventory: subject.inventory, goIpam, database, most: MAX_TIMES.postgresql }, rounds);
  } finally {
    await goIpam.stop();
    await subject.close();
  }
}

/**
 * Our library beside go-ipam, each in a process: in memory when the storage is SQLite, as go-ipam has none of it, and on the same
 * PostgreSQL.
 * @param program what was built of go-ipam
 */
export async function compareGoIpam(engine: Engine, program: string, rounds: number): Promise<Row[]> {
  return engine.storage === "sqlite" ? await inMemory(program, rounds) : await onPostgres(engine, program, rounds);
}
