import { createServer } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { publicFetch } from "@cadastre/auth/oauth";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allow, callWith, exchange, type OAuthApi, REDIRECT, refresh, startOAuth, startRequest } from "./oauth-api.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const URL_OF_CLIENT = "https://client.example/oauth/editor.json";

describe.each(STORAGES)("clients that are known by a document on %s", (storage) => {
  const documents = new Map<string, () => Response>();
  const fetched: string[] = [];
  let api: OAuthApi;
  beforeAll(async () => {
    const metadataFetch = async (url: string): Promise<Response> => {
      fetched.push(url);
      return documents.get(url)?.() ?? new Response(null, { status: 404 });
    };
    api = await startOAuth(storage, { oauth: { metadataFetch } });
    await api.user("alice", "operator");
  });
  afterAll(async () => await api.stop());

  const documentOf = (client_id: string, changes: object = {}) => ({
    client_id,
    client_name: "Documented",
    redirect_uris: [REDIRECT],
    ...changes,
  });
  const publish = (url: string, changes: object = {}): void => void documents.set(url, () => Response.json(documentOf(url, changes)));
  const statusFor = async (client_id: string): Promise<number> =>
    (await api.browser().open((await startRequest(api, { client_id })).url.href)).status;

  it("get tokens without registering, and are listed once a user allowed them", async () => {
    publish(URL_OF_CLIENT);
    const client = { client_id: URL_OF_CLIENT };
    const listed = async () =>
      (await api.admin("GET /api/oauth/clients")).body.filter(({ client_id }: { client_id: string }) => client_id === URL_OF_CLIENT);
    const started = await startRequest(api, client);
    expect((await api.browser().open(started.url.href)).text).toContain(`<dd>${URL_OF_CLIENT}</dd>`);
    expect(await listed()).toEqual([]);
    const tokens = await exchange(api, client, started, await allow(api, started, "alice"));
    expect((await callWith(api, tokens.access_token)).status).toBe(200);
    expect((await refresh(api, client, tokens.refresh_token ?? "")).token_type).toBe("bearer");
    expect(await listed()).toMatchObject([{ name: "Documented", source: "document", grants: 1, redirect_uris: [REDIRECT] }]);
    const second = await startRequest(api, client);
    await exchange(api, client, second, await allow(api, second, "alice"));
    expect(await listed()).toMatchObject([{ grants: 2 }]);
    expect(fetched.filter((url) => url === URL_OF_CLIENT)).toHaveLength(1);
    const [{ id }] = await listed();
    expect((await api.admin(`DELETE /api/oauth/clients/${id}`)).status).toBe(204);
    expect((await callWith(api, tokens.access_token)).status).toBe(401);
  });

  it.each([
    ["a document for another URL", { client_id: "https://other.example/x.json" }],
    ["a secret", { client_secret: "s3cret" }],
    ["an authentication by secret", { token_endpoint_auth_method: "client_secret_post" }],
    ["a foreign redirect", { redirect_uris: ["http://client.example/callback"] }],
    ["no redirect", { redirect_uris: [] }],
    ["a name that is too long", { client_name: "x".repeat(300) }],
    ["more than is read", { extra: "x".repeat(20_000) }],
  ])("are refused with %s", async (name, changes) => {
    const url = `https://client.example/${encodeURIComponent(name)}.json`;
    publish(url, changes);
    expect(await statusFor(url)).toBeGreaterThanOrEqual(400);
  });

  it("are refused when the document is not there, is no JSON, or leads elsewhere", async () => {
    documents.set("https://client.example/text", () => new Response("hello"));
    documents.set("https://client.example/list", () => Response.json([1]));
    documents.set("https://client.example/moved", () => new Response(null, { status: 302, headers: { location: URL_OF_CLIENT } }));
    for (const path of ["gone", "text", "list", "moved"])
      expect(await statusFor(`https://client.example/${path}`)).toBeGreaterThanOrEqual(400);
    expect(fetched).toContain("https://client.example/moved");
  });

  it.each([
    "http://client.example/x.json",
    "https://user@client.example/x.json",
    "https://client.example/a/../x.json",
    "https://client.example/x.json#y",
  ])("are not fetched from %s", async (url) => {
    const before = fetched.length;
    expect(await statusFor(url)).toBe(400);
    expect(fetched).toHaveLength(before);
  });

  it("are off when the settings say so", async () => {
    const off = await startOAuth(storage, { oauth: { clientMetadataDocuments: false } });
    expect(off.server["client_id_metadata_document_supported"]).toBe(false);
    expect((await off.browser().open((await startRequest(off, { client_id: URL_OF_CLIENT })).url.href)).status).toBe(400);
    await off.stop();
  });
});

describe("what fetches documents", () => {
  it("connects to no address that is not public, however it is written", async () => {
    const hits: string[] = [];
    const server = createServer((request, response) => {
      hits.push(request.url ?? "");
      response.end();
    });
    server.on("connection", () => hits.push("connection"));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    for (const host of [
      "127.0.0.1",
      "localhost",
      "localhost.",
      "2130706433",
      "0x7f.1",
      "127.1",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "[::ffff:7f00:1]",
      "[::7f00:1]",
      "[64:ff9b::7f00:1]",
      "0.0.0.0",
      "[::]",
    ]) {
      await expect(publicFetch(`https://${host}:${port}/x`, {})).rejects.toThrow(/fetch failed/);
    }
    await expect(publicFetch(`http://127.0.0.1:${port}/x`, {})).rejects.toThrow("https");
    expect(hits).toEqual([]);
    server.close();
  });
});
