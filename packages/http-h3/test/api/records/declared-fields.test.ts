import { KeyRing } from "@cadastre/inventory-core";
import { defineRecord, integer, name, objects, secret } from "@cadastre/inventory-core/records";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STORAGES } from "../../../../../testing/storages.ts";
import { type ApiServer, problemsOf, startApi, stopVerified } from "../api-server.ts";

const Account = defineRecord({
  name: "account",
  fields: {
    name: name(),
    token: secret(),
    ports: objects({ fields: { name: name(), speed_mbps: integer({ min: 1 }).optional() } }).optional(),
  },
});

describe.each(STORAGES)("fields of a declared kind over HTTP on %s", (storage) => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApi(storage, { records: [Account], keyRing: KeyRing.parse(KeyRing.generate()) });
  });
  afterAll(async () => await stopVerified(api));

  it("show no secret, and give a kind with one neither plans nor kept answers", async () => {
    const body = { name: "a", token: "s3cret" };
    const made = await api.operator("POST", "/api/accounts", body);
    expect([made.status, made.body.has_token, made.body.token]).toEqual([201, true, undefined]);
    const planned = await api.operator("POST", "/api/accounts?plan=true", body);
    expect(planned.status).toBe(400);
    const keyed = { "Idempotency-Key": "one" };
    const again = [await api.operator("POST", "/api/accounts", body, keyed), await api.operator("POST", "/api/accounts", body, keyed)];
    expect(JSON.stringify(again.map(({ body: answer }) => answer))).not.toContain("s3cret");
    expect(again[0]?.body.id).not.toBe(again[1]?.body.id);
    expect((await api.operator("GET", "/api/accounts?token=s3cret")).body).not.toEqual([]);
    const dry = await api.operator("PUT", `/api/accounts/${made.body.id}?dry_run=true`, { token: "s3cret-2" });
    expect([dry.status, JSON.stringify(dry.body).includes("s3cret")]).toEqual([200, false]);
  });

  it("tell problems of objects by their paths, and are in the OpenAPI document", async () => {
    const ports = [{ name: "1" }, { speed_mbps: 0 }];
    expect(problemsOf(await api.operator("POST", "/api/accounts", { name: "b", token: "x", ports }))).toEqual({
      "ports[1].name": "is required",
      "ports[1].speed_mbps": "must be between 1 and 2147483647",
    });
    const { components } = (await api.admin("GET", "/api/openapi.json")).body;
    expect(components.schemas.Account.properties.ports).toMatchObject({
      type: "array",
      items: { type: "object", properties: { name: { type: "string" }, speed_mbps: {} } },
    });
    expect(Object.keys(components.schemas.Account.properties)).toContain("has_token");
    expect(Object.keys(components.schemas.Account.properties)).not.toContain("token");
  });
});
