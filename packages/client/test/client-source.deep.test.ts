import { racksPlugin } from "../../../examples/custom-plugin/src/racks-plugin.ts";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientSource } from "../src/generate/client-source.ts";
import { manifest as own } from "../src/manifest.ts";
import { type Service, startService } from "./support/service.ts";

const PROGRAM = `
import { CadastreError } from "@cadastre/client";
import { createClient, type Rack } from "./cadastre-client.ts";

export async function work(baseUrl: string, token: string): Promise<readonly [Rack, readonly string[], string]> {
  const client = createClient({ baseUrl, token });
  const rack = await client.racks.create({ name: "B7" });
  const taller: Rack = await client.call("racks.update", { id: rack.id, height_units: rack.height_units + 3 });
  const names: string[] = [];
  for await (const { name } of client.racks.list()) names.push(name);
  await client.devices.list({ tags: "production" });
  let code = "";
  try {
    await client.racks.create({ name: "B7" });
  } catch (error) {
    if (error instanceof CadastreError && error.code === "ALREADY_EXISTS") code = error.code;
  }
  return [taller, names, code];
}
`;

/** Lines that must not compile. */
const MISTAKES = {
  "client.racks.create({ nmae: 'B8' })": "TS2353",
  "client.racks.create({ name: 'B8', height_units: '42' })": "TS2322",
  "client.shelves.list()": "TS2339",
};

let service: Service;
let folder: string;
beforeAll(async () => {
  service = await startService("sqlite", { enabled: false }, [racksPlugin()]);
  // Beside the tests, where TypeScript and Node find the package by its name.
  folder = await mkdtemp(join(dirname(fileURLToPath(import.meta.url)), "generated-client-"));
  await writeFile(join(folder, "cadastre-client.ts"), clientSource(await service.client.manifest.get(), service.url));
  await writeFile(join(folder, "program.ts"), PROGRAM);
});
afterAll(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** What the compiler says of files, with the strictest settings that a user may have. */
async function compile(...files: readonly string[]): Promise<string> {
  const tsc = createRequire(import.meta.url).resolve("typescript/lib/tsc.js");
  const strict =
    "--ignoreConfig --noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --noUnusedLocals --noUnusedParameters";
  const modern = "--module nodenext --target esnext --lib esnext,dom --types node --allowImportingTsExtensions --verbatimModuleSyntax";
  const args = [tsc, ...`${strict} ${modern} --skipLibCheck --resolveJsonModule --erasableSyntaxOnly`.split(" "), ...files];
  return await promisify(execFile)(process.execPath, args, { cwd: folder }).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout: string }) => error.stdout,
  );
}

describe("the client that is generated from the manifest of a server with a plugin", () => {
  it("compiles with the program that uses it, and calls the server", async () => {
    expect(await compile("program.ts")).toBe("");
    const { work } = (await import(pathToFileURL(join(folder, "program.ts")).href)) as {
      work: (url: string, token: string) => Promise<unknown>;
    };
    expect(await work(service.url, service.token)).toEqual([
      expect.objectContaining({ name: "B7", height_units: 45 }),
      expect.arrayContaining(["B7"]),
      "ALREADY_EXISTS",
    ]);
  });

  it("refuses what the plugin does not take", async () => {
    const lines = Object.keys(MISTAKES);
    const text = ['import { createClient } from "./cadastre-client.ts";', 'const client = createClient({ baseUrl: "" });'];
    await writeFile(join(folder, "mistakes.ts"), [...text, ...lines.map((line) => `void ${line};`)].join("\n"));
    const said = (await compile("mistakes.ts")).split("\n").filter((line) => line.startsWith("mistakes.ts"));
    expect(said.map((line) => /TS\d+/.exec(line)?.[0])).toEqual(Object.values(MISTAKES));
  });

  it("writes names that are no identifiers as texts, so that they are no code", async () => {
    const output = { kind: "record" as const, type: { kind: "reference" as const, name: "a-b.c" } };
    const get = own.operations.find(({ id }) => id === "datacenters.get");
    if (get === undefined) throw new Error("no such operation");
    const hostile = { ...get, id: "x-y.z z", group: "x-y", name: "z z", summary: "*/ throw 1; /*", output };
    const type = { kind: "string" as const };
    const fields = [
      { name: "1: 2 }; throw 2; //", type, required: true },
      ...["*/ throw 3;", "fine"].map((name) => ({ name, type, required: false })),
    ];
    const records = { "a-b.c": { kind: "object" as const, fields, description: "*/ throw 4; /*" } };
    const errors = { "NO-CODE": { kind: "conflict" as const, when: "*/ throw 5; /*" } };
    await writeFile(join(folder, "hostile.ts"), clientSource({ operations: [hostile], records, errors }, "x\nthrow 6;"));
    expect(await compile("hostile.ts")).toBe("");
    const { createClient } = (await import(pathToFileURL(join(folder, "hostile.ts")).href)) as {
      createClient: (options: object) => object;
    };
    expect(Object.keys(createClient({ baseUrl: service.url }))).toContain("x-y");
  });

  it("imports what it needs, and tells where it comes from in one line", () => {
    const few = { operations: own.operations.filter(({ id }) => id === "datacenters.get"), records: {}, errors: {} };
    const source = clientSource(few, "a server\nof ours");
    expect(source).toMatch(/^\/\/ Generated from the operations of a server of ours by /);
    expect(source).toContain('import { type Callable, type CallOptions, type ClientOptions, clientOf } from "@cadastre/client";');
  });
});
