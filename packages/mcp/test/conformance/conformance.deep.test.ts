import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { REVISIONS } from "../support/mcp-lab.ts";
import { suiteServer } from "./suite-servers.ts";

const SUITE = join(dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json")), "dist", "index.js");

async function runSuite(url: string, revision: string, baseline: string): Promise<{ readonly code: unknown; readonly output: string }> {
  const args = [SUITE, "server", "--url", url, "--requirements", revision, "--expected-failures", baseline];
  return await new Promise((resolve) => {
    execFile(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    );
  });
}

test.for(REVISIONS.flatMap((revision) => (["real", "fixtures"] as const).map((kind) => ({ kind, revision }))))(
  "$kind passes the scenarios that $revision requires, but for those that are listed",
  async ({ kind, revision }) => {
    const server = await suiteServer(kind);
    try {
      const { code, output } = await runSuite(server.url, revision, fileURLToPath(new URL(`${kind}.${revision}.yaml`, import.meta.url)));
      expect([code, output.slice(output.indexOf("=== SUMMARY"))]).toEqual([0, expect.stringContaining("passed")]);
    } finally {
      await server.close();
    }
  },
);
