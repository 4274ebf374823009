import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";
import { STORAGES } from "../../../testing/storages.ts";

const METADATA = "https://inventory.example/.well-known/oauth-protected-resource/mcp";

const call = (method: string, params: object = {}): string => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const LIST = call("tools/list");

describe.for(STORAGES)("%s", (storage) => {
  let lab: McpLab;
  beforeAll(
    async () =>
      void (lab = await startMcp(storage, { allowedHosts: ["inventory.example"], resourceMetadataUrl: METADATA, bodyLimitBytes: 50_000 })),
  );
  afterAll(async () => await lab.close());

  /** With a Host header, which fetch would not send. */
  const statusFor = async (headers: Record<string, string>): Promise<number | undefined> =>
    await new Promise((resolve, reject) => {
      const sent = request(
        lab.url,
        {
          method: "POST",
          headers: {
            authorization: "Bearer admin",
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
        },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      );
      sent.on("error", reject);
      sent.end(LIST);
    });

  test("without credentials, or with wrong ones, 401 says where the metadata is", async () => {
    for (const authorization of ["", "Bearer wrong", "Basic YTpi"]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        const response = await fetch(lab.url, {
          method,
          headers: { authorization, "content-type": "application/json" },
          ...(method === "POST" ? { body: LIST } : {}),
        });
        expect([response.status, response.headers.get("www-authenticate")]).toEqual([401, `Bearer resource_metadata="${METADATA}"`]);
      }
    }
  });

  test("forged Host and Origin are 403; our names, loopback names and plain addresses are let in", async () => {
    expect(await statusFor({})).toBe(200);
    for (const host of ["evil.example", "inventory.example.evil.example", "localhost.evil.example", "evil.example:80", "x y"])
      expect([host, await statusFor({ host })]).toEqual([host, 403]);
    for (const host of ["inventory.example", "INVENTORY.example:8080", "localhost:1", "[::1]:8080", "192.0.2.7:8080"])
      expect([host, await statusFor({ host })]).toEqual([host, 200]);
    for (const origin of ["https://evil.example", "null", "http://192.0.2.66", "https://inventory.example.evil.example", "nonsense"])
      expect([origin, await statusFor({ origin })]).toEqual([origin, 403]);
    for (const origin of ["https://inventory.example", "http://localhost:5173", "http://127.0.0.1:6274"])
      expect([origin, await statusFor({ origin })]).toEqual([origin, 200]);
    expect(await statusFor({ host: "192.0.2.7", origin: "http://192.0.2.7" })).toBe(200);
  });

  test("garbage is a JSON-RPC error", async () => {
    const answers: [string | Uint8Array, number, number][] = [
      ["", 400, -32700],
      ["{", 400, -32700],
      [new Uint8Array([0xff, 0xfe, 0x00]), 400, -32700],
      ["5", 400, -32600],
      ["[]", 400, -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
      ["[".repeat(20_000) + "]".repeat(20_000), 400, -32600],
      [call("nonsense"), 200, -32601],
      [call("tools/call", { name: 5 }), 200, -32602],
      [call("tools/call", { name: "device_list", arguments: [] }), 200, -32602],
      [call("tools/call"), 200, -32602],
    ];
    for (const [body, status, code] of answers) {
      const response = await lab.post(body);
      const text = await response.text();
      const json = JSON.parse(
        response.headers.get("content-type")?.startsWith("text/event-stream") === true ? text.slice(text.indexOf("{")) : text,
      ) as Structured;
      expect([body.slice(0, 60), response.status, json.jsonrpc, json.error?.code]).toEqual([body.slice(0, 60), status, "2.0", code]);
    }
  });

  test("a wrong type of content is 415, a body over the limit 413, also when its length is not told", async () => {
    expect((await lab.post(LIST, { "content-type": "text/plain" })).status).toBe(415);
    expect((await lab.post(call("tools/call", { name: "x".repeat(50_000) }))).status).toBe(413);
    const stream = new ReadableStream({
      start(controller) {
        for (let chunk = 0; chunk < 60; chunk += 1) controller.enqueue(new TextEncoder().encode(" ".repeat(1_000)));
        controller.close();
      },
    });
    const chunked = await fetch(lab.url, {
      method: "POST",
      body: stream,
      duplex: "half",
      headers: { authorization: "Bearer admin", "content-type": "application/json" },
    } as RequestInit);
    expect(chunked.status).toBe(413);
    expect((await lab.post(call("tools/call", { name: "x".repeat(2_000_000) }))).status).toBe(413);
    // The connections are fit for the next request.
    for (let more = 0; more < 5; more += 1) expect((await lab.post(LIST)).status).toBe(200);
  });

  test("there are no sessions: GET and DELETE are 405, and a session id means nothing", async () => {
    for (const method of ["GET", "DELETE", "PUT"]) {
      const response = await fetch(lab.url, { method, headers: { authorization: "Bearer admin", accept: "text/event-stream" } });
      expect([method, response.status]).toEqual([method, 405]);
    }
    const response = await lab.post(LIST, { "mcp-session-id": "from-elsewhere", "mcp-protocol-version": "2025-11-25" });
    expect([response.status, response.headers.get("mcp-session-id")]).toEqual([200, null]);
    expect(
      (
        await fetch(`${lab.url}/more`, {
          method: "POST",
          body: LIST,
          headers: { authorization: "Bearer admin", "content-type": "application/json" },
        })
      ).status,
    ).toBe(404);
  });

  test("an internal error says nothing of itself", async () => {
    const client = await lab.client("admin");
    vi.spyOn(lab.inventory.host, "execute").mockRejectedValueOnce(new Error("secret: select * from device"));
    const result = await client.callTool({ name: "device_list", arguments: {} });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain("INTERNAL_ERROR");
    expect(JSON.stringify(result)).not.toContain("secret");
  });
});
