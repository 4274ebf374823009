import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ChildServer } from "../../http/child-server.ts";
import type { Trial, TrialContext } from "../trial.ts";
import { goClient } from "./go-client.ts";
import { pythonClient } from "./python-client.ts";
import type { Generation } from "./run-tool.ts";
import { typescriptClient } from "./typescript-client.ts";

const MAIN = join(import.meta.dirname, "../../../../packages/cli/src/main.ts");
const ADMIN = { username: "root", password: "correct horse battery" };

/** Each makes a network of its own name, lists all, and asks for one that is not there. */
const GENERATORS: Readonly<Record<string, (generation: Generation) => Promise<string>>> = { python: pythonClient, typescript: typescriptClient, go: goClient };

export const generatedClientsTrial: Trial = {
  name: "generated-clients",
  about: "clients that openapi-python-client, oapi-codegen and openapi-ts make from the OpenAPI document compile and work",
  needs: [
    { program: "python3", debian: "python3-venv" },
    { program: "go", debian: "golang-go" },
    { program: "npm", debian: "npm" },
  ],
  run: async (context) => {
    const { folder, signal, program, report } = context;
    const { url, key } = await startServer(context);
    const document = join(folder, "openapi.json");
    const answer = await fetch(`${url}/api/openapi.json`, { headers: { authorization: `Bearer ${key}` } });
    await writeFile(document, await answer.text());
    for (const [name, generate] of Object.entries(GENERATORS)) {
      const own = join(folder, name);
      await mkdir(own);
      const since = performance.now();
      const printed = await generate({ folder: own, document, env: { CADASTRE_URL: url, CADASTRE_KEY: key }, signal, program, report });
      assert.match(printed, new RegExp(`^listed ${name} 10\\.`, "m"));
      assert.match(printed, /^error NETWORK_NOT_FOUND network 0198c0de-\S+ not found$/m);
      report(`${name}: generated, compiled and used in ${((performance.now() - since) / 1000).toFixed(0)} s`);
    }
  },
};

async function startServer({ folder, afterwards }: TrialContext): Promise<{ url: string; key: string }> {
  const server = new ChildServer(MAIN, ["serve"], {
    LISTEN_ADDR: "127.0.0.1:0",
    DATA_DIR: join(folder, "data"),
    INITIAL_ADMIN_USERNAME: ADMIN.username,
    INITIAL_ADMIN_PASSWORD: ADMIN.password,
    BCRYPT_COST: "4",
    COOKIE_SECURE: "false",
  });
  afterwards(async () => await server.stop());
  const url = await server.listening();
  const login = await fetch(`${url}/api/auth/login`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(ADMIN) });
  const cookie = login.headers.get("set-cookie")?.split(";")[0] ?? "";
  const made = await fetch(`${url}/api/keys`, { method: "POST", headers: { "content-type": "application/json", "x-requested-with": "XMLHttpRequest", cookie }, body: '{"name":"generated clients"}' });
  assert.equal(made.status, 201);
  const { key } = (await made.json()) as { key: string };
  return { url, key };
}
