import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const CORE = "packages/inventory-core/src";

interface Plant {
  readonly file: string;
  readonly text: string;
}

/** One violation of each rule of .dependency-cruiser.mjs: the file that is planted, and what it says. */
const VIOLATIONS: Readonly<Record<string, Plant>> = {
  "areas-flow-one-way-1": { file: `${CORE}/address/w1.ts`, text: `import { like } from "../storage/like.ts"; export const w1 = like;` },
  "areas-flow-one-way-2": {
    file: `${CORE}/storage/w2.ts`,
    text: `import { ledger } from "../address-space/ledger.ts"; export const w2 = ledger;`,
  },
  "areas-flow-one-way-3": {
    file: `${CORE}/conflicts/w3.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w3 = Device;`,
  },
  "areas-flow-one-way-4": {
    file: `${CORE}/reconciliation/w4.ts`,
    text: `import { ledger } from "../address-space/ledger.ts"; export const w4 = ledger;`,
  },
  "areas-flow-one-way-5": {
    file: `${CORE}/address-space/w5.ts`,
    text: `import type { Network } from "../networks/network.ts"; export type W5 = Network;`,
  },
  "areas-flow-one-way-6": {
    file: `${CORE}/natural-keys/w6.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w6 = Device;`,
  },
  "areas-flow-one-way-7": {
    file: `${CORE}/fields/w7.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w7 = Device;`,
  },
  "areas-flow-one-way-8": {
    file: `${CORE}/records/records.ts`,
    text: `import { Device } from "../devices/device.ts"; export const records = Device;`,
  },
  "areas-flow-one-way-9": {
    file: `${CORE}/field-definitions/w29.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w29 = Device;`,
  },
  "areas-flow-one-way-10": {
    file: `${CORE}/spaces/w28.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w28 = Device;`,
  },
  "areas-flow-one-way-11": { file: `${CORE}/networks/w9.ts`, text: `import { Pool } from "../pools/pool.ts"; export const w9 = Pool;` },
  "areas-flow-one-way-12": { file: `${CORE}/vlans/w27.ts`, text: `import { Pool } from "../pools/pool.ts"; export const w27 = Pool;` },
  "areas-flow-one-way-13": {
    file: `${CORE}/pools/w10.ts`,
    text: `import { Device } from "../devices/device.ts"; export const w10 = Device;`,
  },
  "areas-flow-one-way-14": {
    file: `${CORE}/devices/w11.ts`,
    text: `import { Relationship } from "../relationships/relationship.ts"; export const w11 = Relationship;`,
  },
  "areas-flow-one-way-15": {
    file: `${CORE}/relationships/w12.ts`,
    text: `import { Search } from "../search/search.ts"; export const w12 = Search;`,
  },
  "areas-flow-one-way-16": {
    file: `${CORE}/discovery/w13.ts`,
    text: `import { cascades } from "../cascades/cascades.ts"; export const w13 = cascades;`,
  },
  "areas-flow-one-way-17": {
    file: `${CORE}/cascades/w14.ts`,
    text: `import { planner } from "../import/planner.ts"; export const w14 = planner;`,
  },
  "areas-flow-one-way-18": {
    file: `${CORE}/datacenters/w8.ts`,
    text: `import { Search } from "../search/search.ts"; export const w8 = Search;`,
  },
  "areas-flow-one-way-19": {
    file: `${CORE}/names/w15.ts`,
    text: `import { Search } from "../search/search.ts"; export const w15 = Search;`,
  },
  "areas-flow-one-way-20": {
    file: `${CORE}/callers/w16.ts`,
    text: `import { Search } from "../search/search.ts"; export const w16 = Search;`,
  },
  "areas-flow-one-way-21": {
    file: `${CORE}/manifest/w17.ts`,
    text: `import { Search } from "../search/search.ts"; export const w17 = Search;`,
  },
  "areas-flow-one-way-22": {
    file: `${CORE}/search/w18.ts`,
    text: `import { verify } from "../verification/verify.ts"; export const w18 = verify;`,
  },
  "areas-flow-one-way-23": {
    file: `${CORE}/exports/w19.ts`,
    text: `import { dashboard } from "../dashboard/dashboard.ts"; export const w19 = dashboard;`,
  },
  "areas-flow-one-way-24": {
    file: `${CORE}/dashboard/w20.ts`,
    text: `import { verify } from "../verification/verify.ts"; export const w20 = verify;`,
  },
  "areas-flow-one-way-25": {
    file: `${CORE}/verification/w21.ts`,
    text: `import { planner } from "../import/planner.ts"; export const w21 = planner;`,
  },
  "areas-flow-one-way-26": {
    file: `${CORE}/import/w22.ts`,
    text: `import { plan } from "../plans/plan.ts"; export const w22 = plan;`,
  },
  "areas-flow-one-way-27": {
    file: `${CORE}/plans/w23.ts`,
    text: `import { split } from "../network-plans/split.ts"; export const w23 = split;`,
  },
  "areas-flow-one-way-28": {
    file: `${CORE}/network-plans/w24.ts`,
    text: `import { undo } from "../undo/undo-step.ts"; export const w24 = undo;`,
  },
  "contract-is-leaf": { file: `${CORE}/contract/a.ts`, text: `import type { Like } from "../storage/like.ts"; export type A = Like;` },
  "address-is-leaf": { file: `${CORE}/address/b.ts`, text: `import { z } from "zod"; export const b = z;` },
  "storage-and-events-know-no-resource": {
    file: `${CORE}/events/c.ts`,
    text: `import { Device } from "../devices/device.ts"; export const c = Device;`,
  },
  "composition-only-from-inventory": {
    file: `${CORE}/devices/d.ts`,
    text: `import { Host } from "../composition/host.ts"; export const d = Host;`,
  },
  "operations-are-edges": {
    file: `${CORE}/pools/e.ts`,
    text: `import { operations } from "../devices/device.operations.ts"; export const e = operations;`,
  },
  "inversify-only-in-composition": {
    file: `${CORE}/devices/f.ts`,
    text: `import { Container } from "inversify"; export const f = Container;`,
  },
  "orm-only-in-storage": {
    file: `${CORE}/devices/g.ts`,
    text: `import type { EntityManager } from "@mikro-orm/core"; export type G = EntityManager;`,
  },
  "kysely-only-in-storage": { file: `${CORE}/devices/i.ts`, text: `import { sql } from "kysely"; export const i = sql;` },
  "better-sqlite3-only-in-sqlite": {
    file: `${CORE}/storage/j.ts`,
    text: `import Database from "better-sqlite3"; export const j = Database;`,
  },
  "pg-only-in-postgresql": { file: `${CORE}/storage/sqlite/k.ts`, text: `export const k = async () => await import("pg");` },
  "libsql-only-in-libsql": { file: `${CORE}/storage/sessions/a.ts`, text: `import Database from "libsql"; export const a = Database;` },
  "pglite-only-in-pglite": {
    file: `${CORE}/storage/sessions/b.ts`,
    text: `import { PGlite } from "@electric-sql/pglite"; export const b = PGlite;`,
  },
  "bcrypt-only-in-password-hash": { file: "packages/auth/src/login.ts", text: `import { hash } from "bcrypt"; export const l = hash;` },
  "valkey-client-only-in-its-store": {
    file: "packages/auth/src/memory-store.ts",
    text: `import { Redis } from "ioredis"; export const m = Redis;`,
  },
  "oauth-engine-only-in-its-folder": {
    file: "packages/auth/src/tokens.ts",
    text: `import { Provider } from "oidc-provider"; export const tokens = Provider;`,
  },
  "http-only-in-http-h3": { file: "packages/auth/src/m.ts", text: `import { H3 } from "h3"; export const m = H3;` },
  "testing-is-not-shipped": {
    file: "packages/auth/src/n.ts",
    text: `import { clock } from "@cadastre/testing"; export const n = clock;`,
  },
  "testing-needs-no-runner": { file: "packages/testing/src/n.ts", text: `import { it } from "vitest"; export const n = it;` },
  "core-knows-no-plugin": { file: `${CORE}/o.ts`, text: `import { auth } from "@cadastre/auth"; export const o = auth;` },
  "plugins-meet-in-the-contract": {
    file: "packages/http-h3/src/p.ts",
    text: `import type { Auth } from "@cadastre/auth"; export type P = Auth;`,
  },
  "client-stands-alone": {
    file: "packages/client/src/w.ts",
    text: `import { readFileSync } from "node:fs"; export const w = readFileSync;`,
  },
  "importers-know-no-server": { file: "packages/importers/src/x.ts", text: `import { H3 } from "h3"; export const x = H3;` },
  "readers-are-leaf": {
    file: "packages/importers/src/readers/y.ts",
    text: `import { core } from "@cadastre/inventory-core"; export const y = core;`,
  },
  "page-reaches-only-the-client": {
    file: "packages/web-ui/page/x.ts",
    text: `import { readFileSync } from "node:fs"; export const x = readFileSync;`,
  },
  "formats-thread-knows-formats-alone": {
    file: "packages/web-ui/formats/x.ts",
    text: `import { readFileSync } from "node:fs"; export const x = readFileSync;`,
  },
  "packages-by-name": {
    file: "packages/http-h3/src/q.ts",
    text: `import { core } from "../../inventory-core/src/index.ts"; export const q = core;`,
  },
  "nothing-imports-tests": { file: `${CORE}/devices/r.ts`, text: `import { helper } from "./device.test.ts"; export const r = helper;` },
  "dependencies-are-declared": { file: "packages/auth/src/s.ts", text: `import { it } from "vitest"; export const s = it;` },
  "everything-resolves": { file: `${CORE}/devices/t.ts`, text: `import { gone } from "./gone.ts"; export const t = gone;` },
  "no-cycles": { file: `${CORE}/devices/u.ts`, text: `import type { V } from "./v.ts"; export interface U { v: V }` },
  "page-folders-have-an-order": { file: "packages/web-ui/page/home/w.ts", text: `import { p } from "../parts/p.ts"; export const w = p;` },
};

