import { type Client, UnauthorizedError } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OAuthServer, serveOAuth } from "../support/oauth-server.ts";
import { Program } from "../support/program.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const toolNames = async (client: Client): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name);

/** The official client against the real server, as two processes. */
describe.each(STORAGES)("MCP with OAuth on %s", (storage) => {
  let server: OAuthServer;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    server = await serveOAuth(storage);
    for (const [name, role] of [
      ["alice", "operator"],
      ["bob", "operator"],
      ["vera", "viewer"],
    ] as const)
      ids.set(name, await server.user(name, role));
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  it("tells who is not let in where the metadata is", async () => {
    const refused = await fetch(`${server.url}/mcp`, { method: "POST", body: "{}" });
    const metadata = `${server.url}/.well-known/oauth-protected-resource/mcp`;
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, `Bearer resource_metadata="${metadata}"`]);
    expect(await (await fetch(metadata)).json()).toMatchObject({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
  });

  it.each(["2025-11-25", "2026-07-28"])(
    "goes from discovery over registration, consent and tokens to a refresh and calls (%s)",
    async (revision) => {
      const program = new Program(server.url, revision);
      const client = await program.connectAs("alice");
      expect(program.memory.client?.client_id).toBeTruthy();
      const name = `made-${revision}`;
      const created = await client.callTool({ name: "device_create", arguments: { name } });
      expect(created.structuredContent).toMatchObject({ record: { name } });
      const first = program.memory.kept;
      // As when it has expired: the server does not know it.
      program.memory.kept = { ...(first as NonNullable<typeof first>), access_token: "x".repeat(43) };
      const listed = await client.callTool({ name: "device_search", arguments: { q: name } });
      expect(listed.structuredContent).toMatchObject({ items: [{ name }] });
      expect(program.memory.kept.refresh_token).not.toBe(first?.refresh_token);
      const root = await server.signIn("root");
      expect((await root("GET /api/audit?resource=device&action=create")).body).toContainEqual(
        expect.objectContaining({ username: "alice", source: "mcp" }),
      );
      await client.close();
    },
  );

  it("gives a program what its user holds at most, of what it was allowed", async () => {
    const [viewer, narrow] = [new Program(server.url, "2026-07-28"), new Program(server.url, "2026-07-28")];
    const clients = { viewer: await viewer.connectAs("vera"), narrow: await narrow.connectFor("device:list", "alice") };
    expect(await toolNames(clients.viewer)).toEqual(expect.arrayContaining(["device_list", "network_list"]));
    expect(await toolNames(clients.narrow)).toContain("device_list");
    expect((await toolNames(clients.viewer)).filter((name) => name.startsWith("oauth"))).toEqual(["oauth_grant_list"]);
    for (const name of ["device_create", "user_list"]) expect(await toolNames(clients.viewer)).not.toContain(name);
    for (const name of ["device_create", "device_get", "network_list"]) expect(await toolNames(clients.narrow)).not.toContain(name);
    for (const client of [clients.viewer, clients.narrow]) {
      const refused = await client.callTool({ name: "device_create", arguments: { name: "not this" } });
      expect([refused.isError, JSON.stringify(refused.content)]).toEqual([true, expect.stringContaining("FORBIDDEN")]);
    }
    expect((await clients.narrow.callTool({ name: "device_list", arguments: {} })).structuredContent).toHaveProperty("items");
  });

  it("ends when the user ends the grant", async () => {
    const program = new Program(server.url, "2026-07-28");
    const client = await program.connectAs("alice");
    expect(await program.status()).toBe(200);
    const alice = await server.signIn("alice");
    const own = (await alice("GET /api/oauth/grants")).body as readonly { id: string; client: { client_id: string; name: string } }[];
    const grant = own.find(({ client: one }) => one.client_id === program.memory.client?.client_id);
    expect(grant?.client.name).toBe("Assistant");
    expect((await alice(`DELETE /api/oauth/grants/${grant?.id}`)).status).toBe(204);
    expect(await program.status()).toBe(401);
    await expect(client.callTool({ name: "device_list", arguments: {} })).rejects.toThrow(UnauthorizedError);
  });

  it("ends when the user is deactivated", async () => {
    const program = new Program(server.url, "2026-07-28");
    const client = await program.connectAs("bob");
    expect((await client.callTool({ name: "device_list", arguments: {} })).structuredContent).toHaveProperty("items");
    const root = await server.signIn("root");
    expect((await root(`PUT /api/users/${ids.get("bob")}`, { is_active: false })).status).toBe(200);
    expect(await program.status()).toBe(401);
    await expect(client.callTool({ name: "device_list", arguments: {} })).rejects.toThrow(UnauthorizedError);
  });
});
