import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startForTrial } from "../inventory-server.ts";
import type { Trial } from "../trial.ts";
import { goClient } from "./go-client.ts";
import { pythonClient } from "./python-client.ts";
import type { Generation } from "./run-tool.ts";
import { typescriptClient } from "./typescript-client.ts";

/** Each makes a network of its own name, lists all, and asks for one that is not there. */
const GENERATORS: Readonly<Record<string, (generation: Generation) => Promise<string>>> = {
  python: pythonClient,
  typescript: typescriptClient,
  go: goClient,
};

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
    const { url, call } = await startForTrial(context);
    const { key } = await call<{ readonly key: string }>("POST /api/keys", { name: "generated clients" });
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
