import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { checkLedger, type StoredState } from "../src/soak/crash/check-ledger.ts";
import { checkSurvivors, mustSurvive } from "../src/soak/crash/check-survivors.ts";
import { Client, prepareDatabase } from "../src/soak/crash/client.ts";
import { crashTrial } from "../src/soak/crash/crash-trial.ts";
import { chooseDamage, damagedLog } from "../src/soak/crash/torn/damage.ts";
import { openCopy } from "../src/soak/crash/torn/damaged-copy.ts";
import type { Intention } from "../src/soak/crash/intention.ts";
import { canonical, Ledger } from "../src/soak/crash/ledger.ts";
import { LibraryPerformer } from "../src/soak/crash/library-performer.ts";
import { readStored } from "../src/soak/crash/read-stored.ts";
import { SeededRandom } from "../src/soak/crash/seeded-random.ts";
import { ACKNOWLEDGED, BEGUN, checkSyncs, parseStrace } from "../src/soak/crash/sync/strace-log.ts";
import { syncTrial } from "../src/soak/crash/sync/sync-trial.ts";
import { tornTrial } from "../src/soak/crash/torn/torn-trial.ts";
import { type AcknowledgedWrite, recordWrites } from "../src/soak/crash/torn/torn-writer.ts";
import { readingSqlite } from "../src/soak/crash/trial-database.ts";
import { verifyDatabase } from "../src/soak/crash/verify-database.ts";
import { trialStorages } from "../../testing/storages.ts";

const seed = Date.now() % 1_000_000;
const report = (line: string): void => console.info(line);
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cadastre-crash-test-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("a host that is killed", () => {
  it.each(trialStorages("sqlite"))("loses nothing that it acknowledged, on %s", async (storage) => {
    const result = await crashTrial({ storage, kills: 5, seed, report, adminUrl: inject("postgresAdminUrl") });
    expect(result).toMatchObject({ kills: 5, checks: 5, violations: [] });
    expect(result.acknowledged).toBeGreaterThan(1);
  });

  it("loses nothing that the server acknowledged", async () => {
    const result = await crashTrial({ storage: "sqlite", via: "http", kills: 2, seed, report });
    expect(result).toMatchObject({ kills: 2, checks: 2, violations: [] });
    expect(result.acknowledged).toBeGreaterThan(1);
  });
});

