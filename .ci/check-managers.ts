// What a user meets who has another package manager, another runtime or another compiler than we: an application that has
// drivers and an ORM of its own, in newer versions than ours, adds the library and runs the first example. The packages are their
// tarballs, from a registry on loopback; they must have been built.
import { execFile } from "node:child_process";
import { copyFile, glob, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import semver from "semver";
import { parse } from "yaml";
import { packPackages, ROOT, runQuietly } from "./packages/packed.ts";
import { LocalRegistry } from "./packages/registry.ts";

/** Versions of what is tried here and used nowhere else, and of what we use ourselves. */
const { catalog, catalogs } = parse(await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8")) as {
  catalog: Record<string, string>;
  catalogs: { tried: Record<string, string>; peers: Record<string, string> };
};
const tried = (name: string): string => {
  const version = catalogs.tried[name] ?? catalog[name];
  if (version === undefined) throw new Error(`pnpm-workspace.yaml has no ${name} in its catalogs`);
  return version;
};
/** A package of the registry that has a command, by npm's own runner. */
const run = async (name: string, command: readonly string[], cwd: string): Promise<string> =>
  await runQuietly("npx", ["--yes", "-p", `${name}@${tried(name)}`, ...command], cwd);

const OURS = "@cadastre/inventory-core";
const KITS = "@cadastre/testing";
/** What the application has for itself. */
const THEIRS = ["better-sqlite3", "@mikro-orm/core", "@mikro-orm/sqlite"].map((name) => `${name}@${tried(name)}`);
const EXAMPLE = join(ROOT, "examples/embed-in-a-script/src");
const PROGRAMS = ["main.ts", "errors-and-events.ts", "own-services.ts", "plans.ts"];
/** The suite for authors of storages, for each runner of tests. */
const RUNNERS = join(ROOT, "packages/testing/test/runners");
/** An application with users of its own, on each of these frameworks. */
const USERS_EXAMPLE = join(ROOT, "examples/embed-with-your-users");
const FRAMEWORKS = ["express", "fastify", "hono", "h3"];
/** What the example prints; it checks the rest itself. */
const SAID = "web-01";

/** A plugin with records of its own: its types are inferred from schemas of zod. */
const PLUGIN = join(ROOT, "packages/create-cadastre/templates/plugin/src");

/** Allocates an address on each storage whose driver is a peer, and turns a schema of zod into JSON Schemas. */
const STORAGES = `import { AuditRecord, createInventory } from "${OURS}";
import { SchemaBook } from "${OURS}/protocol";
import { libsql } from "${OURS}/libsql";
import { pglite } from "${OURS}/pglite";
import { postgresql } from "${OURS}/postgresql";
import { startPostgres } from "${KITS}";
const book = new SchemaBook();
book.output(AuditRecord);
const withId = Object.keys(book.components).filter((name) => "id" in book.components[name]);
if (withId.length > 0) throw new Error("no JSON Schemas: " + withId.join(", "));
const server = await startPostgres();
for (const storage of [libsql("libsql.db"), pglite(), postgresql(server.adminUrl)]) {
  const inventory = await createInventory({ storage });
  const network = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/24" });
  const pool = await inventory.pools.create(network.id, { name: "p", start_ip: "10.0.0.1", end_ip: "10.0.0.9" });
  await inventory.pools.allocate(pool.id);
  console.log(storage.name, (await inventory.devices.create({ name: "${SAID}" })).name);
  await inventory.close();
}
await server.stop();
`;

const REQUIRES = `const { createInventory } = require("${OURS}");
const { sqlite } = require("${OURS}/sqlite");
createInventory({ storage: sqlite(":memory:") }).then(async (inventory) => {
  console.log((await inventory.devices.create({ name: "${SAID}" })).name);
  await inventory.close();
});
`;

/**
 * A program of the library that gives what each method answers, as its compiler infers it: with `declaration`, every type must have a name
 * that its package exports.
 */
const DECLARES = `import { createInventory } from "${OURS}";
import { sqlite } from "${OURS}/sqlite";
import { writeFileSync } from "node:fs";
const inventory = await createInventory({ storage: sqlite(":memory:") });
const has = ([service, method]) => typeof inventory[service]?.[method] === "function";
const methods = inventory.host.operations.map(({ id }) => id.split(".")).filter(has);
await inventory.close();
const lines = methods.map(([service, method]) => {
  const parameters = \`...args: Parameters<Inventory["\${service}"]["\${method}"]>\`;
  return \`export const \${service}_\${method} = async (\${parameters}) => await inventory.\${service}.\${method}(...args);\`;
});
if (lines.length < 100) throw new Error("only " + lines.length + " methods were found");
const head = 'import type { Inventory } from "${OURS}";\\ndeclare const inventory: Inventory;';
writeFileSync("declared.ts", [head, ...lines, ""].join("\\n"));
`;

const directory = await mkdtemp(join(tmpdir(), "cadastre-managers-"));
const tarballs = join(directory, "tarballs");
await mkdir(tarballs);
const npmSays = async (name: string): Promise<string> =>
  (await promisify(execFile)("npm", ["config", "get", name], { cwd: directory })).stdout.trim();
const others = await npmSays("registry");
/** Whom npm trusts besides, where a company looks into its connections; the others do not read npm's settings. */
const cafile = await npmSays("cafile");
const isTrusted = cafile !== "" && cafile !== "null" && cafile !== "undefined";
const registry = await LocalRegistry.start(await packPackages(tarballs), others);

/** How each manager is told where our packages are, and how it adds packages. */
const MANAGERS: Readonly<
  Record<string, { readonly file: string; readonly text: string; add(words: string[], cwd: string): Promise<string> }>
> = {
  npm: {
    file: ".npmrc",
    text: `@cadastre:registry=${registry.url}\ncache=${join(ROOT, "node_modules/.cache/cadastre-templates")}\n`,
    add: async (words, cwd) => await runQuietly("npm", ["install", ...words], cwd),
  },
  pnpm: {
    file: ".npmrc",
    text: `@cadastre:registry=${registry.url}\n`,
    add: async (words, cwd) => await runQuietly("pnpm", ["add", ...words], cwd),
  },
  yarn: {
    file: ".yarnrc.yml",
    // A registry that does not say when a package was published has none that is old enough.
    text:
      `npmScopes:\n  cadastre:\n    npmRegistryServer: "${registry.url}"\nunsafeHttpWhitelist: ["127.0.0.1"]\n` +
      `npmRegistryServer: "${others}"\nnodeLinker: node-modules\nnpmPreapprovedPackages: ["@cadastre/*"]\nenableTelemetry: false\n` +
      (isTrusted ? `httpsCaFilePath: ${JSON.stringify(cafile)}\n` : ""),
    add: async (words, cwd) => await run("@yarnpkg/cli-dist", ["yarn", "add", ...words], cwd),
  },
  bun: {
    file: "bunfig.toml",
    text:
      `[install]\nregistry = "${others}"\n${isTrusted ? `cafile = ${JSON.stringify(cafile)}\n` : ""}` +
      `[install.scopes]\n"@cadastre" = "${registry.url}"\n`,
    add: async (words, cwd) => await run("bun", ["bun", "add", ...words], cwd),
  },
};

/** A folder where a manager finds our packages, and the programs in it. */
async function folderOf(manager: string, name: string, sources: string, programs: readonly string[]): Promise<string> {
  const { file, text } = MANAGERS[manager] as (typeof MANAGERS)[string];
  const folder = join(directory, name);
  await mkdir(folder);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "application", private: true, type: "module" }));
  await writeFile(join(folder, file), text);
  // A workspace of somebody else above it is none of its business.
  if (manager === "pnpm") await writeFile(join(folder, "pnpm-workspace.yaml"), "packages: []\n");
  for (const program of programs) await copyFile(join(sources, program), join(folder, program));
  return folder;
}

