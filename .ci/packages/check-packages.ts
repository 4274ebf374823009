// Checks what would be published: the manifests, publint, are-the-types-wrong, what the tarballs hold, what the
// declarations promise, sizes; and a project that installs the tarballs, loads every entry point and compiles against
// every declaration.
import { glob, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkApiReports } from "./api-reports.ts";
import { declarationProblems } from "./declarations.ts";
import { checkManifests } from "./manifests.ts";
import { install, type Manifest, packPackages, type PackedPackage, ROOT, runQuietly, writeWorkspace } from "./packed.ts";
import { BROWSER, TARBALLS } from "./size-limits.ts";
import { keepTo, sizeInBrowser, sizeOf } from "./sizes.ts";
import { undeclaredImports } from "./undeclared-imports.ts";

const directory = await mkdtemp(join(tmpdir(), "cadastre-packages-"));
try {
  await checkManifests();
  await checkApiReports();
  const packed = await packPackages(directory);
  for (const { manifest, published, tarball } of packed) {
    await runQuietly("publint", [tarball, "--strict"], ROOT);
    if (manifest.exports !== undefined) await runQuietly("attw", [tarball, "--profile", "esm-only", "--no-emoji", "--no-color"], ROOT);
    await checkContents(manifest, tarball);
    await checkModules(manifest, published, tarball);
    console.log(`${manifest.name}: publint and attw find nothing`);
  }
  keepTo(
    TARBALLS,
    Object.fromEntries(await Promise.all(packed.map(async ({ manifest: { name }, tarball }) => [name, await sizeOf(tarball)] as const))),
  );
  const consumer = await useAll(packed);
  for (const [name, entry] of [
    ["createClient", ""],
    ["CadastreError", ""],
    ["manifest", "/manifest"],
  ] as const) {
    keepTo(BROWSER, { [name]: await sizeInBrowser(consumer, `@cadastre/client${entry}`, name) });
  }
  console.log(`${packed.length} packages install, load and compile from their tarballs.`);
} finally {
  await rm(directory, { recursive: true, force: true });
}

/** A tarball has what was built, and the files that say what it is; no source, no test. */
async function checkContents({ name, version, files = [] }: Manifest, tarball: string): Promise<void> {
  const paths = (await runQuietly("tar", ["-tzf", tarball], ROOT))
    .trim()
    .split("\n")
    .map((path) => path.replace("package/", ""));
  // The changelog comes with the first release, and is there from then on.
  const released = version === "0.0.0" ? [] : ["CHANGELOG.md"];
  const absent = ["package.json", "LICENSE", "README.md", ...released].filter((file) => !paths.includes(file));
  const strange = paths.filter(
    (path) => path !== "package.json" && !files.some((published) => path === published || path.startsWith(`${published}/`)),
  );
  if (absent.length > 0) throw new Error(`the tarball of ${name} lacks ${absent.join(", ")}`);
  if (strange.length > 0) throw new Error(`the tarball of ${name} has ${strange.join(", ")}`);
}

/** Declarations show no private names, and modules import only packages that the manifest declares. */
async function checkModules({ name, exports = {} }: Manifest, published: Manifest, tarball: string): Promise<void> {
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "object" && entry !== null && "types" in entry ? [String(entry.types)] : [],
  );
  if (entries.length === 0) return;
  const folder = await mkdtemp(join(directory, "declarations-"));
  await runQuietly("tar", ["-xzf", tarball, "-C", folder], ROOT);
  const problems = [...(await declarationProblems(join(folder, "package"), entries))];
  const declared = Object.keys({ ...published.dependencies, ...published.peerDependencies });
  const modules = await Array.fromAsync(glob("package/dist/*.js", { cwd: folder }), (path) => join(folder, path));
  for (const undeclared of await undeclaredImports(modules, declared)) problems.push(`imports ${undeclared}, which it does not declare`);
  if (problems.length > 0) throw new Error(`what ${name} publishes: ${problems.join("; ")}`);
}

/** @returns the folder of the project that has them all */
async function useAll(packed: readonly PackedPackage[]): Promise<string> {
  await writeWorkspace(directory, ["consumer"], packed);
  const consumer = join(directory, "consumer");
  await mkdir(consumer);
  const dependencies: Record<string, string> = { "@types/node": "catalog:" };
  for (const { manifest } of packed) {
    // Optional peers too: every subpath is loaded.
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) dependencies[peer] = peer.startsWith("@cadastre/") ? "*" : "catalog:";
    dependencies[manifest.name] = "*";
  }
  await writeFile(join(consumer, "package.json"), JSON.stringify({ name: "consumer", private: true, type: "module", dependencies }));
  const entries = packed.flatMap(({ manifest }) => entryPoints(manifest));
  const imports = entries.map((entry, index) => `import * as entry${index} from ${JSON.stringify(entry)};`);
  const uses = entries.map(
    (entry, index) => `if (Object.keys(entry${index}).length === 0) throw new Error(${JSON.stringify(`${entry} exports nothing`)});`,
  );
  await writeFile(join(consumer, "load.ts"), [...imports, ...uses, ""].join("\n"));
  const compilerOptions = {
    module: "nodenext",
    target: "es2023",
    lib: ["es2023", "dom", "esnext.disposable"],
    types: ["node"],
    strict: true,
    noEmit: true,
    skipLibCheck: false,
  };
  await writeFile(join(consumer, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["load.ts"] }));
  await install(directory);
  await runQuietly(process.execPath, ["load.ts"], consumer);
  await runQuietly(join(ROOT, "node_modules/.bin/tsc"), ["-p", "."], consumer);
  for (const command of packed.flatMap(({ manifest }) => Object.keys(manifest.bin ?? {}))) {
    await runQuietly(join(consumer, "node_modules/.bin", command), ["--version"], consumer);
  }
  return consumer;
}

function entryPoints({ name, exports = {} }: Manifest): string[] {
  return Object.keys(exports).map((path) => name + path.slice(1));
}