describe("the check after a kill", () => {
  const device: Intention = {
    client: 1,
    resource: "device",
    action: "create",
    key: "c1-1",
    mark: "c1-1",
    id: undefined,
    count: 1,
    request: { kind: "device.create", params: [] },
  };
  const record = { id: "d1", name: "c1-1", description: "c1-1" };
  const trace = { resource: "device", action: "create", id: "d1", mark: "c1-1" };
  const stored = { resource: "device", id: "d1", key: "c1-1", mark: "c1-1", document: canonical(record) } as const;
  const whole: StoredState = { records: [stored], events: [trace], audits: [trace] };
  const none: StoredState = { records: [], events: [], audits: [] };
  const acknowledged = (): Ledger => {
    const ledger = new Ledger();
    ledger.intend(device);
    ledger.acknowledge(device, record);
    return ledger;
  };
  const asked = (intention = device): Ledger => {
    const ledger = new Ledger();
    ledger.intend(intention);
    return ledger;
  };

  it("is content with what was acknowledged", () => {
    expect(checkLedger(acknowledged(), whole).violations).toEqual([]);
  });

  it.each<[string, StoredState, RegExp]>([
    ["a lost acknowledgement", none, /acknowledged, but gone: device d1/],
    ["an older record", { ...whole, records: [{ ...stored, mark: "c1-0" }] }, /acknowledged as c1-1, but is c1-0/],
    ["another record", { ...whole, records: [{ ...stored, document: "{}" }] }, /differs from what was acknowledged/],
    ["a doubled event", { ...whole, events: [trace, trace] }, /2 events in place of 1/],
    ["a missing event", { ...whole, events: [] }, /0 events in place of 1/],
    ["a missing audit row", { ...whole, audits: [] }, /0 audit rows in place of 1/],
    ["a doubled audit row", { ...whole, audits: [trace, trace] }, /2 audit rows in place of 1/],
    ["a record from nowhere", { ...whole, records: [stored, { ...stored, id: "d2" }] }, /never asked for: device d2/],
    ["an event of nothing", { ...whole, events: [trace, { ...trace, action: "delete" }] }, /event of a change that did not happen/],
  ])("sees %s", (_, state, complaint) => {
    expect(checkLedger(acknowledged(), state).violations).toEqual(expect.arrayContaining([expect.stringMatching(complaint)]));
  });

  it("takes a change without an acknowledgement whole or not at all", () => {
    expect(checkLedger(asked(), none)).toEqual({ violations: [], happened: 0 });
    const ledger = asked();
    expect(checkLedger(ledger, whole)).toEqual({ violations: [], happened: 1 });
    expect(checkLedger(ledger, none).violations[0]).toMatch(/acknowledged, but gone/);
    expect(checkLedger(asked(), { ...whole, events: [] }).violations).toEqual([expect.stringMatching(/0 events in place of 1/)]);
    expect(checkLedger(asked(), { ...none, audits: [trace] }).violations).toEqual([
      expect.stringMatching(/audit row of a change that did not happen/),
    ]);
    const allocation = { ...stored, resource: "allocation" } as const;
    const four = checkLedger(asked({ ...device, resource: "allocation", count: 4 }), {
      records: [allocation],
      events: [],
      audits: [{ ...trace, resource: "allocation" }],
    });
    expect(four.violations).toEqual([expect.stringMatching(/happened by half: 1 of 4/)]);
  });

  it("names an answer that no client should get", () => {
    const ledger = asked();
    ledger.refuse(device, "INTERNAL_ERROR");
    expect(checkLedger(ledger, none).violations).toEqual([expect.stringMatching(/refused with INTERNAL_ERROR/)]);
  });

  it("sees what is done to a real database", async () => {
    const path = join(folder, "inventory.db");
    const performer = await LibraryPerformer.open({ storage: "sqlite", path });
    const ledger = new Ledger();
    const client = new Client(1, new SeededRandom(5), ledger, await prepareDatabase(performer, ledger));
    await client.work(performer, () => ledger.acknowledged >= 80);
    await performer.inventory.close();
    const check = async (): Promise<readonly string[]> => checkLedger(ledger, await readingSqlite(path, readStored)).violations;
    expect(await check()).toEqual([]);
    const database = new Database(path);
    const tampered = async (sql: string): Promise<readonly string[]> => {
      database.exec(`begin; ${sql}; commit`);
      return await check();
    };
    expect(await tampered("delete from event where seq = (select max(seq) from event)")).toHaveLength(1);
    expect(
      await tampered(
        "insert into event (id, event, record_id, occurred_at, data) select 'again', event, record_id, occurred_at, data from event " +
          "where seq = 3",
      ),
    ).toHaveLength(2);
    expect(await tampered("delete from audit where seq = (select max(seq) from audit where resource = 'allocation')")).toHaveLength(3);
    expect(await tampered("delete from allocation where id = (select min(id) from allocation)")).toHaveLength(4);
    database.close();
    // The allocation that went without the engine still counts as taken.
    expect(await verifyDatabase({ storage: "sqlite", path })).toEqual([expect.stringMatching(/^verify found [1-9]/)]);
  });
});