/** What the planted files lead to. */
const SURROUNDINGS: readonly Plant[] = [
  { file: `${CORE}/index.ts`, text: `export const core = 1;` },
  { file: `${CORE}/storage/like.ts`, text: `export interface Like { pattern: string }` },
  { file: `${CORE}/devices/device.ts`, text: `export const Device = 1;` },
  { file: `${CORE}/networks/network.ts`, text: `export const Network = 1; export type Network = number;` },
  { file: `${CORE}/pools/pool.ts`, text: `export const Pool = 1;` },
  { file: `${CORE}/relationships/relationship.ts`, text: `export const Relationship = 1;` },
  { file: `${CORE}/search/search.ts`, text: `export const Search = 1;` },
  { file: `${CORE}/verification/verify.ts`, text: `export const verify = 1;` },
  { file: `${CORE}/cascades/cascades.ts`, text: `export const cascades = 1;` },
  { file: `${CORE}/dashboard/dashboard.ts`, text: `export const dashboard = 1;` },
  { file: `${CORE}/network-plans/split.ts`, text: `export const split = 1;` },
  { file: `${CORE}/undo/undo-step.ts`, text: `export const undo = 1;` },
  { file: `${CORE}/plans/plan.ts`, text: `export const plan = 1;` },
  { file: `${CORE}/import/planner.ts`, text: `export const planner = 1;` },
  { file: `${CORE}/address-space/ledger.ts`, text: `export const ledger = 1;` },
  { file: `${CORE}/devices/device.operations.ts`, text: `export const operations = 1;` },
  { file: `${CORE}/devices/device.test.ts`, text: `export const helper = 1;` },
  { file: `${CORE}/devices/v.ts`, text: `import type { U } from "./u.ts"; export interface V { u: U }` },
  { file: "packages/web-ui/page/parts/p.ts", text: `export const p = 1;` },
  { file: "packages/web-ui/page/parts/q.ts", text: `import { r } from "../home/r.ts"; export const q = r;` },
  { file: "packages/web-ui/page/home/r.ts", text: `export const r = 1;` },
  { file: `${CORE}/composition/host.ts`, text: `export const Host = 1;` },
  { file: "packages/testing/src/index.ts", text: `export const clock = 1;` },
  { file: "packages/auth/src/index.ts", text: `export const auth = 1; export interface Auth { id: string }` },
];

