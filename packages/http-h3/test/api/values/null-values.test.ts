import { leaseSourcesPlugin } from "@cadastre/discovery-scanner/leases";
import { discoverySnmpPlugin } from "@cadastre/discovery-snmp";
import { objectOf } from "@cadastre/inventory-core/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Api, startApi } from "../../auth/auth-api.ts";
import { STORAGES } from "../../../../../testing/storages.ts";

/** The record schema of a field, beneath lists. */
const itemOf = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;

/**
 * Filters choose records and hold no values: with null for "any" a bulk call would change all of them. A status is a choice, and
 * passwords are needed; a patch takes an empty url only to refuse it later.
 */
const NO_OPTIONAL_TEXTS: ReadonlySet<string> = new Set(["filter", "status", "old_password", "current_password", "webhooks.update.url"]);

type Shape = Readonly<Record<string, z.ZodType>>;

const shapeOf = (schema: z.ZodType | undefined): Shape => (objectOf(itemOf(schema))?.shape ?? {}) as Shape;

/** Fields of an input that do not take `null`, though the answer may show it, or the field may be left out and may be `""`. */
function refusingNull(input: z.ZodType | undefined, output: z.ZodType | undefined, at: string): string[] {
  const shown = shapeOf(output);
  return Object.entries(shapeOf(input)).flatMap(([name, field]) => {
    if (NO_OPTIONAL_TEXTS.has(name) || NO_OPTIONAL_TEXTS.has(`${at}.${name}`)) return [];
    const answer = shown[name];
    const takes = (value: unknown): boolean => field.safeParse(value).success;
    const hasNone = answer?.safeParse(null).success === true || (takes(undefined) && takes(""));
    const inside = refusingNull(field, answer, `${at}.${name}`);
    return hasNone && !takes(null) ? [`${at}.${name}`, ...inside] : inside;
  });
}

describe.each(STORAGES)("null in bodies on %s", (storage) => {
  let api: Api;
  beforeAll(async () => {
    const plugins = [discoverySnmpPlugin({ scan: false }), leaseSourcesPlugin({ read: false, allow: "127.0.0.1" })];
    api = await startApi(storage, 4, {}, { plugins });
  });
  afterAll(async () => await api.stop());

  it("is taken by every field that an answer may show as null, and by every optional text", () => {
    const { operations } = api.inventory.host;
    expect(operations.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["snmpDevices.create", "leaseSources.create", "webhooks.create"]),
    );
    const refusing = operations.flatMap(({ id, body, items, output }) =>
      refusingNull(body ?? items?.item, output.kind === "record" ? output.schema : undefined, id),
    );
    // A link needs a device: its answer may show none afterwards.
    expect(refusing).toEqual(["discoveredDevices.link.device_id"]);
  });

  it("means none: optional texts and MAC addresses become empty, references and fields unset", async () => {
    const texts = { hostname: "web", description: "d", make_model: "m", os: "o", username: "u", location: "l" };
    const address = { ip: "10.0.0.1", mac: "02:00:00:00:00:01", label: "mgmt", switch_port: "1/1", port: 22 };
    const device = (await api.admin("POST /api/devices", { name: "d", ...texts, addresses: [address] })).body;
    const none = Object.fromEntries(Object.keys(texts).map((name) => [name, null]));
    const changed = await api.admin(`PUT /api/devices/${device.id}`, {
      ...none,
      datacenter_id: null,
      addresses: [{ ip: "10.0.0.1", mac: null, label: null, switch_port: null, port: null, network_id: null, pool_id: null }],
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, ""])),
      addresses: [{ ip: "10.0.0.1", mac: "", label: "", switch_port: "", port: null }],
    });
  });

  it("means none in bulk changes and rows of imports, for texts, references and custom fields", async () => {
    await api.admin("POST /api/fields", { record: "device", name: "owner", type: "text" });
    const { id: datacenter } = (await api.admin("POST /api/datacenters", { name: "north" })).body;
    const set = { description: null, datacenter_id: null, tags: null, fields: { owner: null } };
    const made = { description: "d", datacenter_id: datacenter, tags: ["t"], fields: { owner: "ada" } };
    const none = { description: "", datacenter_id: null, fields: { owner: null } };
    const [{ id: bulk }, { id: imported }] = (
      await Promise.all(["bulk", "imported"].map(async (name) => await api.admin("POST /api/devices", { name, ...made })))
    ).map(({ body }) => body);
    const { tags: _, ...shared } = set;
    expect((await api.admin("POST /api/devices/bulk-update", { ids: [bulk], set: shared })).status).toBe(200);
    expect((await api.admin(`GET /api/devices/${bulk}`)).body).toMatchObject({ ...none, tags: ["t"] });

    const { datacenter_id: __, ...rest } = set;
    const addresses = [{ ip: "10.0.0.7", mac: null, label: null, network: null, pool: null }];
    const place = { at: { line: 1 }, type: "device" } as const;
    const row = { ...place, set: { id: imported, name: "imported", ...rest, datacenter: null, hostname: null, addresses } };
    const plan = await api.inventory.import.plan([row]);
    expect(await api.inventory.import.apply(plan)).toMatchObject({ updated: 1, errors: [] });
    expect((await api.admin(`GET /api/devices/${imported}`)).body).toMatchObject({
      ...none,
      tags: [],
      hostname: "",
      addresses: [{ ip: "10.0.0.7", mac: "", label: "" }],
    });
  });

  it("means none in steps of plans", async () => {
    const steps = [{ operation: "datacenters.create", body: { name: "planned", location: null, space_id: null, description: null } }];
    const plan = await api.admin("POST /api/plans", { title: "t", description: null, steps });
    expect(plan).toMatchObject({
      status: 201,
      body: { description: "", effects: { records: [{ after: { location: "", space_id: null, description: "" } }] } },
    });
  });

  it("removes the secrets of webhooks, SNMP devices and lease sources", async () => {
    const hook = { name: "h", url: "http://10.77.0.1/", events: ["device.created"], secret: "top secret", headers: { "x-a": "b" } };
    const { id } = (await api.admin("POST /api/webhooks", hook)).body;
    const cleared = await api.admin(`PUT /api/webhooks/${id}`, { secret: null, headers: null });
    expect(cleared).toMatchObject({ status: 200, body: { has_secret: false, headers: {} } });

    const { id: network } = (await api.admin("POST /api/networks", { name: "n", subnet: "10.9.0.0/24" })).body;
    const source = {
      network_ids: [network],
      name: "s",
      type: "kea-api",
      url: "http://127.0.0.1:9/",
      username: "u",
      password: "top secret",
      enabled: false,
    };
    const kept = (await api.admin("POST /api/discovery/lease-sources", source)).body;
    expect(kept).toMatchObject({ has_password: true });
    const open = await api.admin(`PUT /api/discovery/lease-sources/${kept.id}`, { username: null, password: null });
    expect(open).toMatchObject({ status: 200, body: { username: "", has_password: false } });

    const device = { name: "sw", address: "10.77.0.1", community: "top secret", username: null, context: null, auth_key: null };
    const { body: listed } = await api.admin("POST /api/discovery/snmp/devices", device);
    expect(listed).toMatchObject({ username: "", context: "" });
    // Version 2c cannot do without one.
    expect(await api.admin(`PUT /api/discovery/snmp/devices/${listed.id}`, { community: null })).toMatchObject({ status: 400 });
  });
});
