import { type Storage, SYSTEM, type Transaction, WRITES } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import { findUnsealed } from "../../src/audit/proof/unsealed-rows.ts";
import { AuditWriter } from "../../src/audit/proof/audit-writer.ts";
import { KeyRing } from "../../src/secrets/key-ring.ts";
import { type AuditHost, dropTriggers, eventually, KEYS, RING, startHost, upTo } from "./audit-host.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const seal = async ({ inventory }: AuditHost): Promise<number> => await inventory.host.get(AUDIT_SEALER).seal();

/** A storage whose transactions fail at their end while `armed` says so, as if the process had died. */
function dying(inner: Storage, armed: () => boolean): Storage {
  return {
    ...inner,
    open: async (options) => {
      const open = await inner.open(options);
      const write = open.write.bind(open);
      open.write = async (work) =>
        await write(async (transaction: Transaction) => {
          const result = await work(transaction);
          if (armed()) throw new Error("died before the commit");
          return result;
        });
      return open;
    },
  };
}

describe.each(DATABASES)("sealing the audit log on %s", (name, open) => {
  it("seals long rows few at a time", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _ = host.inventory;
    const after = { text: "x".repeat(700_000) };
    for (let index = 0; index < 8; index += 1)
      await host.inventory.host
        .get(WRITES)
        .run({ principal: SYSTEM, source: "test" }, async (change) =>
          change.audit({ action: "note", resource: "test", resourceId: String(index), after }),
        );
    const search = { ring: RING, provenAfter: 0, after: 0, limit: 100 };
    const first = await findUnsealed(host.storage.read, search);
    expect(first.sealable.length).toBe(3);
    const second = await findUnsealed(host.storage.read, { ...search, after: first.next });
    expect(second.sealable[0]?.resource_id).toBe("3");
    await host.look();
    expect(await host.numbers()).toEqual(upTo(8));
    expect((await host.inventory.verifyAudit()).findings).toEqual([]);
  });

  it("numbers every row within a second, and tells the head", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _ = host.inventory;
    await host.append(250);
    expect(await host.numbers()).toEqual(Array(250).fill(null));
    await host.look();
    expect(await host.numbers()).toEqual(upTo(250));
    const { checked, head, findings, unsealed } = await host.inventory.verifyAudit();
    expect({ checked, findings, unsealed }).toEqual({ checked: 250, findings: [], unsealed: 0 });
    await eventually(() => host.lines.length > 0);
    expect(host.lines.filter(({ message }) => message === "audit head")).toEqual([
      { level: "info", message: "audit head", fields: { ...head, time: expect.any(String) } },
    ]);
    // What is told again and again says nothing.
    await host.append(1);
    await host.look();
    expect(host.lines.filter(({ message }) => message === "audit head")).toHaveLength(1);
    await host.append(1);
    await host.look(300_000);
    await eventually(async () => {
      await host.clock.advance(500);
      return host.lines.findLast(({ message }) => message === "audit head")?.fields["number"] === 252;
    });
  });

  it("goes on where it ended, after a restart", async () => {
    await using place = await open();
    const first = await startHost(place);
    await first.append(3);
    await first.inventory.close();
    const second = await startHost(place);
    await using _ = second.inventory;
    expect(await second.numbers()).toEqual(upTo(3));
    await second.append(2);
    expect(await seal(second)).toBe(2);
    expect(await second.inventory.verifyAudit()).toMatchObject({ checked: 5, count: 0, head: { number: 5 } });
  });

  it("is right with two hosts at it at once", async () => {
    await using place = await open();
    const one = await startHost(place);
    const two = await startHost(place);
    await using _one = one.inventory;
    await using _two = two.inventory;
    const rounds = upTo(12).map(async (round) => {
      await (round % 2 === 0 ? one : two).append(25);
      await Promise.all([seal(one), seal(two)]);
      // The other takes over, so that both have their turns.
      await (round % 3 === 0 ? one : two).clock.advance(6_000);
    });
    await Promise.all(rounds);
    await one.clock.advance(10_000);
    await seal(one);
    expect((await one.numbers()).toSorted((a, b) => Number(a) - Number(b))).toEqual(upTo(300));
    expect(await two.inventory.verifyAudit()).toMatchObject({ checked: 300, count: 0 });
  });

  it("asks nothing in the database whose turn it is: who says so there stops nobody", async () => {
    await using place = await open();
    const gone = await startHost(place);
    const next = await startHost(place, { clock: new FakeClock("2030-01-01T00:00:00.000Z") });
    await using _gone = gone.inventory;
    await using _next = next.inventory;
    const lease = JSON.stringify({ holder: "mallory", until: Date.parse("2031-01-01T00:00:00.000Z") });
    const rewrite = "insert into setting (name, value) values ('audit.lease', ?) on conflict (name) do update set value = excluded.value";
    for (let round = 1; round <= 3; round += 1) {
      await gone.storage.write(async (transaction) => await transaction.run(rewrite, [lease]));
      await gone.append(1);
      expect(await seal(gone)).toBe(1);
      await next.append(2);
      expect(await seal(next)).toBe(2);
    }
    expect(await next.inventory.verifyAudit()).toMatchObject({ checked: 9, count: 0 });
  });

  it("seals what a host with older keys had to pass over, with the host that has the newer one", async () => {
    await using place = await open();
    const old = await startHost(place, { keyRing: KeyRing.parse(KEYS[0]) });
    const rotated = await startHost(place, { keyRing: KeyRing.parse(`${KEYS[1]},${KEYS[0]}`) });
    await using _old = old.inventory;
    await using _rotated = rotated.inventory;
    await rotated.append(2);
    await old.append(1);
    // The two rows that it cannot judge come before its own.
    expect(await seal(old)).toBe(1);
    await rotated.append(1);
    expect(await seal(rotated)).toBe(3);
    expect(await rotated.inventory.verifyAudit()).toMatchObject({ checked: 4, count: 0, unsealed: 0 });
    expect(rotated.lines.filter(({ message }) => message === "the audit log was tampered with")).toEqual([]);
  });

  it("leaves nothing half done when the process dies in it", async () => {
    await using place = await open();
    let armed = false;
    const host = await startHost({ ...place, storage: () => dying(place.storage(), () => armed) });
    await using _ = host.inventory;
    await host.append(130);
    armed = true;
    await expect(seal(host)).rejects.toThrow("died");
    expect(await host.numbers()).toEqual(Array(130).fill(null));
    armed = false;
    expect(await seal(host)).toBe(130);
    expect(await host.inventory.verifyAudit()).toMatchObject({ checked: 130, count: 0 });
  });

  it("misses no row that is committed after rows of a higher sequence", async () => {
    // On SQLite one writer waits for the other: there is no such row.
    if (name === "sqlite") return;
    await using place = await open();
    const host = await startHost(place);
    await using _ = host.inventory;
    const writes = host.inventory.host.get(WRITES);
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasRow, resolve: rowIsThere } = Promise.withResolvers<void>();
    const slow = writes.run({ principal: SYSTEM, source: "test" }, async (change) => {
      change.audit({ action: "slow", resource: "test", resourceId: null });
      await change.writeOut();
      // The number is taken when the row is there.
      await change.get("select 1 as one");
      rowIsThere();
      await mayCommit;
    });
    await hasRow;
    await writes.run({ principal: SYSTEM, source: "test" }, async (change) =>
      change.audit({ action: "quick", resource: "test", resourceId: null }),
    );
    expect(await seal(host)).toBe(1);
    commit();
    await slow;
    expect(await seal(host)).toBe(1);
    expect(await host.numbers()).toEqual([2, 1]);
    expect(await host.inventory.verifyAudit()).toMatchObject({ checked: 2, count: 0, unsealed: 0 });
  });

  it("keeps sealed rows from being changed or deleted", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _ = host.inventory;
    await host.append(1);
    await seal(host);
    await host.append(1);
    const run = async (sql: string): Promise<number> => await host.storage.write(async (transaction) => await transaction.run(sql));
    await expect(run("update audit set username = 'x' where seal_number = 1")).rejects.toThrow("sealed audit rows");
    await expect(run("delete from audit where seal_number = 1")).rejects.toThrow("sealed audit rows");
    // SQLite knows no TRUNCATE, and refuses it in its own way.
    await expect(run("truncate audit")).rejects.toThrow(name === "postgresql" ? "sealed audit rows" : "truncate");
    expect(await run("delete from audit where seal_number is null")).toBe(1);
  });

  it("does not go on from a head that was altered, and says so", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _ = host.inventory;
    await host.append(3);
    await seal(host);
    await dropTriggers(host.storage);
    await host.storage.write(async (transaction) => {
      await transaction.run("delete from audit where seal_number = 3");
      const before = await transaction.get<{ hmac: string }>("select seal as hmac from audit where seal_number = 2");
      const { value } = (await transaction.get<{ value: string }>("select value from setting where name = 'audit.head'")) as {
        value: string;
      };
      await transaction.run("update setting set value = ? where name = 'audit.head'", [
        JSON.stringify({ ...(JSON.parse(value) as object), number: 2, hmac: before?.hmac }),
      ]);
    });
    await host.append(1);
    await expect(seal(host)).rejects.toThrow("altered");
    await host.clock.advance(500);
    await eventually(() =>
      host.lines.some(({ level, message }) => level === "error" && message.startsWith("audit rows could not be sealed")),
    );
    expect(await host.inventory.verifyAudit()).toMatchObject({ count: 1, findings: [{ kind: "head", number: 2 }], unsealed: 1 });
  });

  it("is off without keys, and without an audit trail there is nothing to seal", async () => {
    await using place = await open();
    const host = await startHost(place, { keyRing: undefined } as object);
    await host.append(2);
    await host.clock.advance(1000);
    expect(await host.numbers()).toEqual([null, null]);
    await expect(host.inventory.verifyAudit()).rejects.toMatchObject({ code: "ENCRYPTION_KEY_MISSING" });
    await host.inventory.close();
    const silent = await startHost(place, { audit: false });
    await using _ = silent.inventory;
    await silent.append(2);
    await silent.inventory.devices.create({ name: "d" });
    expect(await silent.numbers()).toHaveLength(2);
    // The keys came later: what was there before is sealed too.
    expect(await seal(silent)).toBe(2);
  });
});

describe("what a writer remembers of its rows", () => {
  it("leaves out those that waited so long for their commit that retention may have taken them", () => {
    const writer = new AuditWriter(RING);
    const written = Date.UTC(2026, 0, 2);
    const append = (committed: number) => {
      const batch = writer.prove([["a row"]], written)?.batch;
      if (batch !== undefined) writer.committed([batch], committed);
      return batch?.witness;
    };
    expect(append(written + 40 * 86_400_000)).toBeNull();
    expect(writer.receipts).toEqual([]);
    expect(append(written + 1_000)).toBeNull();
    expect(writer.receipts).toMatchObject([{ from: 2, to: 2 }]);
    expect(append(written + 1_000)).toBe("2");
  });
});