/** An application that has installed ours beside its own. @returns its folder */
async function application(manager: string): Promise<string> {
  const folder = await folderOf(manager, manager, EXAMPLE, PROGRAMS);
  await writeFile(join(folder, "requires.cjs"), REQUIRES);
  await MANAGERS[manager]?.add(THEIRS, folder);
  await MANAGERS[manager]?.add([OURS], folder);
  return folder;
}

/** An application with users of its own that has installed ours and its framework. @returns its folder, and its programs */
async function applicationWithUsers(manager: string): Promise<readonly [string, readonly string[]]> {
  const sources = join(USERS_EXAMPLE, "src");
  const programs = await readdir(sources);
  const folder = await folderOf(manager, `users-${manager}`, sources, programs);
  const { dependencies = {}, devDependencies = {} } = JSON.parse(await readFile(join(USERS_EXAMPLE, "package.json"), "utf8")) as {
    readonly [list in "dependencies" | "devDependencies"]?: Readonly<Record<string, string>>;
  };
  const names = Object.keys({ ...dependencies, ...devDependencies });
  await MANAGERS[manager]?.add(
    names.map((name) => (name.startsWith("@cadastre/") ? name : `${name}@${tried(name)}`)),
    folder,
  );
  return [folder, programs];
}

/** Versions of the published ranges: the lowest of each alternative (`^3.0.0 || ^4.0.0` has two), and at last the newest. */
function peerVersions(): readonly (readonly string[])[] {
  const ranges = Object.entries(catalogs.peers).map(([name, range]) => [name, range.split(" || ")] as const);
  const steps = Math.max(...ranges.map(([, alternatives]) => alternatives.length));
  const lowest = Array.from({ length: steps }, (_, step) =>
    ranges.map(
      ([name, alternatives]) => `${name}@${semver.minVersion(alternatives[Math.min(step, alternatives.length - 1)] ?? "")?.version}`,
    ),
  );
  return [...lowest, ranges.map(([name, alternatives]) => `${name}@${alternatives.at(-1)}`)];
}

