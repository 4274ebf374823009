import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type McpLab, startMcp, type Structured } from "./support/mcp-lab.ts";

const MANIFEST = createRequire(import.meta.url).resolve("@modelcontextprotocol/inspector/package.json");

let lab: McpLab;
beforeAll(async () => void (lab = await startMcp("sqlite")));
afterAll(async () => await lab.close());

/** What the inspector's command line prints, as JSON. */
async function inspect(...args: readonly string[]): Promise<Structured> {
  const { bin } = createRequire(import.meta.url)(MANIFEST) as { bin: Record<string, string> };
  const command = join(dirname(MANIFEST), bin["mcp-inspector"] as string);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, "--cli", lab.url, "--transport", "http", "--header", "Authorization: Bearer operator", ...args],
    { maxBuffer: 16 * 1024 * 1024 },
  );
  return JSON.parse(stdout);
}

test("the inspector's command line lists tools and calls them", async () => {
  const { tools } = await inspect("--method", "tools/list");
  expect(tools.map(({ name }: Structured) => name)).toContain("device_create");
  const created = await inspect("--method", "tools/call", "--tool-name", "device_create", "--tool-arg", "name=inspected");
  expect(created.structuredContent.record).toMatchObject({ name: "inspected" });
  const failed = await inspect("--method", "tools/call", "--tool-name", "device_get", "--tool-arg", "id=nothing").catch(
    (error: Structured) => JSON.parse(error.stdout as string),
  );
  expect(failed).toMatchObject({ isError: true });
});
