import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, startService } from "./support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const name of ["a", "b", "c"]) await service.client.devices.create({ name });
});
afterAll(async () => await service.stop());

it("the client and the library read pages of lists in the same form", async () => {
  for (const { devices } of [service.client, service.inventory]) {
    const first = await devices.list({ limit: 2, sort: "-name", count: true }).page();
    expect([first.items.map(({ name }) => name), typeof first.next, first.count]).toEqual([["c", "b"], "string", 3]);
    const last = await devices.list({ limit: 2, sort: "-name", after: first.next }).page();
    expect({ ...last, items: last.items.map(({ name }) => name) }).toEqual({ items: ["a"], next: undefined, count: undefined });
    expect((await devices.list({ sort: "-name", after: first.next })).map(({ name }) => name)).toEqual(["a"]);
    const wrong = await devices
      .list({ after: first.next })
      .page()
      .catch((error: unknown) => error);
    expect(wrong).toMatchObject({ code: "VALIDATION_ERROR" });
  }
});

it("the library reads a page inside of a transaction, with what the transaction wrote", async () => {
  const names = await service.inventory.transaction(async (tx) => {
    await tx.devices.create({ name: "d" });
    const { items, count } = await tx.devices.list({ limit: 2, sort: "-name", count: true }).page();
    return [...items.map(({ name }) => name), count];
  });
  expect(names).toEqual(["d", "c", 4]);
});
