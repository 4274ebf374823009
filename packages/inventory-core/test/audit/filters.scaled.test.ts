import { type AuditRecord, type Principal, type Queries, type SqlValue, WRITES } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AuditFilter } from "../../src/audit/audit-record.ts";
import { AuditSearch } from "../../src/audit/audit-search.ts";
import { type AuditHost, startHost } from "./audit-host.ts";
import { analyze, planOf } from "../../../../testing/plans.ts";
import { DATABASES } from "../../../../testing/storages.ts";
import { atDepth } from "../../../../testing/depth.ts";

const USERS = ["ada", "bob", "cyd"];
const ACTIONS = ["create", "update", "delete", "login"];
const RESOURCES = ["device", "network", "session"];
const SOURCES = ["http", "mcp", "cli"];
const STATUSES = ["success", "success", "success", "failure"] as const;
const RECORDS = ["r1", "r2", "r3"];
const HOUR_MS = 3_600_000;
/** Rows of the audit log in the test of costs. */
const ROWS = atDepth({ few: 4000, many: 20_000 });

const user = (username: string): Principal => ({
  kind: "user",
  userId: `id-${username}`,
  username,
  permissions: "all",
  credential: null,
  credentialId: null,
});

interface Written {
  readonly username: string;
  readonly source: string;
  readonly rows: readonly {
    readonly action: string;
    readonly resource: string;
    readonly id: string;
    readonly status: (typeof STATUSES)[number];
  }[];
}

/** Changes of up to `most` rows each. */
const changes = (count: number, most: number): fc.Arbitrary<Written[]> =>
  fc.array(
    fc.record({
      username: fc.constantFrom(...USERS),
      source: fc.constantFrom(...SOURCES),
      rows: fc.array(
        fc.record({
          action: fc.constantFrom(...ACTIONS),
          resource: fc.constantFrom(...RESOURCES),
          id: fc.constantFrom(...RECORDS),
          status: fc.constantFrom(...STATUSES),
        }),
        { minLength: 1, maxLength: most, size: "max" },
      ),
    }),
    { minLength: count, maxLength: count },
  );

async function write(host: AuditHost, { username, source, rows }: Written): Promise<void> {
  await host.inventory.host.get(WRITES).run({ principal: user(username), source }, async (change) => {
    for (const { id, ...row } of rows) change.audit({ ...row, resourceId: id, after: {} });
  });
}

const maybe = <T>(...values: readonly T[]): fc.Arbitrary<T | undefined> =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });

const filters = (times: readonly string[]): fc.Arbitrary<Partial<Record<string, string>>> =>
  fc.record({
    username: maybe(...USERS, "nobody"),
    user_id: maybe(...USERS.map((name) => `id-${name}`)),
    action: maybe(...ACTIONS),
    resource: maybe(...RESOURCES),
    source: maybe(...SOURCES),
    resource_id: maybe(...RECORDS),
    status: maybe("success", "failure"),
    from: maybe(...times),
    to: maybe(...times),
  });

/** Whether a filter is to leave a row of the whole log. */
function meets(row: AuditRecord, { from, to, ...equal }: Partial<Record<string, string>>): boolean {
  if (from !== undefined && row.timestamp < from) return false;
  if (to !== undefined && row.timestamp >= to) return false;
  return Object.entries(equal).every(([name, value]) => value === undefined || row[name as keyof AuditRecord] === value);
}

interface Statement {
  readonly sql: string;
  readonly params: readonly SqlValue[];
}

/** How many rows a filter finds, and the statements that it takes. */
async function statementsOf(host: AuditHost, filter: AuditFilter): Promise<readonly [found: number, statements: readonly Statement[]]> {
  const statements: Statement[] = [];
  const read = new Proxy(host.storage.read, {
    get: (target, name) => (sql: string, params: readonly SqlValue[]) => {
      statements.push({ sql, params });
      return (target[name as "all"] as Queries["all"]).call(target, sql, params);
    },
  });
  const pages = await Array.fromAsync(new AuditSearch({ ...host.storage, read }, filter, undefined).pages());
  return [pages.flat().length, statements];
}

describe.each(DATABASES)("filters of the audit log on %s", (_, open) => {
  it("leave of the log what meets them, in its order, sealed or not", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _inventory = host.inventory;
    const [sealed, unsealed] = fc.sample(fc.tuple(changes(24, 120), changes(5, 7)), { numRuns: 1, seed: 22 })[0] as [Written[], Written[]];
    for (const change of sealed) {
      await write(host, change);
      await host.clock.advance(HOUR_MS);
    }
    await host.look();
    const check = async (): Promise<void> => {
      const all = await host.inventory.audit.list();
      await fc.assert(
        fc.asyncProperty(filters([...new Set(all.map(({ timestamp }) => timestamp))]), async (filter) => {
          expect(await host.inventory.audit.list(filter)).toEqual(all.filter((row) => meets(row, filter)));
        }),
        { numRuns: atDepth({ few: 15, many: 60 }) },
      );
    };
    await check();
    for (const change of unsealed) await write(host, change);
    expect((await host.numbers()).at(-1)).toBeNull();
    await check();
  });

  it("cost what they find, whatever the length of the log", async () => {
    await using place = await open();
    const host = await startHost(place);
    await using _inventory = host.inventory;
    // Sealed rows of two people: ada has twenty, and the newest few are of May.
    const columns = ["id", "timestamp", "action", "resource", "user_id", "username", "source", "status", "error", "changes", "seal_number"];
    const rows = Array.from({ length: ROWS }, (_unused, at) => {
      const name = at % (ROWS / 20) === 0 ? "ada" : "bob";
      const time = at < ROWS - 10 ? "2026-01-02T00:00:00.000Z" : "2026-05-01T00:00:00.000Z";
      const action = at % 5 === 0 ? "update" : "create";
      return [`i${at}`, time, action, "device", `id-${name}`, name, "http", "success", "", '{"before":null,"after":null}', at + 1];
    });
    await host.storage.write(async (transaction) => await transaction.insert("audit", columns, rows));
    await analyze(host.storage, "audit");
    const cost = async (filter: Record<string, string>): Promise<readonly [found: number, statements: number]> => {
      const [found, statements] = await statementsOf(host, filter);
      for (const { sql, params } of statements.filter((statement) => statement.sql.includes(" order by ")))
        expect(await planOf(host.storage, sql, params), sql).not.toMatch(/SCAN audit|PRIMARY KEY|Seq Scan|_pkey/);
      return [found, statements.length];
    };
    // Where the log ends, how many rows the filters have (if there are two), and the rows.
    expect(await cost({ username: "ada" })).toEqual([20, 2]);
    expect(await cost({ user_id: "id-ada", action: "update" })).toEqual([20, 3]);
    expect(await cost({ source: "http", resource: "device", username: "ada" })).toEqual([20, 3]);
    expect(await cost({ action: "login" })).toEqual([0, 2]);
    expect(await cost({ status: "failure" })).toEqual([0, 2]);
    expect(await cost({ username: "bob", from: "2026-04-01T00:00:00.000Z" })).toEqual([10, 3]);
    expect(await cost({ from: "2026-04-01T00:00:00.000Z" })).toEqual([10, 2]);
  });
});
