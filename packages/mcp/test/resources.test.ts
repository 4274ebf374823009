import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type McpLab, REVISIONS, startMcp } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

describe.for(STORAGES.flatMap((storage) => REVISIONS.map((revision) => [storage, revision] as const)))("%s, %s", ([storage, revision]) => {
  let lab: McpLab;
  beforeAll(async () => void (lab = await startMcp(storage, { resultCharacters: 3_000 })));
  afterAll(async () => await lab.close());

  test("records by URI, as templates of what the caller may read", async () => {
    const templatesOf = async (role: "admin" | "viewer" | "nobody") =>
      (await (await lab.client(role, revision)).listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) =>
        uriTemplate.replace("cadastre://", ""),
      );
    const inventory = [
      "networks/{id}",
      "pools/{id}",
      "allocations/{id}",
      "addresses/{ip}",
      "devices/{id}",
      "conflicts/{id}",
      "discovery/scans/{id}",
    ];
    const declared = ["fields/{id}", "datacenters/{id}", "spaces/{id}", "vlan-groups/{id}", "vlans/{id}", "discovery/rules/{id}"];
    expect(await templatesOf("admin")).toEqual([
      ...inventory,
      "audit/{id}",
      "plans/{id}",
      ...declared,
      "users/{id}",
      "roles/{id}",
      "webhooks/{id}",
    ]);
    expect(await templatesOf("viewer")).toEqual([...inventory, "plans/{id}", ...declared, "users/{id}", "webhooks/{id}"]);
    expect(await templatesOf("nobody")).toEqual(["fields/{id}", "users/{id}"]);
    expect((await (await lab.client("admin", revision)).listResources()).resources).toEqual([]);
  });

  test("reading one", async () => {
    const device = await lab.inventory.devices.create({ name: "by-uri" });
    const uri = `cadastre://devices/${device.id}`;
    const { contents } = await (await lab.client("viewer", revision)).readResource({ uri });
    expect(contents).toEqual([
      { uri, mimeType: "application/json", _meta: { "cadastre/content": "data-from-outside" }, text: JSON.stringify(device) },
    ]);
    await expect((await lab.client("nobody", revision)).readResource({ uri })).rejects.toMatchObject({
      code: -32602,
      data: { code: "FORBIDDEN" },
    });
  });

  test("a long one is cut, and says so", async () => {
    const device = await lab.inventory.devices.create({
      name: "long",
      addresses: Array.from({ length: 50 }, (_, index) => ({ ip: `10.0.0.${index + 1}` })),
    });
    const {
      contents: [content],
    } = await (await lab.client("viewer", revision)).readResource({ uri: `cadastre://devices/${device.id}` });
    expect(content?.["_meta"]).toEqual({
      "cadastre/content": "data-from-outside",
      cut: [{ path: "addresses", shown: expect.any(Number), of: 50 }],
    });
    expect((content as { text: string }).text.length).toBeLessThanOrEqual(3_000);
  });

  test("what is not there", async () => {
    const client = await lab.client("viewer", revision);
    for (const uri of [
      "cadastre://devices/x",
      "cadastre://devices/",
      "cadastre://devices/%",
      "cadastre://devices/%00",
      "cadastre://devices/a/b",
      "cadastre://devices/a?b",
      "cadastre://keys/x",
      "file:///etc/passwd",
      "x",
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toMatchObject({ code: -32602, data: { uri } });
    }
  });
});