/** An application that has other versions of the shared packages: one copy of zod, each storage runs, and a plugin compiles. */
async function checkPeers(versions: readonly string[], name: string, compiles: boolean): Promise<void> {
  const programs = await readdir(PLUGIN);
  const folder = await folderOf("npm", name, PLUGIN, programs);
  await writeFile(join(folder, "storages.mjs"), STORAGES);
  await MANAGERS["npm"]?.add([...versions], folder);
  await MANAGERS["npm"]?.add([OURS, KITS], folder);
  const copies = await Array.fromAsync(glob("node_modules/**/zod/package.json", { cwd: folder }));
  if (copies.length !== 1) throw new Error(`with ${versions.join(", ")} there is not one copy of zod: ${copies.join(", ")}`);
  const output = await runQuietly(process.execPath, ["storages.mjs"], folder);
  for (const storage of ["libsql", "pglite", "postgresql"])
    mustSay(`${storage} with ${versions.join(", ")}`, output.match(`${storage} .*`)?.[0] ?? "");
  if (compiles) await checkCompilers(folder, programs);
}

/** An application whose tests run the suites for authors on this version of Vitest. */
async function checkVitest(version: string): Promise<void> {
  const folder = await folderOf("npm", `vitest-${version}`, RUNNERS, ["on-vitest.ts", "suite.ts", "vitest.config.ts"]);
  await MANAGERS["npm"]?.add([`vitest@${version}`, `better-sqlite3@${tried("better-sqlite3")}`], folder);
  await MANAGERS["npm"]?.add([OURS, KITS], folder);
  await runQuietly("npx", ["vitest", "run", "--config", "vitest.config.ts"], folder);
  console.log(`Vitest ${version}: the suite of storages passes`);
}

function mustSay(how: string, output: string): void {
  if (!output.includes(SAID)) throw new Error(`${how} printed\n${output}`);
  console.log(`${how}: the first example runs`);
}

try {
  for (const manager of Object.keys(MANAGERS)) {
    const folder = await application(manager);
    mustSay(`Node, installed by ${manager}`, await runQuietly(process.execPath, ["main.ts"], folder));
    if (manager === "bun") mustSay("Bun", await run("bun", ["bun", "main.ts"], folder));
    if (manager !== "npm") continue;
    mustSay("Deno", await run("deno", ["deno", "run", "--allow-all", "--node-modules-dir=manual", "main.ts"], folder));
    mustSay("require", await runQuietly(process.execPath, ["requires.cjs"], folder));
    const bundle = [
      "esbuild",
      "main.ts",
      "--bundle",
      "--platform=node",
      "--format=esm",
      "--external:better-sqlite3",
      "--outfile=bundle.mjs",
    ];
    await run("esbuild", bundle, folder);
    mustSay("a bundle of esbuild", await runQuietly(process.execPath, ["bundle.mjs"], folder));
    await writeFile(join(folder, "declares.mjs"), DECLARES);
    await runQuietly(process.execPath, ["declares.mjs"], folder);
    await checkCompilers(folder, [...PROGRAMS, "declared.ts"]);
  }
  for (const manager of Object.keys(MANAGERS)) {
    const [folder, programs] = await applicationWithUsers(manager);
    for (const framework of FRAMEWORKS) await runQuietly(process.execPath, [`on-${framework}.ts`], folder);
    console.log(`Node, installed by ${manager}: an application with its own users runs on ${FRAMEWORKS.join(", ")}`);
    if (manager === "npm") await checkCompilers(folder, programs, ["esnext", "dom", "dom.iterable", "dom.asynciterable"]);
  }
  for (const version of ["vitest-3", "vitest-4", "vitest"]) await checkVitest(tried(version));
  const all = peerVersions();
  // Plugins are compiled with the lowest and with the newest version of zod.
  for (const [index, versions] of all.entries()) await checkPeers(versions, `peers-${index}`, index === 0 || index === all.length - 1);
} finally {
  await registry.stop();
  await rm(directory, { recursive: true, force: true });
}

/**
 * Each compiler checks the programs, and the declarations that they lead to.
 * @param libraries what declarations of others need besides: h3's and Hono's name types of a browser, and newer ones of the language
 */
async function checkCompilers(folder: string, files: readonly string[], libraries: readonly string[] = []): Promise<void> {
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "esnext.disposable", ...libraries],
    types: ["node"],
    strict: true,
    noEmit: true,
    declaration: true,
    allowImportingTsExtensions: true,
    skipLibCheck: false,
  };
  await runQuietly("npm", ["install", "--save-dev", `@types/node@${tried("@types/node")}`], folder);
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  for (const compiler of ["typescript-5", "typescript", "typescript-7"]) {
    const version = tried(compiler);
    const start = performance.now();
    await runQuietly("npx", ["--yes", "-p", `typescript@${version}`, "tsc", "-p", "."], folder);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`TypeScript ${version}: the programs and their declarations compile (${seconds} s)`);
  }
}
