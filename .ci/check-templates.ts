// Goes the way of a new user: an empty folder, `npm create cadastre@latest`, npm install, npm start. The packages are
// their tarballs, from a registry on loopback; everything else is plain npm.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isDeepStrictEqual, promisify } from "node:util";
import { packPackages, ROOT, runQuietly } from "./packages/packed.ts";
import { LocalRegistry } from "./packages/registry.ts";
import { AS_SERVICE, BY_HAND, runServer, scanWith } from "./run-server.ts";
import { coldImportRatio } from "./packages/cold-import.ts";
import { CORE_COLD_IMPORT, CORE_PACKAGES, INSTALLS } from "./packages/size-limits.ts";
import { codeLines, footprintOf, keepTo } from "./packages/sizes.ts";

const npm = async (args: readonly string[], cwd: string): Promise<string> => await runQuietly("npm", args, cwd);

const directory = await mkdtemp(join(tmpdir(), "cadastre-templates-"));
const tarballs = join(directory, "tarballs");
await mkdir(tarballs);
// Kept between runs, apart from that of whoever runs this.
const cache = `--cache=${join(ROOT, "node_modules/.cache/cadastre-templates")}`;
const others = (await promisify(execFile)("npm", ["config", "get", "registry"], { cwd: directory })).stdout.trim();
const registry = await LocalRegistry.start(await packPackages(tarballs), others);
const ours = `--@cadastre:registry=${registry.url}`;
try {
  // The first of the two commands that make a project; the folder it runs in is empty.
  const create = async (template: string, folder: string): Promise<string> => {
    const said = await npm(
      [
        "create",
        "cadastre@latest",
        folder,
        "--yes",
        `--registry=${registry.url}`,
        `--cache=${join(directory, "npm-cache")}`,
        "--",
        "--template",
        template,
      ],
      users,
    );
    if (!said.includes(`cd ${folder} && npm install`)) throw new Error(`create-cadastre does not say how to go on:\n${said}`);
    await checkFiles(template, join(users, folder));
    await npm(["install", cache, ours], join(users, folder));
    return join(users, folder);
  };
  const users = join(directory, "user");
  await mkdir(users);

  const embed = await create("embed", "my-inventory");
  const started = await npm(["start"], embed);
  if (!started.includes("web-01 has 10.20.0.10")) throw new Error(`the library gave no address:\n${started}`);
  await npm(["test"], embed);
  await npm(["run", "typecheck"], embed);
  atMost(10, await linesOf(embed, "src/main.ts"), "lines that use the library");
  console.log("embed: starts, its test passes, its types are right");

  // What its README says to install, without the tools of a template.
  const bare = join(users, "bare");
  await mkdir(bare);
  const packages = /^npm install (@cadastre\/inventory-core)\s+# SQLite$/m.exec(
    await readFile(join(ROOT, "packages/inventory-core/README.md"), "utf8"),
  )?.[1];
  if (packages === undefined) throw new Error("packages/inventory-core/README.md does not say how it is installed with SQLite");
  await npm(["install", ...packages.split(" "), cache, ours], bare);
  keepTo(INSTALLS, { "@cadastre/inventory-core with SQLite": await footprintOf(bare) });
  const { packages: locked } = JSON.parse(await readFile(join(bare, "package-lock.json"), "utf8")) as { packages: object };
  // The project itself is one of them.
  atMost(CORE_PACKAGES, Object.keys(locked).length - 1, "packages of the library with SQLite");
  const library = ["@cadastre/inventory-core", "@cadastre/inventory-core/sqlite"];
  atMost(CORE_COLD_IMPORT, await coldImportRatio(library, ["zod"], bare), "a cold import of it, in that of zod");

  // What is a package itself: its tests pass, its types are right, and it packs with all that it names.
  for (const [template, files, most, what] of [
    ["scanner", ["src/hosts-file-scanner.ts", "cadastre.config.ts"], 39, "lines of a scanner of one's own in use"],
    ["storage", ["src/node-sqlite.ts"], 40, "lines of a storage over a driver of one's own"],
    ["authenticator", ["src/token-users.ts", "cadastre.config.ts"], 60, "lines of an authenticator of one's own in use"],
    ["plugin", ["src/rack.ts", "src/rack-units.ts", "src/racks-plugin.ts"], 60, "lines of records of one's own"],
  ] as const) {
    const project = await create(template, `my-${template}`);
    await npm(["test"], project);
    await npm(["run", "typecheck"], project);
    const lines = await Promise.all(files.map(async (file) => await linesOf(project, file)));
    atMost(
      most,
      lines.reduce((sum, count) => sum + count, 0),
      what,
    );
    await npm(["pack", "--pack-destination", users], project);
    await importsPacked(project, template);
    console.log(`${template}: its tests pass, a server uses it, it packs`);
  }

  const server = await create("server", "my-register");
  keepTo(INSTALLS, { "@cadastre/cli": await footprintOf(server) });
  await runServer(server, BY_HAND);
  // The plugin as others get it: JavaScript, from its tarball.
  await npm(["install", join(users, "my-scanner-0.0.0.tgz"), cache, ours], server);
  const config = join(server, "cadastre.config.ts");
  const use =
    `DISCOVERY_SCANNER: "hosts-file", plugins: [{ use: "my-scanner", export: "hostsFileScanner", options: { path: ` +
    `"../my-scanner/hosts.txt" } }],`;
  await writeFile(config, (await readFile(config, "utf8")).replace("defineConfig({", `defineConfig({ ${use}`));
  await runServer(server, AS_SERVICE, async (url) => {
    const scan = await scanWith(url);
    const expected = { scanner: "hosts-file", found: ["10.0.0.7", "10.0.0.8"] };
    if (!isDeepStrictEqual(scan, expected))
      throw new Error(`the scan was ${JSON.stringify(scan)}, and should be ${JSON.stringify(expected)}`);
  });
  console.log("server: starts, is ready, stops when it is told; and scans with the packed plugin");
} finally {
  await registry.stop();
  await rm(directory, { recursive: true, force: true });
}

