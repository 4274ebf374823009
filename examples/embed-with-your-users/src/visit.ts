import assert from "node:assert/strict";
import { once } from "node:events";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** The origin of a server that is about to listen on loopback. */
export async function listening(server: Server): Promise<string> {
  if (!server.listening) await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Uses all that Cadastre has under its base path, as the user ann of the application. @param headers that prove who is calling */
export async function visit(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  assert.equal((await fetch(`${url}/api/devices`)).status, 401);
  // A token that is wrong is nobody's, and no fault of the server.
  assert.equal((await fetch(`${url}/api/devices`, { headers: { authorization: "Bearer x.y.z" } })).status, 401);
  const config = await jsonOf(await fetch(`${url}/api/config`, { headers }));
  const me = await jsonOf(await fetch(`${url}/api/auth/me`, { headers }));
  assert.deepEqual([me["id"], me["username"], config["user"]], ["7", "ann", me]);
  await seeChange(url, headers);
  await readReference(url, headers);
  await useTools(url, headers);
  await openPage(url);
}

/** A change by the API comes as an event. */
async function seeChange(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const end = new AbortController();
  const stream = await fetch(`${url}/api/events/stream`, { headers, signal: end.signal });
  assert.equal(stream.headers.get("content-type"), "text/event-stream");
  const made = await fetch(`${url}/api/devices`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name: "web-01" }),
  });
  assert.equal(made.status, 201);
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let seen = "";
  while (!(seen.includes("\n\n") && seen.includes("web-01"))) {
    const { done, value } = await reader.read();
    if (done) break;
    seen += decoder.decode(value, { stream: true });
  }
  assert.match(seen, /event: device\.created\n/);
  end.abort();
}

/** The page of the API and its files, and the document that it shows. */
async function readReference(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  assert.equal((await fetch(`${url}/docs`)).status, 200);
  assert.equal((await fetch(`${url}/docs/swagger-ui-bundle.js`)).status, 200);
  assert.deepEqual((await jsonOf(await fetch(`${url}/api/openapi.json`, { headers })))["servers"], [{ url: "/ipam" }]);
}

/** An AI client finds the operations as tools. */
async function useTools(url: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const client = new Client({ name: "example", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  const { tools } = await client.listTools();
  assert.ok(tools.some(({ name }) => name.includes("device")));
  await client.close();
}

/** The web page names its files under the base path. From sources it is built when it is first asked for. */
async function openPage(url: string): Promise<void> {
  for (;;) {
    const page = await (await fetch(`${url}/`, { headers: { accept: "text/html" } })).text();
    const [, script] = /src="(\/ipam\/assets\/[^"]+\.js)"/.exec(page) ?? [];
    if (script === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      continue;
    }
    assert.match(page, /name="base-path" content="\/ipam\/?"/);
    assert.equal((await fetch(new URL(script, url))).status, 200);
    return;
  }
}

async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  assert.equal(response.status, 200, response.url);
  return (await response.json()) as Record<string, unknown>;
}
