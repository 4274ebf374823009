import { STORAGE } from "@cadastre/inventory-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { failureOf, type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

const SECRET = "a secret of a webhook";
const HEADER = "Bearer a header of a webhook";

describe.for(STORAGES)("webhooks as tools on %s", (storage) => {
  let lab: McpLab;
  let id: string;
  const given = { name: "hook", url: "https://hook.test/", events: ["device.created"], secret: SECRET, headers: { Authorization: HEADER } };
  beforeAll(async () => {
    lab = await startMcp(storage);
    id = (await lab.call("admin", "webhook_create", given)).record.id as string;
  });
  afterAll(async () => await lab.close());

  /** Everything that can be said of the webhook to a role, by tool or resource. */
  const told = async (role: "admin" | "operator" | "viewer"): Promise<readonly Structured[]> => [
    (await lab.call(role, "webhook_get", { id })).record,
    (await lab.call(role, "webhook_list")).items[0],
    JSON.parse(((await (await lab.client(role)).readResource({ uri: `cadastre://webhooks/${id}` })).contents[0] as { text: string }).text),
  ];

  test("never tell the secret, to whoever asks, also not what a change would be", async () => {
    const texts = [
      await lab.call("admin", "webhook_update", { id, secret: `${SECRET} 2`, dry_run: true }),
      await lab.call("admin", "webhook_update", { id, description: "changed" }),
      await lab.call("admin", "webhook_delete", { id, dry_run: true }),
      await lab.call("admin", "audit_list", { resource: "webhook" }),
      ...(await told("admin")),
    ].map((answer) => JSON.stringify(answer));
    for (const text of texts) expect(text).not.toContain(SECRET);
    expect((await lab.call("admin", "webhook_get", { id })).record).toMatchObject({ has_secret: true });
  });

  test("mask the values of headers for who may not change them, as over HTTP", async () => {
    for (const webhook of await told("admin")) expect(webhook.headers).toEqual({ Authorization: HEADER });
    for (const role of ["operator", "viewer"] as const) {
      const over = await fetch(new URL(`/api/webhooks/${id}`, lab.url), { headers: { authorization: `Bearer ${role}` } });
      const { headers } = (await over.json()) as { headers: Record<string, string> };
      expect(headers["Authorization"]).not.toContain("Bearer");
      for (const webhook of await told(role)) expect(webhook.headers).toEqual(headers);
    }
  });

  test("reach no address that deliveries do not, and only for who may change them", async () => {
    // Its owner is a user whom only this lab knows; without one it may send everything.
    await lab.inventory.host.get(STORAGE).write(async (transaction) => await transaction.run("update webhook set owner_id = null"));
    const { record } = await lab.call("admin", "webhook_ping", { id });
    expect(JSON.stringify(record)).not.toContain(SECRET);
    expect(record.delivery).toMatchObject({ event: "webhook.ping", status: "failed" });
    expect((await lab.call("viewer", "webhook_delivery_list", { id })).items).toHaveLength(1);
    expect(await failureOf(lab.call("operator", "webhook_ping", { id }))).toMatchObject({ code: "FORBIDDEN" });
  });
});
