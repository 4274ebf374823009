import { describe, expect, it } from "vitest";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import { KeyRing } from "../../src/secrets/key-ring.ts";
import { type AuditHost, dropTriggers, KEYS, startHost } from "./audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const seal = async ({ inventory }: AuditHost): Promise<number> => await inventory.host.get(AUDIT_SEALER).seal();

describe.each(DATABASES)("verification of the audit log on %s", (_, open) => {
  it("shows by a kept head what the database by itself cannot", async () => {
    await using place = await open();
    const host = await startHost(place);
    await host.append(5);
    await seal(host);
    const { value: old } = (await host.storage.read.get<{ value: string }>("select value from setting where name = 'audit.head'")) as {
      value: string;
    };
    await host.append(5);
    await seal(host);
    const { head: kept } = await host.inventory.verifyAudit();
    expect(await host.inventory.verifyAudit({ head: kept ?? undefined })).toMatchObject({ count: 0 });
    await dropTriggers(host.storage);
    // Somebody put back a head that was genuine once.
    await host.storage.write(async (transaction) => {
      await transaction.run("delete from audit where seal_number > 5");
      await transaction.run("update setting set value = ? where name = 'audit.head'", [old]);
    });
    expect(await host.inventory.verifyAudit()).toMatchObject({ count: 0 });
    expect((await host.inventory.verifyAudit({ head: kept ?? undefined })).findings).toMatchObject([{ kind: "truncated", number: 6 }]);
    // A server that has seen more does not go on from there.
    await host.append(1);
    await expect(seal(host)).rejects.toThrow(`--head 10:${kept?.hmac}`);
    await host.inventory.close();
    // One that knows nothing of it does.
    const next = await startHost(place);
    await using _next = next.inventory;
    await next.append(6);
    await seal(next);
    expect(await next.inventory.verifyAudit()).toMatchObject({ count: 0, head: { number: 12 } });
    expect((await next.inventory.verifyAudit({ head: kept ?? undefined })).findings).toMatchObject([{ kind: "rewritten", number: 10 }]);
  });

  it("names what was done", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(12);
    await seal(host);
    await dropTriggers(host.storage);
    const run = async (...statements: string[]): Promise<void> =>
      await host.storage.write(async (transaction) => {
        for (const sql of statements) await transaction.run(sql);
      });
    await run("update audit set username = 'mallory' where seal_number = 2");
    await run("delete from audit where seal_number in (4, 5)");
    await run(
      "update audit set seal_number = 100 where seal_number = 8",
      "update audit set seal_number = 8 where seal_number = 9",
      "update audit set seal_number = 9 where seal_number = 100",
    );
    await run("delete from audit where seal_number > 11");
    const { findings } = await host.inventory.verifyAudit();
    expect(findings.map(({ kind, number, message }) => `${kind} ${number}: ${message}`)).toEqual([
      "altered 2: row 2 is not what was sealed",
      "missing 4: rows 4 to 5 are missing",
      "reordered 8: row 8 is genuine, and does not follow the row before it",
      "reordered 9: row 9 is genuine, and does not follow the row before it",
      "reordered 10: row 10 is genuine, and does not follow the row before it",
      "truncated 12: the log ends at row 11, and its head is row 12",
    ]);
  });

  it("says which key it lacks, and goes on under a newer one", async () => {
    await using place = await open();
    const old = await startHost(place, { keyRing: KeyRing.parse(KEYS[1]) });
    await old.append(2);
    await old.inventory.close();
    const both = await startHost(place, { keyRing: KeyRing.parse(`${KEYS[0]},${KEYS[1]}`) });
    await both.append(2);
    expect(await seal(both)).toBe(2);
    expect(await both.inventory.verifyAudit()).toMatchObject({ checked: 4, count: 0 });
    await both.inventory.close();
    const lost = await startHost(place);
    await using _host = lost.inventory;
    const id = KeyRing.parse(KEYS[1]).newest;
    expect((await lost.inventory.verifyAudit()).findings).toMatchObject(
      [1, 2].map((number) => ({ kind: "unknown-key", number, message: expect.stringContaining(id) })),
    );
    await lost.append(1);
    expect(await seal(lost)).toBe(1);
    const other = await startHost(place, { keyRing: KeyRing.parse(KEYS[2]) });
    await using _other = other.inventory;
    await other.append(1);
    await expect(seal(other)).rejects.toThrow(/signed under the key [0-9a-f]{16}, which is not in ENCRYPTION_KEY/);
  });

  it("raises no alarm beside a sealer and a retention that go on", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(300);
    await seal(host);
    let done = false;
    const writing = (async () => {
      for (let round = 0; round < 10; round += 1) {
        await host.append(20);
        await seal(host);
      }
      done = true;
    })();
    let rounds = 0;
    while (!done) {
      expect((await host.inventory.verifyAudit()).findings).toEqual([]);
      rounds += 1;
    }
    await writing;
    expect(rounds).toBeGreaterThan(0);
  });
});