/** Imports that the rules must let through. */
const ALLOWED: readonly Plant[] = [
  { file: `${CORE}/inventory.ts`, text: `import { Host } from "./composition/host.ts"; export const a = Host;` },
  { file: `${CORE}/address/ip.ts`, text: `import { isIP } from "node:net"; export const b = isIP;` },
  { file: `${CORE}/contract/field.ts`, text: `import { z } from "zod"; export const c = z;` },
  {
    file: `${CORE}/composition/container.ts`,
    text:
      `import { Container } from "inversify"; import { operations } from "../devices/device.operations.ts"; export const d = ` +
      `[Container, operations];`,
  },
  { file: `${CORE}/devices/device.entity.ts`, text: `import { EntitySchema } from "@mikro-orm/core"; export const e = EntitySchema;` },
  {
    file: `${CORE}/storage/sqlite/open.ts`,
    text: `import Database from "better-sqlite3"; import { sql } from "kysely"; export const f = [Database, sql];`,
  },
  { file: `${CORE}/storage/postgresql/open.ts`, text: `import type { Pool } from "pg"; export type G = Pool;` },
  { file: "packages/auth/src/valkey-session-store.ts", text: `import { Redis } from "ioredis"; export const v = Redis;` },
  { file: "packages/auth/src/oauth/server/provider.ts", text: `import { Provider } from "oidc-provider"; export const p = Provider;` },
  { file: "packages/auth/src/password-hash.ts", text: `import { hash } from "bcrypt"; export const h = hash;` },
  {
    file: "packages/auth/src/login.test.ts",
    text: `import { it } from "vitest"; import { clock } from "@cadastre/testing"; export const i = [it, clock];`,
  },
  {
    file: "packages/testing/src/postgres/databases.ts",
    text:
      `import assert from "node:assert"; import { core } from "@cadastre/inventory-core"; ` +
      `export const t = [assert, core, import("pg")];`,
  },
  {
    file: "packages/inventory-core/test/events/t.ts",
    text: `import { clock } from "@cadastre/testing"; export const t = clock;`,
  },
  {
    file: "packages/http-h3/src/server/listen.ts",
    text: `import { H3 } from "h3"; import { core } from "@cadastre/inventory-core"; export const j = [H3, core];`,
  },
  {
    file: "packages/importers/src/formats.ts",
    text: `import { isIP } from "node:net"; import { core } from "@cadastre/inventory-core"; export const m = [isIP, core];`,
  },
  { file: "packages/cli/src/main.ts", text: `import { auth } from "@cadastre/auth"; export const k = auth;` },
];

