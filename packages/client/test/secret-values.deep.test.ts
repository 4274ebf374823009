import type { Logger } from "@cadastre/inventory-core";
import { mcpPlugin } from "@cadastre/mcp";
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { manifest, type ManifestOperation } from "../src/manifest.ts";
import { type Samples, seed } from "./support/seed.ts";
import { PASSWORD, type Service, startService } from "./support/service.ts";
import { STORAGES } from "../../../testing/storages.ts";

interface BodySchema {
  readonly properties?: Readonly<Record<string, { readonly writeOnly?: boolean; readonly format?: string }>>;
}

interface Tool {
  readonly name: string;
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly inputSchema: { readonly required?: readonly string[] };
}

interface OpenApi {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { requestBody?: { content: Readonly<Record<string, { schema: BodySchema }>> } }>>>
  >;
}

/** Fields of a body that the API document declares write-only or passwords. */
function secretFieldsOf({ paths }: OpenApi, { method, path }: ManifestOperation): readonly string[] {
  const body = paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"]?.schema;
  const isSecret = ([, { writeOnly, format }]: [string, { writeOnly?: boolean; format?: string }]): boolean =>
    writeOnly === true || format === "password";
  return Object.entries(body?.properties ?? {})
    .filter(isSecret)
    .map(([name]) => name);
}

/** A new secret whose first and last characters stand nowhere else, with characters that encodings change. */
const newSecret = (): string => `${randomBytes(12).toString("hex")}/+&${randomBytes(12).toString("hex")}`;

/** The forms in which a text must not hold a secret. A key that the service makes shows its first characters. */
function formsOf(secret: string, showsBeginning: boolean): readonly string[] {
  const bytes = Buffer.from(secret);
  const encoded = [bytes.toString("base64").replace(/=+$/, ""), bytes.toString("base64url"), encodeURIComponent(secret)];
  return [secret, secret.slice(-8), ...encoded, ...(showsBeginning ? [] : [secret.slice(0, 8)])];
}

