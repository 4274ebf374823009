import { EVENTS, LOGGER, STORAGE } from "@cadastre/inventory-core";
import { PostgresDatabases, startPostgres } from "@cadastre/testing";
import { restoreInto } from "../../../../testing/servers/restore-into.ts";
import { postgresql } from "@cadastre/inventory-core/postgresql";
import { describe, expect, inject, test } from "vitest";
import { WEBHOOK_OWNERS } from "../../src/webhooks/webhook-owners.ts";
import { FanOut } from "../../src/queue/fan-out.ts";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { QuickSender, stopped, workerOf } from "./worker-under-test.ts";
import { DATABASES } from "../../../../testing/storages.ts";

const namesOf = (sender: QuickSender): unknown[] =>
  sender.sent.map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name);

const subscribe = async (host: HostWithWebhooks): Promise<string> =>
  (await host.webhooks.create({ name: "hook", url: "http://10.0.0.1/", events: ["device.created"], headers: {} })).id;

/** Sends what there is, and ends. */
async function deliver(host: HostWithWebhooks, count: number): Promise<unknown[]> {
  const sender = new QuickSender();
  const worker = workerOf(host, sender);
  worker.start();
  await host.until(() => sender.sent.length >= count, `${count} deliveries`);
  await stopped(worker, host.clock);
  return namesOf(sender);
}

describe("the restore drill: a database with webhooks, in another PostgreSQL server", () => {
  test("webhooks hear of what comes, once, and of what was not fanned out yet", async () => {
    const here = new PostgresDatabases(inject("postgresAdminUrl"));
    const there = process.env["TEST_POSTGRES_URL"] ? undefined : await startPostgres();
    await using _ = { [Symbol.asyncDispose]: async () => await there?.stop() };
    await using source = await here.temporaryDatabase();
    await using target = await (there ?? here).temporaryDatabase();
    const old = await openHost(postgresql(source.url), { deliver: false });
    await subscribe(old);
    for (let n = 0; n < 20; n += 1) await old.inventory.devices.create({ name: `d${n}` });
    expect(await deliver(old, 20)).toHaveLength(20);
    await old.inventory.devices.create({ name: "in the dump, and not sent" });
    await (await openHost(postgresql(target.url), { deliver: false })).close();
    await restoreInto(source.url, target.url);
    await old.close();
    const moved = await openHost(postgresql(target.url), { deliver: false });
    const later = await subscribe(moved);
    await moved.inventory.devices.create({ name: "new" });
    // The first hook hears of both, the second, which was made there, of one.
    expect((await deliver(moved, 3)).map(String).toSorted((one, other) => (one < other ? -1 : 1))).toEqual([
      "in the dump, and not sent",
      "new",
      "new",
    ]);
    await moved.inventory.devices.create({ name: "newer" });
    expect(await deliver(moved, 2)).toEqual(["newer", "newer"]);
    expect([...(await moved.deliveries.list(later))]).toHaveLength(2);
    await moved.close();
  });
});

describe.each(DATABASES)("a place that the log never came to, on %s", (_, open) => {
  test("does not keep webhooks silent", async () => {
    await using place = await open();
    const host = await openHost(place.storage(), { deliver: false });
    const hook = await subscribe(host);
    await host.inventory.devices.create({ name: "before" });
    // As a dump of an earlier version left it: the numbers of the events were reset, and these were not.
    await host.inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("insert into webhook_progress (id, cursor) values ('fan-out', '88888888888-88888')");
      await transaction.run("update webhook set since = '77777777777-77777'");
    });
    const { inventory, clock } = host;
    const fanOut = new FanOut({
      storage: inventory.host.get(STORAGE),
      events: inventory.host.get(EVENTS),
      clock,
      logger: inventory.host.get(LOGGER),
      owners: inventory.host.get(WEBHOOK_OWNERS),
    });
    while (await fanOut.step());
    await inventory.devices.create({ name: "after" });
    while (await fanOut.step());
    const bodies = [...(await host.deliveries.list(hook))].map(
      ({ request_body: body }) => (JSON.parse(body) as { data: { name: string } }).data.name,
    );
    expect(bodies).toEqual(["after"]);
    await host.close();
  });

  test("in which events were committed all the same makes no delivery twice, and holds up none", async () => {
    await using place = await open();
    const host = await openHost(place.storage(), { deliver: false });
    const hook = await subscribe(host);
    const { events } = host.inventory;
    await host.inventory.devices.create({ name: "before" });
    expect(await deliver(host, 1)).toEqual(["before"]);
    const { next: after } = await events.read({ after: "0-0", limit: 10 });
    await host.inventory.devices.create({ name: "within" });
    expect(await deliver(host, 1)).toEqual(["within"]);
    const [txid = "", seq = ""] = after.split("-");
    const gap = { after, before: `${BigInt(txid) * 2n}-${Number(seq) + 100}` };
    await host.inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("insert into setting (name, value) values ('events.gaps', ?)", [JSON.stringify([gap])]);
    });
    await host.inventory.devices.create({ name: "later" });
    expect(await deliver(host, 1)).toEqual(["later"]);
    expect([...(await host.deliveries.list(hook))]).toHaveLength(3);
    await host.close();
  });
});
