import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfiguration, serve } from "@cadastre/cli";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Claims, tokenFor } from "../src/token-users.ts";

const secret = randomBytes(32).toString("hex");
const ada: Claims = { id: "7", name: "ada", role: "operator", expires: Date.now() / 1000 + 600 };

let folder: string;
let server: Awaited<ReturnType<typeof serve>>;

// What `npm start` does, with a database of its own and on a free port.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "my-authenticator-"));
  process.env["TOKEN_SECRET"] = secret;
  const { settings, parts } = await readConfiguration({
    CADASTRE_CONFIG: fileURLToPath(new URL("../cadastre.config.ts", import.meta.url)),
    DATA_DIR: folder,
    LISTEN_ADDR: "127.0.0.1:0",
    LOG_LEVEL: "error",
  });
  server = await serve(settings, undefined, parts);
}, 300_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Asks for the networks, or makes one. */
async function call(headers: Record<string, string>, name?: string): Promise<number> {
  const body = name === undefined ? {} : { method: "POST", body: JSON.stringify({ name, subnet: "10.0.0.0/24" }) };
  return (await fetch(`${server.url}/api/networks`, { headers: { "content-type": "application/json", ...headers }, ...body })).status;
}

const bearer = (claims: Claims, by = secret) => ({ authorization: `Bearer ${tokenFor(claims, by)}` });

it("knows the users of the application by their tokens, and what they may do", async () => {
  expect(await call(bearer(ada), "office")).toBe(201);
  expect(await call(bearer({ ...ada, role: "viewer" }))).toBe(200);
  expect(await call(bearer({ ...ada, role: "viewer" }), "lab")).toBe(403);
  const me = (await (await fetch(`${server.url}/api/auth/me`, { headers: bearer(ada) })).json()) as { username: string };
  expect(me.username).toBe("ada");
});

it("knows nobody by a token that is forged or has expired, or without one", async () => {
  expect(await call({})).toBe(401);
  expect(await call(bearer(ada, "another secret"))).toBe(401);
  expect(await call(bearer({ ...ada, expires: Date.now() / 1000 - 1 }))).toBe(401);
  expect(await call({ authorization: "Bearer nonsense" })).toBe(401);
});

it("asks browsers for more than their cookie before a change", async () => {
  const cookie = `token=${tokenFor(ada, secret)}`;
  expect(await call({ cookie })).toBe(200);
  expect(await call({ cookie }, "from elsewhere")).toBe(403);
  expect(await call({ cookie, "x-requested-with": "XMLHttpRequest" }, "from the page")).toBe(201);
});
