import { STORAGE } from "@cadastre/inventory-core";
import { createServer, connect, type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { openHost } from "../hosts.ts";
import { acceptedHosts, blockedAnswers, refusedHosts, refusedUrls } from "./bypass-table.ts";
import { DATABASES } from "../../../../testing/storages.ts";

// The table says what becomes of each destination; here each goes every way on which a destination can come in.

const HOOK = { name: "hook", events: ["device.created"], headers: {} };

test.each(DATABASES)(
  "blocked destinations are refused at create and update, and reached by no ping, delivery or retry, on %s",
  async (_, open) => {
    await using place = await open();
    let connections = 0;
    const canary = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
    const { port } = canary.address() as AddressInfo;
    const dialled: string[] = [];
    const host = await openHost(place.storage(), {
      totalConcurrency: 1000,
      network: {
        resolve: async (name) => [blockedAnswers[Number(/^n(\d+)\.test$/.exec(name)?.[1])] ?? "127.0.0.1"],
        dial: ({ address }) => {
          dialled.push(address);
          return connect(port, "127.0.0.1");
        },
      },
    });
    const kept = await host.webhooks.create({ ...HOOK, url: "http://10.0.0.1/", enabled: false });
    const literals = [...refusedUrls, ...refusedHosts.map(({ host: name }) => `http://${name}:${port}/`)];
    for (const url of literals) {
      const refused = expect.objectContaining({ code: "VALIDATION_ERROR", details: { url: expect.anything() } });
      await expect(host.webhooks.create({ ...HOOK, url }), url).rejects.toEqual(refused);
      await expect(host.webhooks.update(kept.id, { url }), url).rejects.toEqual(refused);
    }
    for (const { host: name } of acceptedHosts) await host.webhooks.create({ ...HOOK, url: `http://${name}/`, enabled: false });
    expect((await host.webhooks.get(kept.id)).url).toBe("http://10.0.0.1/");

    // Names are judged when they are resolved; a URL that came into the database some other way, like any.
    const made = [];
    for (const index of blockedAnswers.keys()) made.push(await host.webhooks.create({ ...HOOK, url: `http://n${index}.test:${port}/` }));
    for (const url of literals) {
      if (url.includes("\u0000") || !url.isWellFormed()) continue;
      const { id } = await host.webhooks.create({ ...HOOK, url: "http://10.0.0.1/" });
      await host.inventory.host
        .get(STORAGE)
        .write(async (transaction) => await transaction.run("update webhook set url = ? where id = ?", [url, id]));
      made.push(await host.webhooks.get(id));
    }
    await host.inventory.devices.create({ name: "d" });
    const { read } = host.inventory.host.get(STORAGE);
    const attempted = async (times: number): Promise<number> =>
      Number((await read.get<{ n: number }>("select count(*) as n from webhook_delivery where attempt_count >= ?", [times]))?.n);
    for (const count of [1, 2]) {
      await host.until(async () => (await attempted(count)) === made.length, `attempt ${count}`, count === 1 ? undefined : 100);
      for (const { id, url } of made) {
        const [delivery] = await host.deliveries.list(id);
        expect(delivery, url).toMatchObject({
          status: "retrying",
          response_status: null,
          response_body: "",
          error: expect.stringMatching(/^The (URL|name) /) as string,
        });
      }
    }
    for (const { id, url } of made)
      expect((await host.webhooks.ping(id)).delivery, url).toMatchObject({ status: "failed", response_status: null });
    expect([dialled, connections]).toEqual([[], 0]);
    await host.close();
    canary.close();
  },
);
