import { objectOf } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type ApiServer, startApi } from "./api-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

/** The record schema of a field, beneath lists. */
const itemOf = (schema: z.ZodType | undefined): z.ZodType | undefined =>
  schema instanceof z.ZodArray ? (schema.element as z.ZodType) : schema;

/** Fields of an input that do not take `null`, though the output may show it or the field may be left out and is a text. */
function refusingNull(input: z.ZodType | undefined, output: z.ZodType | undefined, at: string): string[] {
  const given = (objectOf(itemOf(input))?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  const shown = (objectOf(itemOf(output))?.shape ?? {}) as Readonly<Record<string, z.ZodType>>;
  return Object.entries(given).flatMap(([name, field]) => {
    const answer = shown[name];
    if (answer === undefined) return [];
    const showsNull = answer.safeParse(null).success;
    const isOptionalText = field instanceof z.ZodDefault && field.safeParse(undefined).data === "" && answer.safeParse("").success;
    const inside = refusingNull(field, answer, `${at}.${name}`);
    return (showsNull || isOptionalText) && !field.safeParse(null).success ? [`${at}.${name}`, ...inside] : inside;
  });
}

describe.each(STORAGES)("null in bodies on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => void (api = await startApi(storage)));
  afterAll(async () => await api.stop());

  it("is taken by every field that an answer may show as null, and by every optional text", () => {
    const refusing = api.inventory.host.operations.flatMap(({ id, body, items, output }) =>
      refusingNull(body ?? items?.item, output.kind === "record" ? output.schema : undefined, id),
    );
    // A link needs a device: its answer may show none afterwards.
    expect(refusing).toEqual(["discoveredDevices.link.device_id"]);
  });

  it("means none: optional texts and MAC addresses become empty, references and fields unset", async () => {
    const texts = { hostname: "web", description: "d", make_model: "m", os: "o", username: "u", location: "l" };
    const address = { ip: "10.0.0.1", mac: "02:00:00:00:00:01", label: "mgmt", switch_port: "1/1", port: 22 };
    const device = (await api.operator("POST", "/api/devices", { name: "d", ...texts, addresses: [address] })).body;
    const none = Object.fromEntries(Object.keys(texts).map((name) => [name, null]));
    const changed = await api.operator("PUT", `/api/devices/${device.id}`, {
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
});
