import { createInventory } from "@cadastre/inventory-core";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { startPostgres } from "@cadastre/testing";
import { Client } from "pg";
import { expect, it, vi } from "vitest";

/** An index whose function gives autovacuum a transaction number and makes it wait while another session holds the lock 42. */
const SLOW_ANALYZE = `
  create function slow(value int) returns int language plpgsql immutable as $$
  begin
    if exists (select from pg_stat_activity where pid = pg_backend_pid() and backend_type = 'autovacuum worker') then
      perform pg_current_xact_id();
      perform pg_advisory_xact_lock_shared(42);
    end if;
    return value;
  end $$;
  create table scratch (n int);
  create index on scratch (slow(n));
  insert into scratch select generate_series(1, 1000)`;

/** A worker that writes the statistics of another table has a transaction number for a moment, too. */
const WAITING = `select count(*)::int as n from pg_stat_activity
  where datname = current_database() and backend_type = 'autovacuum worker' and backend_xid is not null and wait_event = 'advisory'`;

it("shows events while autovacuum has a transaction open", async () => {
  // A shared server has other settings of autovacuum.
  vi.stubEnv("TEST_POSTGRES_URL", "");
  const server = await startPostgres();
  try {
    await using database = await server.temporaryDatabase();
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await using _ended = { [Symbol.asyncDispose]: () => client.end() };
    await using inventory = await createInventory({ storage: postgresql(database.url) });
    await client.query("select pg_advisory_lock(42)");
    await client.query(SLOW_ANALYZE);
    await client.query("alter system set autovacuum_naptime = 1");
    await client.query("select pg_reload_conf()");
    await vi.waitFor(async () => expect((await client.query(WAITING)).rows[0]).toEqual({ n: 1 }));
    await inventory.devices.create({ name: "quick" });
    const { events } = await inventory.events.read({ after: "0-0", limit: 100 });
    expect(events.map(({ event }) => event)).toEqual(["device.created"]);
    expect((await client.query(WAITING)).rows[0]).toEqual({ n: 1 });
  } finally {
    await server.stop();
  }
});