describe("a torn copy", () => {
  it("opens with a prefix of the commits, or says that it is damaged", async () => {
    const result = await tornTrial({ copies: 24, seed, report });
    expect(result).toMatchObject({ logCopies: 20, violations: [] });
    expect(result.lacking).toBeGreaterThan(0);
  });

  it("keeps every byte in front of the damage, and reaches only what was not synced", async () => {
    const random = new SeededRandom(seed);
    const { snapshots } = await recordWrites(join(folder, "inventory.db"), 2, random);
    for (const snapshot of snapshots) {
      for (let time = 0; time < 50; time += 1) {
        const damage = chooseDamage(snapshot, random);
        expect(damage.at).toBeGreaterThanOrEqual(snapshot.log.copied);
        const damaged = damagedLog(snapshot.wal, damage, random);
        expect(damaged.subarray(0, damage.at).equals(snapshot.wal.subarray(0, damage.at))).toBe(true);
        const changedAt = damage.kind === "zeros" ? undefined : damaged[damage.at];
        expect(changedAt === undefined || changedAt !== snapshot.wal[damage.at]).toBe(true);
      }
    }
  });

  it("is told apart when a commit in the middle is gone, or an acknowledged one", async () => {
    const write = (name: string, end: number, generation = "a"): AcknowledgedWrite => ({
      traces: [name],
      log: { generation, end, copied: 0 },
    });
    const [one, two, three] = [write("one", 900, "earlier"), write("two", 100), write("three", 200)];
    const needed = mustSurvive(
      { acknowledged: [one, two, three], log: { generation: "a", end: 200, copied: 0 } },
      { kind: "cut", at: 150 },
    );
    expect(needed).toEqual([one, two]);
    const order = ["one", "two", "three"];
    expect(checkSurvivors(["one", "two"], order, needed)).toEqual([]);
    expect(checkSurvivors(["one"], order, needed)).toEqual([expect.stringMatching(/but gone: two/)]);
    expect(checkSurvivors(["one", "three"], order, [one])).toEqual([expect.stringMatching(/no prefix/)]);
  });

  it("that is no database is refused by a code, and half of one is not taken for whole", async () => {
    const path = join(folder, "inventory.db");
    const { snapshots } = await recordWrites(path, 1, new SeededRandom(1));
    const [{ database, wal }] = snapshots as [(typeof snapshots)[number]];
    const nothing = Buffer.alloc(0);
    expect(await openCopy(join(folder, "whole"), database, wal)).toMatchObject({ kind: "clean" });
    expect(await openCopy(join(folder, "noise"), Buffer.alloc(8192, "noise"), nothing)).toMatchObject({ kind: "refused" });
    // The engine folded its log into the file when it closed.
    const folded = readFileSync(path);
    expect(await openCopy(join(folder, "folded"), folded, nothing)).toMatchObject({ kind: "clean" });
    const half = await openCopy(join(folder, "half"), folded.subarray(0, folded.length / 2), nothing);
    expect(half.kind).toMatch(/^(named|refused)$/);
  });
});

describe("the log is synced before a change is acknowledged", () => {
  const wal = "</tmp/x/inventory.db-wal>";
  const begun = (tag: string): string => `71 write(1<pipe:[9]>, "${BEGUN} ${tag}\\n", 16) = 16`;
  const acknowledged = (tag: string): string => `71 write(1<pipe:[9]>, "${ACKNOWLEDGED} ${tag}\\n", 23) = 23`;
  const frame = `71 pwrite64(21${wal}, "\\0\\0\\0\\1", 4096, 32) = 4096`;
  const sync = `71 fdatasync(21${wal}) = 0`;
  const check = (...lines: string[]): readonly string[] => checkSyncs(parseStrace(lines.join("\n"))).violations;

  it("by the engine", async () => {
    const result = await syncTrial({ writes: 20, seed, report });
    expect(result.violations).toEqual([]);
    expect(result.skipped ?? result.acknowledged >= 20).not.toBe(false);
  });

  it("which a planted trace does not show when the sync is missing, too early, of another file, failed or unfinished", () => {
    expect(check(begun("1"), frame, sync, acknowledged("1"), begun("2"), frame, sync, acknowledged("2"))).toEqual([]);
    const unsynced = [expect.stringMatching(/^2 was acknowledged before its write to the log was synced$/)];
    const second = (...steps: string[]): readonly string[] => check(begun("1"), frame, sync, acknowledged("1"), begun("2"), ...steps);
    expect(second(frame, acknowledged("2"))).toEqual(unsynced);
    expect(second(sync, frame, acknowledged("2"), sync)).toEqual(unsynced);
    expect(second(frame, sync, frame, acknowledged("2"))).toEqual(unsynced);
    expect(second(frame, "71 fdatasync(20</tmp/x/inventory.db>) = 0", acknowledged("2"))).toEqual(unsynced);
    expect(second(frame, `71 fdatasync(21${wal}) = -1 EIO (Input/output error)`, acknowledged("2"))).toEqual(unsynced);
    expect(second(frame, `71 fdatasync(21${wal} <unfinished ...>`, acknowledged("2"))).toEqual(unsynced);
    expect(second(acknowledged("2"))).toEqual([expect.stringMatching(/^2 was acknowledged without a write to the log$/)]);
  });

  it("also where strace splits the calls of threads into two lines", () => {
    expect(
      check(
        begun("1"),
        frame,
        `71 fdatasync(21${wal} <unfinished ...>`,
        `72 write(5<x>, "y", 1) = 1`,
        "71 <... fdatasync resumed>) = 0",
        acknowledged("1"),
      ),
    ).toEqual([]);
    expect(
      check(begun("1"), frame, "71 fsync(20</tmp/x/inventory.db> <unfinished ...>", "71 <... fsync resumed>) = 0", acknowledged("1")),
    ).toHaveLength(1);
  });
});
