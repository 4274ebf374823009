import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Inventory, STORAGE } from "@cadastre/inventory-core";
import { PostgresDatabases } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { openDatabase } from "../../src/upkeep/database-command.ts";
import { type Ended, ENCRYPTION_KEY, run, start } from "../support/command.ts";
import { type Gate, held, postgresqlGate, sqliteGate } from "./support/resume-gate.ts";

/** With an address each: two slices of the check of addresses. */
const DEVICES = 1000;

/** The number that every row of an address is found by is wrong. */
const DAMAGE = "update address set ip_key = '4ffffffff'";

describe.each(["sqlite", "postgresql"] as const)("verify and rebuild that are killed, on %s", (storage) => {
  let folder: string;
  let settings: Record<string, string>;
  let drop: () => Promise<void>;
  let file: string;

  const opened = async (): Promise<Inventory> => await openDatabase(settings, { mayCreate: true });
  const gateFor = async (work: string): Promise<Gate> =>
    storage === "sqlite" ? sqliteGate(file, `${work}.place`) : await postgresqlGate(settings["DATABASE_URL"] as string, `${work}.place`);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cadastre-resume-"));
    file = join(folder, "inventory.db");
    if (storage === "sqlite") {
      settings = { DATABASE_URL: `sqlite://${file}`, ENCRYPTION_KEY };
      drop = async () => {};
    } else {
      const database = await new PostgresDatabases(inject("postgresAdminUrl")).temporaryDatabase();
      settings = { DATABASE_URL: database.url, ENCRYPTION_KEY };
      drop = async () => await database[Symbol.asyncDispose]();
    }
    await using inventory = await opened();
    const network = await inventory.networks.create({ name: "n", subnet: "10.0.0.0/16" });
    await inventory.devices.createMany(
      Array.from({ length: DEVICES }, (_, index) => ({
        name: `d${index}`,
        addresses: [{ ip: `10.0.${index >> 8}.${index & 255}`, network_id: network.id }],
      })),
    );
    await inventory.host.get(STORAGE).write(async (transaction) => await transaction.run(DAMAGE));
  });
  afterEach(async () => {
    await drop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Runs `verify` or `rebuild` until it has found something and written that down, and kills it in the middle of what comes next. */
  const killed = async (work: string): Promise<number> => {
    const gate = await gateFor(work);
    const running = start([work, "--resume", "--json"], settings);
    let ended = false;
    void running.ended.then(() => (ended = true));
    try {
      return await held(gate, () => ended);
    } finally {
      running.child.kill("SIGKILL");
      expect(await running.ended).toMatchObject({ code: null, out: "" });
      await gate.open();
    }
  };
  const found = ({ out }: Ended): Record<string, unknown> => JSON.parse(out) as Record<string, unknown>;

  it("go on where they were, and end as one that was left alone", async () => {
    const whole = await run(["verify", "--json"], settings);
    expect([whole.code, found(whole)["count"]]).toEqual([65, expect.any(Number)]);
    const before = await killed("verify");
    expect(before).toBeLessThan(found(whole)["count"] as number);
    const verified = await run(["verify", "--resume", "--json"], settings);
    expect([verified.code, found(verified)]).toEqual([65, found(whole)]);

    const mended = await killed("rebuild");
    expect(mended).toBeLessThan(DEVICES);
    await using inventory = await opened();
    // What was mended and what is told of it were written together; what it was at when it was killed was taken back.
    const storageOf = inventory.host.get(STORAGE);
    const left = await storageOf.read.get<{ rows: number | string }>("select count(*) as rows from address where ip_key = '4ffffffff'");
    expect(Number(left?.rows)).toBe(DEVICES - mended);
    const rebuilt = await run(["rebuild", "--resume", "--json"], settings);
    expect([rebuilt.code, found(rebuilt)["count"]]).toEqual([0, DEVICES]);
    expect(found(await run(["verify", "--json"], settings))).toMatchObject({ count: 0 });
    expect(await storageOf.read.all("select name from setting where name like '%.place'")).toEqual([]);
  });

  it("go on beside others who write, before the place and behind it", async () => {
    const mended = await killed("rebuild");
    await using inventory = await opened();
    const devices = await Array.fromAsync(inventory.devices.list());
    let [written, ended] = [0, false];
    const write = async (): Promise<void> => {
      for (; !ended; written += 1) {
        // What comes before the place has been mended; what is behind it is still wrong, and may be written all the same.
        const device = devices[written % 2 === 0 ? written % devices.length : devices.length - 1 - (written % devices.length)];
        await inventory.devices.update(device?.id ?? "", { location: `rack ${written}` });
        await inventory.devices.create({ name: `new ${written}`, addresses: [{ ip: `10.0.${200 + (written >> 8)}.${written & 255}` }] });
      }
    };
    const writing = write();
    const rebuilt = await run(["rebuild", "--resume", "--json"], settings);
    ended = true;
    await writing;
    expect(rebuilt).toMatchObject({ code: 0 });
    expect(written).toBeGreaterThan(0);
    expect(found(rebuilt)["count"]).toBeGreaterThanOrEqual(mended);
    expect(await Array.fromAsync(inventory.devices.list())).toHaveLength(DEVICES + written);
    expect(await inventory.verify()).toMatchObject({ count: 0 });
  });
});
