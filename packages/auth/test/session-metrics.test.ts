import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { COUNT_OF_SESSIONS } from "../src/sessions/database-session-store.ts";
import { type AuthHost, type Shown, startWithAdmin } from "./support/auth-host.ts";
import { createDatabase, type TestDatabase } from "./support/storages.ts";
import { analyze, planOf } from "../../../testing/plans.ts";
import { STORAGES } from "../../../testing/storages.ts";

const MOST = 10_000;

describe.each(STORAGES)("the number of sessions on %s", (dialect) => {
  let database: TestDatabase;
  let auth: AuthHost & { readonly admin: Shown };
  beforeEach(async () => {
    database = await createDatabase(dialect);
    auth = await startWithAdmin(database);
  });
  afterEach(async () => {
    await auth.close();
    await database.drop();
  });

  it("is counted in the index of their ends, however many have ended, and up to a number", async () => {
    const storage = auth.host.get(STORAGE);
    const [user] = await auth.rows<{ id: string }>("select id from auth_user");
    const fill = async (name: string, count: number, end: string): Promise<void> =>
      await storage.write(
        async (transaction) =>
          void (await transaction.run(
            `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
             insert into auth_session (id, token_hash, user_id, epoch, created_at, last_seen_at, expires_at)
             select '${name}' || i, '${name}' || i, ?, 0, ?, ?, ? from n`,
            [user?.id ?? "", end, end, end],
          )),
      );
    await fill("ended", 30_000, "2020-01-01T00:00:00.000Z");
    await analyze(storage, "auth_session");
    const now = new Date(auth.clock.now()).toISOString();
    const counted = async (): Promise<number> =>
      Number((await storage.read.get<{ n: number | string }>(COUNT_OF_SESSIONS, [now, MOST]))?.n);
    // That of whoever set the host up.
    expect(await counted()).toBe(1);
    const plan = await planOf(storage, COUNT_OF_SESSIONS, [now, MOST]);
    expect(plan).toContain("auth_session_expiry");
    expect(plan).not.toMatch(/SCAN auth_session|Seq Scan on auth_session/);
    await fill("living", MOST + 5, "2999-01-01T00:00:00.000Z");
    expect(await counted()).toBe(MOST);
  });
});
