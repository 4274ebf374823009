import { definePlugin, type PresentUser, provide, servicesOf, serviceToken, STORAGE, type UserRights } from "@cadastre/inventory-core";
import { boolean, defineRecord, name } from "@cadastre/inventory-core/records";
import { SESSION_CREDENTIAL } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { DATABASES } from "../../../testing/storages.ts";
import { deliveryOperations, webhookOperations, webhooksPlugin } from "../src/index.ts";
import { openHost } from "./hosts.ts";
import { QuickSender, stopped, workerOf } from "./queue/worker-under-test.ts";

const Look = defineRecord({ name: "look", fields: { name: name(), shared: boolean().default(false) }, owner: true });
const RIGHTS = ["webhook:list", "webhook:read", "webhook:create", "webhook:update", "look:read", "look:update", "network:read"];
const EVENTS = ["look.created", "look.updated"];

interface Section {
  readonly count: number;
  readonly newest: readonly { readonly request_body: string }[];
}

describe.each(DATABASES)("webhooks on private records on %s", (_, open) => {
  it("send them in the name of their owner alone, and show them to nobody else", async () => {
    await using place = await open();
    const user = { username: "", isActive: true, permissions: new Set(RIGHTS) } satisfies PresentUser;
    const rights: UserRights = { of: async (ids) => new Map(ids.map((id) => [id, { ...user, username: id }])) };
    const token = serviceToken<UserRights>("rights");
    const people = definePlugin({ id: "people", engine: "*", services: [provide(token, [], () => rights)], userRights: token });
    const host = await openHost(place.storage(), {}, { records: [Look], plugins: [webhooksPlugin({ deliver: false }), people] });
    const { inventory } = host;
    const as = (id: string) => {
      const caller = { ...user, kind: "user", userId: id, username: id, credential: SESSION_CREDENTIAL, credentialId: id } as const;
      return {
        failed: async () => (await inventory.host.dashboardSources[0]?.read(10, { principal: caller })) as Section,
        without: async (permission: string) => {
          const principal = { ...caller, permissions: new Set(RIGHTS.filter((name) => name !== permission)) };
          return (await inventory.host.dashboardSources[0]?.read(10, { principal })) as Section;
        },
        webhooks: servicesOf(inventory.host, webhookOperations, caller),
        deliveries: servicesOf(inventory.host, deliveryOperations, caller),
        looks: (inventory.as({ id, username: id, permissions: RIGHTS }) as unknown as { looks: LookMethods }).looks,
      };
    };
    const [ada, eve] = [as("ada"), as("eve")];
    const hook = { url: "http://10.0.0.1/", headers: {}, events: EVENTS };
    const own = await ada.webhooks.create({ ...hook, name: "ada" });
    const other = await eve.webhooks.create({ ...hook, name: "eve" });
    await host.webhooks.create({ ...hook, name: "mark", events: ["network.created"] });
    const sender = new QuickSender();
    let marks = 0;
    const send = async (): Promise<void> => {
      const worker = workerOf(host, sender);
      worker.start();
      await inventory.networks.create({ name: "mark", subnet: `10.0.${(marks += 1)}.0/24` });
      await host.until(() => sender.sent.filter(({ event }) => event === "network.created").length === marks, "the mark");
      await stopped(worker, host.clock);
    };
    const look = await ada.looks.create({ name: "hush" });
    await send();
    const [delivery] = await host.deliveries.list(own.id);
    expect(delivery?.request_body).toContain("hush");
    expect(await host.deliveries.list(other.id)).toEqual([]);
    expect((await eve.deliveries.list(own.id)).map(({ request_body: body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([
      null,
    ]);
    // Nor does the dashboard, once the delivery has failed.
    await inventory.host.get(STORAGE).write(async (transaction) => {
      await transaction.run("update webhook_delivery set status = 'failed' where id = ?", [delivery?.id ?? ""]);
    });
    expect((await ada.failed()).newest.map(({ request_body: body }) => body)).toEqual([delivery?.request_body]);
    expect((await eve.failed()).newest.map(({ request_body: body }) => (JSON.parse(body) as { data: unknown }).data)).toEqual([null]);
    expect(await eve.without("look:read")).toEqual({ count: 0, newest: [] });
    // A webhook that another user takes over sends nothing again that the user may not see.
    await eve.webhooks.update(own.id, {});
    await expect(eve.deliveries.redeliver(own.id, delivery?.id ?? "")).rejects.toMatchObject({ code: "CONFLICT" });
    await ada.looks.update(look.id, { shared: true });
    await send();
    expect((await eve.deliveries.list(other.id)).map(({ event }) => event)).toEqual(["look.updated"]);
    await host.close();
  });
});

interface LookMethods {
  create(values: { readonly name: string }): Promise<{ readonly id: string }>;
  update(id: string, values: { readonly shared: boolean }): Promise<unknown>;
}
