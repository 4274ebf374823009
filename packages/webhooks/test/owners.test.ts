import {
  definePlugin,
  type PresentUser,
  type Principal,
  provide,
  servicesOf,
  serviceToken,
  STORAGE,
  type UserRights,
} from "@cadastre/inventory-core";
import { SESSION_CREDENTIAL } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deliveryOperations, webhookOperations, webhooksPlugin } from "../src/index.ts";
import { type HostWithWebhooks, openHost } from "./hosts.ts";
import { HeldSender, QuickSender, stopped, workerOf } from "./queue/worker-under-test.ts";
import type { TestDatabase } from "../../../testing/copied-database.ts";
import { DATABASES } from "../../../testing/storages.ts";

const HOOK = { name: "hook", url: "http://10.0.0.1/", headers: {} };
/** The event of a webhook that always sends. */
const MARK = "network.updated";
const MANAGES = ["webhook:list", "webhook:read", "webhook:create", "webhook:update", "webhook:delete"];

/** Keeps users that a test changes, for all hosts of it. */
class People implements UserRights {
  readonly users = new Map<string, PresentUser>();

  async of(ids: readonly string[]): Promise<ReadonlyMap<string, PresentUser>> {
    return new Map(ids.flatMap((id) => (this.users.has(id) ? [[id, this.users.get(id) as PresentUser] as const] : [])));
  }

  give(id: string, ...permissions: readonly string[]): Principal {
    this.users.set(id, { username: id, isActive: true, permissions: new Set(permissions) });
    return { kind: "user", userId: id, username: id, permissions: new Set(permissions), credential: SESSION_CREDENTIAL, credentialId: "s" };
  }

  deactivate(id: string): void {
    this.users.set(id, { ...(this.users.get(id) as PresentUser), isActive: false });
  }
}