/** Every file of the template has come through the tarball, and nothing else. */
async function checkFiles(template: string, project: string): Promise<void> {
  // With types, because without them readdir follows the links of node_modules, which lead in circles.
  const list = async (folder: string): Promise<string[]> =>
    (await readdir(folder, { recursive: true, withFileTypes: true }))
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
      .filter((path) => !/^(node_modules|dist|data)(\/|$)|\.db/.test(path))
      .toSorted();
  const [created, wanted] = await Promise.all([list(project), list(join(ROOT, "packages/create-cadastre/templates", template))]);
  if (!isDeepStrictEqual(created, wanted))
    throw new Error(`the template ${template} was created as\n${created.join("\n")}\nand has\n${wanted.join("\n")}`);
}

/** What the package exports is JavaScript that was built. */
async function importsPacked(project: string, template: string): Promise<void> {
  const { name, exports } = JSON.parse(await readFile(join(project, "package.json"), "utf8")) as {
    readonly name: string;
    readonly exports: { readonly ".": { readonly default: string } };
  };
  const config = await readFile(join(project, "cadastre.config.ts"), "utf8");
  const wanted = /export: "(\w+)"/.exec(config)?.[1] ?? "";
  const script = `import(${JSON.stringify(name)}).then((all) => console.log(typeof all[${JSON.stringify(wanted)}]))`;
  const { stdout } = await promisify(execFile)("node", ["-e", script], { cwd: project });
  if (stdout.trim() !== "function") throw new Error(`the package of the template ${template} has no ${wanted} in ${exports["."].default}`);
}

async function linesOf(project: string, file: string): Promise<number> {
  return codeLines(await readFile(join(project, file), "utf8"));
}

function atMost(most: number, value: number, what: string): void {
  const said = `${what}: ${Math.round(value * 100) / 100}`;
  if (value > most) throw new Error(`${said}, and should be at most ${most}`);
  console.log(said);
}
