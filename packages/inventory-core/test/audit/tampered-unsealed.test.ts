import { type Principal, SYSTEM, WRITES } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { AUDIT_CHECK, AUDIT_METRICS } from "../../src/audit/audit-health.ts";
import { AUDIT_SEALER } from "../../src/audit/sealing/audit-sealer.ts";
import { KeyRing } from "../../src/secrets/key-ring.ts";
import { type AuditHost, dropTriggers, eventually, KEYS, startHost } from "./audit-host.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const seal = async ({ inventory }: AuditHost): Promise<number> => await inventory.host.get(AUDIT_SEALER).seal();
const check = async ({ inventory }: AuditHost): Promise<void> => await inventory.host.get(AUDIT_CHECK).check();
const sql = async ({ storage }: AuditHost, text: string, params: readonly string[] = []): Promise<number> =>
  await storage.write(async (transaction) => await transaction.run(text, params));
const alarms = ({ lines }: AuditHost): unknown[] =>
  lines.filter(({ message }) => message === "the audit log was tampered with").map(({ fields }) => fields["kind"]);
const kinds = async ({ inventory }: AuditHost): Promise<string[]> => (await inventory.verifyAudit()).findings.map(({ kind }) => kind);

/** Lets the sealer look so many times, each to its end. */
async function looks(host: AuditHost, times = 14): Promise<void> {
  for (let look = 0; look < times; look += 1) {
    await host.clock.advance(500);
    await host.inventory.host.get(AUDIT_SEALER).idle();
  }
}

/** Lets the sealer look until it has raised an alarm. */
async function alarmOf(host: AuditHost, kind: string): Promise<void> {
  for (let look = 0; look < 60 && !alarms(host).includes(kind); look += 1) await looks(host, 1);
  expect(alarms(host)).toContain(kind);
}

const WRITTEN =
  "id, timestamp, action, resource, resource_id, user_id, username, ip_address, source, status, error, changes, request_id, change_id, " +
  "writer, writer_number, witness, code";