describe.each(STORAGES)("secret values on %s", (storage) => {
  let service: Service;
  let samples: Samples;
  let viewer: string;
  let document: OpenApi;
  const logged: string[] = [];
  const write = (message: string, fields?: unknown): void => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const logger: Logger = { debug: write, info: write, warn: write, error: write };
  /** Forms of secrets by where they were sent. */
  const hidden = new Map<string, readonly string[]>();
  /** Header values, which callers with webhook:update see. */
  const hiddenFromViewers = new Map<string, readonly string[]>();

  const send = async (token: string, method: string, path: string, body?: unknown): Promise<{ status: number; text: string }> => {
    const response = await fetch(service.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  };

  /** Sends a request of the Model Context Protocol without a session. */
  const ask = async (token: string, method: string, params: object): Promise<string> => {
    const response = await fetch(`${service.url}/mcp?toolsets=all`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2025-11-25",
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const text = await response.text();
    return /^data: (.*)$/m.exec(text)?.[1] ?? text;
  };

  const leaksIn = (text: string, where: string, secrets: ReadonlyMap<string, readonly string[]> = hidden): string[] =>
    [...secrets].flatMap(([name, forms]) => (forms.some((form) => text.includes(form)) ? [`${where} holds ${name}: ${text}`] : []));

  const secretsFor = ({ id, ...operation }: ManifestOperation): Record<string, string> =>
    Object.fromEntries(
      secretFieldsOf(document, { id, ...operation }).map((name) => {
        const secret = newSecret();
        hidden.set(`${id}.${name}`, formsOf(secret, false));
        return [name, secret];
      }),
    );

  /** Bodies of the operations that create records with secrets, beside those. */
  const bodies = (): Readonly<Record<string, object>> => ({
    "users.create": { username: "secretive" },
    "webhooks.create": { name: "secretive", url: "http://10.77.0.1:9/hooks", events: ["device.created"] },
    "snmpDevices.create": { name: "secretive", address: "10.77.0.2", version: "3", username: "reader" },
    "leaseSources.create": {
      name: "secretive",
      type: "kea-api",
      url: "http://127.0.0.1:9/",
      username: "reader",
      network_ids: samples["leaseSources.create.network_ids"],
      enabled: false,
    },
  });

  const ids: Record<string, string> = {};
  beforeAll(async () => {
    service = await startService(storage, { enabled: false }, [mcpPlugin()], logger);
    samples = await seed(service.client);
    const [role] = (await service.client.roles.list()).filter(({ name }) => name === "viewer");
    const user = await service.client.users.create({ username: "onlooker", password: PASSWORD, role_ids: [role?.id as string] });
    viewer = (await service.client.keys.create({ name: "onlooker", user_id: user.id })).key;
    document = JSON.parse((await send(service.token, "GET", "/api/openapi.json")).text) as OpenApi;
  });
  afterAll(async () => await service.stop());

  it("come back in no answer, error, dry run, plan, audit row, event, MCP result or log line", async () => {
    const leaks: string[] = [];
    const withSecrets = manifest.operations.filter((operation) => secretFieldsOf(document, operation).length > 0);
    const creating = withSecrets.filter(({ id }) => id.endsWith(".create"));
    // A new record with a secret needs a body here.
    expect(creating.map(({ id }) => id).toSorted()).toEqual(Object.keys(bodies()).toSorted());

    const changing = new Map(withSecrets.map((operation) => [operation.id, operation]));
    for (const operation of creating) {
      const { id, group, path } = operation;
      const header = newSecret();
      if (id === "webhooks.create") hiddenFromViewers.set(`${id}.headers`, formsOf(header, false));
      const body = { ...bodies()[id], ...secretsFor(operation), ...(id === "webhooks.create" ? { headers: { "x-token": header } } : {}) };
      const rehearsed = await send(service.token, "POST", `${path}?dry_run=true`, body);
      leaks.push(...leaksIn(rehearsed.text, `${id} as a dry run`));
      const planned = await send(service.token, "POST", "/api/plans", { title: id, steps: [{ operation: id, body }] });
      leaks.push(...leaksIn(planned.text, `plan of ${id}`));
      const made = await send(service.token, "POST", path, body);
      expect(made).toMatchObject({ status: 201 });
      leaks.push(...leaksIn(made.text, id));
      ids[group] = (JSON.parse(made.text) as { id: string }).id;
      const again = await send(service.token, "POST", path, { ...body, name: "", username: "\u0000", url: "nowhere", address: "nowhere" });
      expect(again.status).toBe(400);
      leaks.push(...leaksIn(again.text, `${id}, refused`));

      const update = changing.get(`${group}.update`);
      if (update === undefined) continue;
      const changed = await send(service.token, update.method, update.path.replace("{id}", ids[group] as string), secretsFor(update));
      expect(changed).toMatchObject({ status: 200 });
      leaks.push(...leaksIn(changed.text, update.id));
    }
    const key = await service.client.keys.create({ name: "shown once" });
    const agent = await service.client.agents.create({ name: "shown once" });
    hidden.set("keys.create.key", formsOf(key.key, true)).set("agents.create.token", formsOf(agent.token, true));
    Object.assign(ids, { keys: key.id, agents: agent.id });
    ids["webhookDeliveries"] = ids["webhooks"] as string;
    const { delivery } = await service.client.webhooks.ping(ids["webhooks"] as string);

    // Rows are listed once they are sealed.
    const rows = await vi.waitFor(async () => {
      const all = await service.client.audit.list();
      expect(all.map(({ resource_id }) => resource_id)).toEqual(expect.arrayContaining(Object.values(ids)));
      return all;
    }, 10_000);
    const changes = new Set(rows.map(({ change_id }) => change_id));
    for (const change of changes) {
      const { text } = await send(service.token, "POST", `/api/changes/${change}/undo`);
      leaks.push(...leaksIn(text, "undo plan"), ...leaksIn(text, "undo plan", hiddenFromViewers));
    }

    const known = samples["ids"] as Record<string, string>;
    let read = 0;
    for (const { id, group, path, fields, output } of manifest.operations.filter(({ method }) => method === "GET")) {
      if (output.kind === "watch") continue;
      const place = path
        .replace("{delivery_id}", delivery.id)
        .replace("{id}", ids[group] ?? known[id] ?? known[group] ?? "")
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => String(samples[`${id}.${name}`] ?? samples[name]));
      const query = new URLSearchParams(
        fields
          .filter(({ in: where, required }) => where === "query" && required)
          .map(({ name }): [string, string] => [name, String(samples[`${id}.${name}`] ?? samples[name])]),
      );
      for (const [who, token] of [
        ["admin", service.token],
        ["viewer", viewer],
      ] as const) {
        const { status, text } = await send(token, "GET", `${place}?${query.toString()}`);
        if (status === 200) read += 1;
        leaks.push(...leaksIn(text, `${id} as ${who}`), ...(who === "viewer" ? leaksIn(text, `${id} as viewer`, hiddenFromViewers) : []));
        if (id.startsWith("audit.") || id.startsWith("events.")) leaks.push(...leaksIn(text, id, hiddenFromViewers));
      }
    }
    expect(read).toBeGreaterThan(100);

    let called = 0;
    for (const [who, token] of [
      ["admin", service.token],
      ["viewer", viewer],
    ] as const) {
      const { result } = JSON.parse(await ask(token, "tools/list", {})) as { result: { tools: readonly Tool[] } };
      for (const { name, annotations, inputSchema } of result.tools) {
        const required = inputSchema.required ?? [];
        if (annotations?.readOnlyHint !== true || required.some((argument) => argument !== "id")) continue;
        for (const args of required.length === 0 ? [{}] : [...new Set(Object.values(ids))].map((id) => ({ id }))) {
          const text = await ask(token, "tools/call", { name, arguments: args });
          if (!text.includes('"isError":true')) called += 1;
          leaks.push(
            ...leaksIn(text, `${name} as ${who}`),
            ...(who === "viewer" ? leaksIn(text, `${name} as viewer`, hiddenFromViewers) : []),
          );
        }
      }
    }
    expect(called).toBeGreaterThan(50);
    leaks.push(...logged.flatMap((line) => [...leaksIn(line, "a log line"), ...leaksIn(line, "a log line", hiddenFromViewers)]));
    expect(logged.length).toBeGreaterThan(0);
    expect(leaks).toEqual([]);
  });
});