describe.each(DATABASES)("a webhook sends what its owner may read, on %s", (_, open) => {
  let place: TestDatabase;
  let people: People;
  let host: HostWithWebhooks;
  let marked: string;
  let marks = 0;
  beforeEach(async () => {
    place = await open();
    people = new People();
    host = await another();
    ({ id: marked } = await host.inventory.networks.create({ name: "marked", subnet: "192.0.2.0/24" }));
    await host.webhooks.create({ ...HOOK, name: "marks", events: [MARK] });
  });
  afterEach(async () => {
    await host.close();
    await place[Symbol.asyncDispose]();
  });

  const another = async (): Promise<HostWithWebhooks> => {
    const token = serviceToken<UserRights>("people");
    const plugin = definePlugin({ id: "people", engine: "*", services: [provide(token, [], () => people)], userRights: token });
    return await openHost(
      place.storage(),
      {},
      { plugins: [webhooksPlugin({ deliver: false }), plugin], ...(host === undefined ? {} : { clock: host.clock }) },
    );
  };
  const as = (principal: Principal) => servicesOf(host.inventory.host, webhookOperations, principal);
  const waiting = async () => await host.inventory.host.get(STORAGE).read.all("select id from webhook_delivery where status = 'pending'");
  const deliveriesOf = async (id: string) => [...(await host.deliveries.list(id))].toReversed();
  /** Runs a worker until it has sent what was committed, which ends with a mark. @returns the events that it sent */
  const sendAll = async (from = host): Promise<readonly string[]> => {
    const sender = new QuickSender();
    const worker = workerOf(from, sender);
    worker.start();
    await host.inventory.networks.update(marked, { description: `mark ${(marks += 1)}` });
    await host.until(() => sender.sent.some(({ event }) => event === MARK), "the mark");
    await host.until(async () => (await waiting()).length === 0, "the end of what was due before it");
    await stopped(worker, host.clock);
    return sender.sent.map(({ event }) => event).filter((event) => event !== MARK);
  };
  const device = async (name: string): Promise<void> => void (await host.inventory.devices.create({ name }));

  test("and refuses a subscription to anything else, naming the permission", async () => {
    const ann = people.give("ann", ...MANAGES);
    for (const attempt of [
      async () => await as(ann).create({ ...HOOK, events: ["device.created"] }),
      async () => {
        const { id } = await host.webhooks.create({ ...HOOK, events: ["device.created"] });
        await as(ann).update(id, { name: "mine", url: "http://10.0.0.2/" });
      },
    ]) {
      await expect(attempt()).rejects.toMatchObject({
        code: "FORBIDDEN",
        details: { permission: "device:read" },
        message: expect.stringContaining("device.created"),
      });
    }
    const may = people.give("ann", ...MANAGES, "device:read");
    const { id } = await as(may).create({ ...HOOK, events: ["device.created"] });
    await expect(as(may).update(id, { events: ["device.created", "network.created"] })).rejects.toMatchObject({
      code: "FORBIDDEN",
      details: { permission: "network:read" },
    });
    // Whoever may not read what it sends may still stop it.
    expect(await as(people.give("bob", ...MANAGES)).update(id, { enabled: false })).toMatchObject({ enabled: false, owner_id: "bob" });
    await expect(as(people.give("bob", ...MANAGES)).update(id, { enabled: true })).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("at the time of delivery: a role that was revoked, by two hosts", async () => {
    const { id, problem } = await as(people.give("ann", ...MANAGES, "device:read", "network:read")).create({
      ...HOOK,
      events: ["device.created", "network.created"],
    });
    expect(problem).toBeNull();
    await device("seen");
    expect(await sendAll()).toEqual(["device.created"]);
    people.give("ann", ...MANAGES, "network:read");
    await device("withheld");
    await host.inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    const second = await another();
    expect(await sendAll(second)).toEqual(["network.created"]);
    await second.close();
    expect((await deliveriesOf(id)).map(({ event }) => event)).toEqual(["device.created", "network.created"]);
    expect((await host.webhooks.get(id)).problem).toMatch(/ann lacks device:read.*device\.created/);
    expect((await host.webhooks.list()).map(({ problem: shown }) => shown)).toEqual([
      expect.stringContaining("ann lacks device:read"),
      null,
    ]);
    // What was withheld does not come later; what comes later does.
    people.give("ann", ...MANAGES, "network:read", "device:read");
    await device("again");
    expect(await sendAll()).toEqual(["device.created"]);
  });

  test.each([
    ["was deactivated", (of: People) => of.deactivate("ann"), /ann is deactivated/],
    ["was deleted", (of: People) => of.users.delete("ann"), /owner was deleted/],
  ])("nothing when the owner %s, until somebody else takes it over", async (__, leave, sentence) => {
    const { id } = await as(people.give("ann", ...MANAGES, "device:read")).create({ ...HOOK, events: ["device.created"] });
    leave(people);
    await device("withheld");
    expect(await sendAll()).toEqual([]);
    expect((await host.webhooks.get(id)).problem).toMatch(sentence);
    await expect(host.deliveries.redeliver(id, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(host.webhooks.ping(id)).rejects.toMatchObject({ code: "CONFLICT", message: expect.stringMatching(sentence) });
    expect(await as(people.give("bob", ...MANAGES, "device:read")).update(id, {})).toMatchObject({ owner_id: "bob", problem: null });
    await device("seen");
    expect(await sendAll()).toEqual(["device.created"]);
  });

  test("not what waits when the right is taken away, nor what is sent again, and says why", async () => {
    const { id } = await as(people.give("ann", ...MANAGES, "device:read")).create({ ...HOOK, retry_count: 0, events: ["device.created"] });
    await device("a");
    const held = new HeldSender();
    const worker = workerOf(host, held);
    worker.start();
    await host.until(() => held.attempts.length === 1, "the first attempt");
    held.attempts[0]?.end(204);
    await host.until(async () => (await deliveriesOf(id))[0]?.status === "success", "its end");
    await stopped(worker, host.clock);
    const [sent] = await deliveriesOf(id);
    await host.deliveries.redeliver(id, sent?.id ?? "");
    people.give("ann", ...MANAGES);
    expect(await sendAll()).toEqual([]);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: "failed", error: expect.stringMatching(/ann lacks device:read/) });
    await expect(host.deliveries.redeliver(id, sent?.id ?? "")).rejects.toMatchObject({
      code: "CONFLICT",
      message: expect.stringMatching(/ann lacks device:read/),
    });
  });

  test("and its history shows a caller what they may read", async () => {
    const { id } = await host.webhooks.create({ ...HOOK, events: ["device.created", "network.created"] });
    await device("a");
    await host.inventory.networks.create({ name: "n", subnet: "10.0.0.0/24" });
    expect((await sendAll()).toSorted()).toEqual(["device.created", "network.created"]);
    const deliveries = servicesOf(host.inventory.host, deliveryOperations, people.give("ann", ...MANAGES, "network:read"));
    expect((await deliveries.list(id)).map(({ event }) => event)).toEqual(["network.created"]);
    const [hidden] = (await deliveriesOf(id)).filter(({ event }) => event === "device.created");
    await expect(deliveries.get(id, hidden?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(deliveries.redeliver(id, hidden?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  test("and takes every permission of an event's parts to subscribe, where nobody keeps the owner's rights", async () => {
    const database = await open();
    const alone = await openHost(database.storage(), { deliver: false });
    const subscribe = async (...permissions: readonly string[]) =>
      await servicesOf(alone.inventory.host, webhookOperations, people.give("ann", ...MANAGES, ...permissions)).create({
        ...HOOK,
        events: ["discovery.device_found"],
      });
    await expect(subscribe("discovery:read")).rejects.toMatchObject({ code: "FORBIDDEN", details: { permission: "device:read" } });
    expect(await subscribe("discovery:read", "device:read")).toMatchObject({ owner_id: "ann", problem: null });
    await alone.close();
    await database[Symbol.asyncDispose]();
  });

  test("or everything, when it is the program's own or from before owners were kept", async () => {
    const { id, owner_id: owner } = await host.webhooks.create({ ...HOOK, events: ["device.created"] });
    expect(owner).toBeNull();
    people.users.clear();
    await device("a");
    expect(await sendAll()).toEqual(["device.created"]);
    expect((await host.webhooks.get(id)).problem).toBeNull();
  });
});