const PACKAGES = {
  "inventory-core": {
    dependencies: ["zod", "inversify", "@mikro-orm/core"],
    peerDependencies: ["kysely", "better-sqlite3", "pg", "libsql", "@electric-sql/pglite"],
    devDependencies: ["kysely", "better-sqlite3", "pg", "libsql", "@electric-sql/pglite"],
  },
  auth: { dependencies: ["bcrypt", "h3", "ioredis", "oidc-provider"], devDependencies: ["vitest"] },
  "http-h3": { dependencies: ["h3"] },
  importers: { dependencies: ["h3"] },
  testing: { peerDependencies: ["pg", "vitest"] },
  cli: {},
};

interface Report {
  readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
  readonly modules: readonly unknown[];
}

describe("the rules of direction", async () => {
  const configuration = (await import(join(ROOT, ".dependency-cruiser.mjs"))) as {
    default: { forbidden: { name: string; comment: string }[] };
    LAYERS: readonly string[];
    APART: readonly string[];
  };
  const rules = configuration.default.forbidden;
  let tree: string;
  let report: Report;

  beforeAll(async () => {
    tree = await mkdtemp(join(tmpdir(), "cadastre-architecture-"));
    await layOut(tree);
    report = await cruise(tree);
  });

  afterAll(async () => await rm(tree, { recursive: true, force: true }));

  it("know every folder of the core", async () => {
    const folders = (await readdir(join(ROOT, CORE), { withFileTypes: true })).filter((one) => one.isDirectory()).map(({ name }) => name);
    const known = [...configuration.LAYERS.flatMap((layer) => layer.replaceAll(/[()]/g, "").split("|")), ...configuration.APART];
    expect(folders.toSorted()).toEqual(known.toSorted());
  });

  it("have a planted violation each", () => {
    expect(Object.keys(VIOLATIONS)).toEqual(rules.map((rule) => rule.name));
  });

  it.each(rules)("say what to do instead: $name", ({ comment }) => {
    expect(comment.split(/[.:] /).length).toBeGreaterThan(1);
  });

  it.each(Object.entries(VIOLATIONS))("catch the violation of %s", (name, { file }) => {
    // A rule about folders names the folder.
    const found = report.summary.violations.filter(({ from }) => from === file || from === dirname(file));
    expect(found.map((violation) => violation.rule.name)).toContain(name);
  });

  it.each(ALLOWED)("let $file through", ({ file }) => {
    expect(report.summary.violations.filter((violation) => violation.from === file)).toEqual([]);
  });
});

