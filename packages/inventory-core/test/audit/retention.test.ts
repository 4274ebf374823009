import { describe, expect, it } from "vitest";
import { AUDIT_RETENTION } from "../../src/audit/audit-retention.ts";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import { type AuditHost, dropTriggers, eventually, startHost } from "./audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const DAY_MS = 86_400_000;
const seal = async ({ inventory }: AuditHost): Promise<number> => await inventory.host.get(AUDIT_SEALER).seal();
const purge = async ({ inventory }: AuditHost): Promise<number> => await inventory.host.get(AUDIT_RETENTION).purge();

describe.each(DATABASES)("retention of the audit log on %s", (_, open) => {
  it("deletes old rows in slices, and leaves a checkpoint that verify goes on from", async () => {
    await using place = await open();
    const host = await startHost(place, { auditRetentionDays: 30 });
    await using _host = host.inventory;
    await host.append(620);
    await seal(host);
    await host.clock.advance(20 * DAY_MS);
    await host.append(10);
    await seal(host);
    expect(await purge(host)).toBe(0);
    await host.clock.advance(15 * DAY_MS);
    await eventually(async () => (await host.numbers())[0] === 621 && (await host.numbers()).length === 11);
    await seal(host);
    const kept = await host.inventory.verifyAudit();
    expect(kept).toMatchObject({ start: 620, checked: 11, count: 0, head: { number: 631 } });
    // What it did is in the log too.
    expect((await host.inventory.audit.list({ action: "purge" }))[0]).toMatchObject({
      source: "retention",
      resource: "audit",
      changes: { after: { deleted: 620 } },
    });
    await host.append(3);
    await seal(host);
    expect(await host.inventory.verifyAudit({ head: kept.head ?? undefined })).toMatchObject({ checked: 14, count: 0 });
  });

  it("keeps the newest sealed row, from which the chain goes on", async () => {
    await using place = await open();
    const host = await startHost(place, { auditRetentionDays: 1 });
    await using _host = host.inventory;
    await host.append(3);
    await seal(host);
    await host.clock.advance(2 * DAY_MS);
    await eventually(async () => (await host.numbers())[0] === 3 && (await host.numbers()).length === 2);
    await seal(host);
    expect((await host.numbers()).at(-1)).toBe(4);
    expect(await host.inventory.verifyAudit()).toMatchObject({ start: 2, checked: 2, count: 0 });
  });

  it("shows a checkpoint that was forged, and does not sign it anew", async () => {
    await using place = await open();
    const host = await startHost(place, { auditRetentionDays: 1 });
    await using _host = host.inventory;
    await host.append(5);
    await seal(host);
    await dropTriggers(host.storage);
    await host.storage.write(async (transaction) => {
      const row = await transaction.get<{ seal: string }>("select seal from audit where seal_number = 2");
      await transaction.run("insert into setting (name, value) values ('audit.start', ?)", [
        JSON.stringify({ number: 2, hmac: row?.seal, time: "", key_id: "", signature: "" }),
      ]);
      await transaction.run("delete from audit where seal_number <= 2");
    });
    expect((await host.inventory.verifyAudit()).findings).toMatchObject([{ kind: "unknown-key", number: 2 }]);
    await host.clock.advance(2 * DAY_MS);
    await expect(purge(host)).rejects.toThrow("cadastre audit verify");
  });

  it("keeps all unless it is told otherwise, and needs no keys", async () => {
    await using place = await open();
    const clock = await (async () => {
      const host = await startHost(place, { keyRing: undefined } as object);
      await host.append(4);
      await host.clock.advance(4000 * DAY_MS);
      expect(await host.numbers()).toHaveLength(4);
      await host.inventory.close();
      return host.clock;
    })();
    const host = await startHost(place, { keyRing: undefined, auditRetentionDays: 7, clock } as object);
    await using _host = host.inventory;
    expect(await purge(host)).toBe(3);
    // The newest stays, and what was done is told.
    expect(await host.numbers()).toHaveLength(2);
  });
});
