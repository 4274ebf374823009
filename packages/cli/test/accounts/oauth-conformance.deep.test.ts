import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allowAs } from "../support/allow-as.ts";
import { freePort, type OAuthServer, serveOAuth } from "../support/oauth-server.ts";
import { STORAGES } from "../../../../testing/storages.ts";

const SUITE = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")), "dist", "index.js");

/** Revisions of MCP that the suite has authorization scenarios for, which it runs at each. */
const REVISIONS = ["2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

describe.each(STORAGES)("the authorization scenarios of the conformance suite on %s", (storage) => {
  let server: OAuthServer;
  beforeAll(async () => {
    server = await serveOAuth(storage);
    await server.user("alice", "operator");
  });
  afterAll(async () => await server[Symbol.asyncDispose]());

  it.each(REVISIONS)("are all green at %s", async (revision) => {
    const body = JSON.stringify({ client_name: "Conformance", redirect_uris: ["http://127.0.0.1:3000/callback"] });
    const registered = await fetch(`${server.url}/mcp-oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const { client_id: client } = (await registered.json()) as { client_id: string };
    const options = [
      "--url",
      server.url,
      "--client-id",
      client,
      "--resource",
      `${server.url}/mcp`,
      "--port",
      String(await freePort()),
      "--spec-version",
      revision,
    ];
    const suite = spawn(process.execPath, [SUITE, "authorization", ...options], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let asked: Promise<Response> | undefined;
    const read = (text: string): void => {
      output += text;
      const request = /^http\S+\/mcp-oauth\/authorize\?\S+$/m.exec(output)?.[0];
      if (request !== undefined) asked ??= allowAs("alice", request).then(async (back) => await fetch(back));
    };
    suite.stdout.setEncoding("utf8").on("data", read);
    suite.stderr.setEncoding("utf8").on("data", read);
    const [code] = await once(suite, "close");
    expect((await asked)?.status, output).toBe(200);
    expect([code, output], output).toEqual([0, expect.stringMatching(/Total: (\d+) passed, 0 failed/)]);
  });
});