/** Writes a small workspace with the violations, and stand-ins for the packages of the registry. */
async function layOut(tree: string): Promise<void> {
  for (const name of ["tsconfig.json", "tsconfig.base.json"]) await copyFile(join(ROOT, name), join(tree, name));
  const write = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(tree, file)), { recursive: true });
    await writeFile(join(tree, file), text);
  };
  for (const { file, text } of [...Object.values(VIOLATIONS), ...SURROUNDINGS, ...ALLOWED]) await write(file, text);
  const registry = new Set<string>();
  for (const [folder, dependencies] of Object.entries(PACKAGES)) {
    const named: [string, Record<string, string>][] = Object.entries(dependencies).map(([kind, names]) => {
      for (const name of names) registry.add(name);
      return [kind, Object.fromEntries(names.map((name) => [name, "*"]))];
    });
    const exports = { ".": "./src/index.ts" };
    await write(
      `packages/${folder}/package.json`,
      JSON.stringify({ name: `@cadastre/${folder}`, type: "module", exports, ...Object.fromEntries(named) }),
    );
    await mkdir(join(tree, "node_modules/@cadastre"), { recursive: true });
    await symlink(join(tree, "packages", folder), join(tree, "node_modules/@cadastre", folder));
  }
  for (const name of registry) {
    await write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: "1.0.0", type: "module", exports: "./index.js" }));
    await write(`node_modules/${name}/index.js`, "export default 1;");
  }
}

async function cruise(tree: string): Promise<Report> {
  const command = join(ROOT, "node_modules/.bin/depcruise");
  const options = ["--config", join(ROOT, ".dependency-cruiser.mjs"), "--output-type", "json", "packages"];
  const failed = await promisify(execFile)(command, options, { cwd: tree, maxBuffer: 64e6 }).catch(
    (error: unknown) => error as { stdout: string },
  );
  return JSON.parse(failed.stdout) as Report;
}
