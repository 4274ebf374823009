import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { mustBeNode, OLDEST_NODE } from "../../src/version.ts";

const INDEX = new URL("../../src/index.ts", import.meta.url);

it("the package needs the Node that its manifest names", async () => {
  const { engines } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")) as { engines: { node: string } };
  expect(engines.node).toBe(`>=${OLDEST_NODE}`);
});

it("an older Node is refused with a sentence, and a browser is not", () => {
  for (const version of ["20.20.2", "22.17.1"]) {
    expect(() => mustBeNode(version)).toThrow(
      expect.objectContaining({
        code: "NODE_TOO_OLD",
        message: `@cadastre/inventory-core needs Node 22.18 or newer, and this is Node ${version}: install a newer Node`,
      }),
    );
  }
  for (const version of ["22.18.0", "24.0.0", undefined]) expect(() => mustBeNode(version)).not.toThrow();
});

it("the import itself refuses an older Node, before a driver is loaded", async () => {
  const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });';
  const program = `${older} await import(${JSON.stringify(INDEX.href)}).then(() => console.log("loaded"), ({ code }) => console.log(code));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout.trim()).toBe("NODE_TOO_OLD");
});