describe.each(DATABASES)("rows of the audit log that are not sealed yet, on %s", (_, open) => {
  it("are refused when nobody with a key has written them, and keep nothing else from being sealed", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(2);
    await sql(
      host,
      "insert into audit (id, timestamp, action, resource, username, source, status, error, changes) values ('forged', " +
        "'2026-01-02T03:04:05.678Z', 'delete', 'role', 'ada', 'http', 'success', '', '{}')",
    );
    await host.append(1);
    expect(await seal(host)).toBe(3);
    expect(alarms(host)).toEqual(["unproven"]);
    await expect(check(host)).rejects.toMatchObject({ code: "AUDIT_TAMPERED" });
    expect(await kinds(host)).toContain("unproven");
    // Once is enough, and the rest goes on.
    await host.append(2);
    await looks(host, 6);
    expect(alarms(host)).toEqual(["unproven"]);
    const sealed = await host.storage.read.all<{ id: string }>("select id from audit where seal_number is not null");
    expect(sealed.map(({ id }) => id)).not.toContain("forged");
    expect(sealed).toHaveLength(6);
    // It was told, and that is sealed: the row that was put in may vanish, what was seen of it does not.
    await sql(host, "delete from audit where id = 'forged'");
    const { findings } = await host.inventory.verifyAudit();
    expect(findings).toMatchObject([{ kind: "unproven", message: expect.stringContaining("forged") }]);
  });

  it("are missed when they are deleted, and told from those that were rolled back", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(3);
    await expect(
      host.inventory.host.get(WRITES).run({ principal: SYSTEM, source: "test" }, async (change) => {
        change.audit({ action: "rolled back", resource: "test", resourceId: null });
        await change.writeOut();
        throw new Error("rolled back");
      }),
    ).rejects.toThrow("rolled back");
    await host.append(1);
    await sql(host, "delete from audit where resource_id = '1'");
    await alarmOf(host, "deleted");
    await looks(host, 4);
    expect(new Set(alarms(host))).toEqual(new Set(["deleted"]));
    expect(new Set(await kinds(host))).toEqual(new Set(["deleted"]));
    await expect(check(host)).rejects.toMatchObject({ code: "AUDIT_TAMPERED" });
  });

  it("are missed by whoever seals, when their writer was killed after it had written another", async () => {
    await using place = await open();
    const killed = await startHost(place);
    await using _killed = killed.inventory;
    await killed.append(4);
    // Nothing of that host runs any more. The last row of it names those before.
    await sql(killed, "delete from audit where resource_id = '2'");
    const next = await startHost(place);
    await using _next = next.inventory;
    expect(await seal(next)).toBe(3);
    expect(alarms(next)).toEqual(["deleted"]);
  });

  it("are neither altered nor put in again unseen", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(4);
    await sql(host, "update audit set username = 'mallory' where resource_id = '0'");
    await sql(host, "update audit set witness = null where resource_id = '3'");
    await alarmOf(host, "forged");
    await alarmOf(host, "deleted");
    const genuine = await host.storage.read.get<{ id: string }>("select id from audit where resource_id = '1' and seal_number is not null");
    // A sealed row, once more and as it was written.
    await sql(host, `insert into audit (${WRITTEN}) select ${WRITTEN} from audit where id = ?`, [genuine?.id ?? ""]);
    await alarmOf(host, "replayed");
    expect(await host.storage.read.all("select 1 from audit where resource_id = '1' and seal_number is not null")).toHaveLength(1);
    await host.append(1);
    await looks(host, 4);
    expect(
      (
        await host.storage.read.get<{ n: number | string | null }>(
          "select seal_number as n from audit where resource_id = '0' order by seq desc limit 1",
        )
      )?.n,
    ).not.toBeNull();
  });

  it("are seen by a verification wherever they are put", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(2);
    await seal(host);
    await host.append(1);
    await seal(host);
    const overriding = host.storage.dialect === "postgresql" ? "overriding system value " : "";
    await sql(
      host,
      `insert into audit (seq, id, timestamp, action, resource, username, source, status, error, changes) ${overriding}values (-5, ` +
        `'before all', '2020', 'a', 'r', '', 't', 'success', '', '{}')`,
    );
    await sql(
      host,
      `insert into audit (seq, id, timestamp, action, resource, username, source, status, error, changes) ${overriding}values ` +
        `(9007199254740993, 'after all', '2020', 'a', 'r', '', 't', 'success', '', '{}')`,
    );
    const { findings } = await host.inventory.verifyAudit();
    expect(findings.filter(({ kind }) => kind !== "unsealed")).toMatchObject([
      { kind: "unproven", id: "before all" },
      { kind: "unproven", id: "after all" },
    ]);
  });

  it("tell by readiness, metrics and verify when they are not sealed for long, whatever stops it", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    const metric = async (name: string): Promise<number | undefined> =>
      (await host.inventory.host.get(AUDIT_METRICS).collect()).find((one) => one.name === name)?.samples[0]?.value;
    await host.append(3);
    await seal(host);
    const { value: head } = (await host.storage.read.get<{ value: string }>("select value from setting where name = 'audit.head'")) as {
      value: string;
    };
    await sql(host, `update setting set value = replace(value, '"number":3', '"number":2') where name = 'audit.head'`);
    await host.append(2);
    await eventually(async () => {
      if (host.lines.some(({ message }) => message === "audit rows could not be sealed")) return true;
      // A look that falls on the one before is left out.
      await host.inventory.host.get(AUDIT_SEALER).idle();
      await host.clock.advance(500);
      return false;
    });
    await expect(check(host)).resolves.toBeUndefined();
    await host.clock.advance(70_000);
    await expect(check(host)).rejects.toMatchObject({
      code: "AUDIT_NOT_SEALED",
      message: expect.stringContaining("head of the audit log was altered"),
    });
    expect(await metric("cadastre_audit_unsealed_rows")).toBe(2);
    expect(await metric("cadastre_audit_oldest_unsealed_seconds")).toBeGreaterThan(60);
    expect(await kinds(host)).toEqual(expect.arrayContaining(["head", "unsealed"]));
    await sql(host, "update setting set value = ? where name = 'audit.head'", [head]);
    await looks(host, 4);
    await expect(check(host)).resolves.toBeUndefined();
    expect(await metric("cadastre_audit_unsealed_rows")).toBe(0);
    expect(await metric("cadastre_audit_oldest_unsealed_seconds")).toBe(0);
    expect(await kinds(host)).toEqual([]);
  });

  it("tells that the head was put back, or the beginning of proofs moved", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _host = host.inventory;
    await host.append(2);
    await seal(host);
    const { value: old } = (await host.storage.read.get<{ value: string }>("select value from setting where name = 'audit.head'")) as {
      value: string;
    };
    await host.append(2);
    await seal(host);
    await dropTriggers(host.storage);
    await sql(host, "delete from audit where seal_number > 2");
    await sql(host, "update setting set value = ? where name = 'audit.head'", [old]);
    await host.append(1);
    await expect(seal(host)).rejects.toThrow("taken back behind row 4");
    // Whoever moves the mark of proofs lets nothing in: it is signed, and is not made again over proven rows.
    await sql(host, `update setting set value = replace(value, '"number":0', '"number":900') where name = 'audit.proven'`);
    expect(await kinds(host)).toContain("head");
    await sql(host, "delete from setting where name = 'audit.proven'");
    await sql(
      host,
      "insert into audit (id, timestamp, action, resource, username, source, status, error, changes) values ('forged', " +
        "'2026-01-02T03:04:05.678Z', 'delete', 'role', 'ada', 'http', 'success', '', '{}')",
    );
    const next = await startHost(place);
    await using _next = next.inventory;
    await seal(next);
    expect(alarms(next)).toContain("unproven");
  });

  it("of earlier versions and of programs without keys are sealed, up to where the first program with a key began", async () => {
    await using place = await open();
    const keyless = await startHost(place, { keyRing: undefined } as object);
    await keyless.append(3);
    await keyless.inventory.close();
    const host = await startHost(place);
    await using _host = host.inventory;
    expect(await seal(host)).toBe(3);
    await host.append(1);
    expect(await seal(host)).toBe(1);
    expect(await kinds(host)).toEqual([]);
    const later = await startHost(place, { keyRing: undefined } as object);
    await later.append(1);
    await later.inventory.close();
    expect(await seal(host)).toBe(0);
    expect(alarms(host)).toEqual(["unproven"]);
  });

  it("wait for their key, and say which it is", async () => {
    await using place = await open();
    const old = await startHost(place, { keyRing: KeyRing.parse(KEYS[1]) });
    await using _old = old.inventory;
    await old.append(2);
    const lost = await startHost(place);
    await lost.append(1);
    expect(await seal(lost)).toBe(1);
    expect(alarms(lost)).toEqual([]);
    expect((await lost.inventory.verifyAudit()).findings.filter(({ kind }) => kind === "unknown-key")).toMatchObject([
      { message: expect.stringContaining(KeyRing.parse(KEYS[1]).newest) },
      {},
    ]);
    await lost.inventory.close();
  });
});

describe("a caller's text", () => {
  it("never makes two rows one", async () => {
    await using place = await sqliteDatabase();
    const host = await startHost(place);
    await using _host = host.inventory;
    for (const [username, resource] of [
      ["1:a", "b"],
      ["", "1:a1:b"],
      ["\ud800", "\u0000x"],
      ["ü🙂", "-"],
    ] as const) {
      const principal: Principal = { ...SYSTEM, username };
      await host.inventory.host
        .get(WRITES)
        .run({ principal, source: "test" }, async (change) => change.audit({ action: "note", resource, resourceId: null }));
    }
    expect(await seal(host)).toBe(4);
    await looks(host);
    expect(alarms(host)).toEqual([]);
    expect(await kinds(host)).toEqual([]);
  });
});
