import { racksPlugin } from "../../../examples/custom-plugin/src/racks-plugin.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, etagOf } from "../src/index.ts";
import { manifest as own } from "../src/manifest.ts";
import { type Service, startService } from "./support/service.ts";

let service: Service;
beforeAll(async () => void (service = await startService("sqlite", { enabled: false }, [racksPlugin()])));
afterAll(async () => await service.stop());

describe("the manifest of a server", () => {
  it("has the operations of its plugins beside those that every client knows", async () => {
    const { operations, records } = await service.client.manifest.get();
    const ids = operations.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(["racks.list", "racks.create", "devices.list"]));
    expect(own.operations.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual([]);
    expect(records["Rack"]).toMatchObject({ kind: "object", description: "A rack" });
  });

  it("comes with an ETag, so that it need not be read twice", async () => {
    expect(etagOf(await service.client.manifest.get())).toMatch(/^"/);
  });
});

describe("a client with the manifest", () => {
  let client: Client;
  beforeAll(async () => void (client = service.with({ manifest: await service.client.manifest.get() })));

  it("calls operations of plugins, whichever they answer with", async () => {
    const rack = (await client.call("racks.create", { name: "A1", height_units: 24 })) as { id: string };
    expect(rack).toMatchObject({ name: "A1", height_units: 24 });
    expect(await client.call("racks.list", {})).toEqual([rack]);
    const streamed: unknown[] = [];
    for await (const one of client.call("racks.list", {}) as AsyncIterable<unknown>) streamed.push(one);
    expect(streamed).toEqual([rack]);
    expect(await client.call("racks.update", { id: rack.id, height_units: 30 })).toMatchObject({ height_units: 30 });
    expect(await client.dryRun("racks.delete", { id: rack.id })).toMatchObject({ change_count: 1 });
    expect(await client.call("racks.delete", { id: rack.id })).toBeUndefined();
    expect(await client.call("racks.list", {})).toEqual([]);
  });

  it("tells errors of plugins by code and kind", async () => {
    const missing = client.call("racks.get", { id: "01900000-0000-7000-8000-000000000000" }) as Promise<unknown>;
    await expect(missing).rejects.toMatchObject({ code: "RACK_NOT_FOUND", kind: "not-found", operation: "racks.get" });
  });

  it("still has every other operation", async () => {
    expect(await client.devices.list()).toEqual([]);
    await expect(client.networks.get("01900000-0000-7000-8000-000000000000")).rejects.toMatchObject({ code: "NETWORK_NOT_FOUND" });
  });

  it("says of what the manifest does not have that it has none", () => {
    expect(() => client.call("shelves.list", {})).toThrow("unknown operation shelves.list: the manifest has none");
  });
});

it("says without the manifest what to do for an operation of a plugin", () => {
  expect(() => service.client.call("racks.list", {})).toThrow(
    /^unknown operation racks\.list: .*manifest: await client\.manifest\.get\(\).*cadastre client generate/,
  );
});

it("tells by the manifest what has run out from what contradicts", async () => {
  const answer = Response.json({ code: "RACK_FULL", error: "the rack is full" }, { status: 409 });
  const kindWith = async (kind: "conflict" | "exhausted"): Promise<unknown> => {
    const manifest = { operations: [], errors: { RACK_FULL: { kind, when: "a rack is full" } } };
    const client = service.with({ fetch: async () => await Promise.resolve(answer.clone()), manifest });
    return await client.devices.list().then(
      () => undefined,
      (error: { readonly kind: unknown }) => error.kind,
    );
  };
  expect(await kindWith("exhausted")).toBe("exhausted");
  expect(await kindWith("conflict")).toBe("conflict");
});
