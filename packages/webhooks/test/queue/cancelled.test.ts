import { STORAGE } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type HostWithWebhooks, openHost } from "../hosts.ts";
import { HeldSender, stopped, workerOf } from "./worker-under-test.ts";
import type { TestDatabase } from "../../../../testing/copied-database.ts";
import { DATABASES } from "../../../../testing/storages.ts";

describe.each(DATABASES)("what waits for a webhook on %s", (_, open) => {
  let place: TestDatabase;
  let host: HostWithWebhooks;
  let hook: string;
  beforeEach(async () => {
    place = await open();
    host = await openHost(place.storage(), { deliver: false });
    ({ id: hook } = await host.webhooks.create({
      name: "hook",
      url: "http://10.0.0.1/",
      events: ["device.created", "device.updated"],
      headers: {},
    }));
  });
  afterEach(async () => {
    await host.close();
    await place[Symbol.asyncDispose]();
  });
  interface Row {
    readonly status: string;
    readonly claim_at: string | null;
    readonly next_attempt_at: string | null;
    readonly error: string;
  }
  const rows = async (): Promise<readonly Row[]> =>
    await host.inventory.host
      .get(STORAGE)
      .read.all<Row>("select status, claim_at, next_attempt_at, error from webhook_delivery where webhook_id = ? order by seq", [hook]);

  test.each([
    ["disabled", async (): Promise<void> => void (await host.webhooks.update(hook, { enabled: false })), "the webhook was disabled"],
    ["deleted", async (): Promise<void> => await host.webhooks.delete(hook), "the webhook was deleted"],
  ] as const)(
    "is cancelled when it is %s: what is pending, what waits for its turn and what would be tried again",
    async (__, end, reason) => {
      const sender = new HeldSender();
      const worker = workerOf(host, sender);
      worker.start();
      const { id } = await host.inventory.devices.create({ name: "retried" });
      await host.until(() => sender.attempts.length === 1, "the first attempt");
      sender.attempts[0]?.end(500);
      await host.until(async () => (await rows())[0]?.status === "retrying", "its failure");
      await host.inventory.devices.update(id, { name: "pending" });
      await host.inventory.devices.update(id, { name: "behind it" });
      await host.until(async () => (await rows()).length === 3, "three deliveries");
      await stopped(worker, host.clock);
      expect((await rows()).map(({ status }) => status)).toEqual(["retrying", "pending", "pending"]);
      await end();
      expect(await rows()).toEqual(
        Array.from({ length: 3 }, () => ({ status: "cancelled", claim_at: null, next_attempt_at: null, error: reason })),
      );
    },
  );
});
