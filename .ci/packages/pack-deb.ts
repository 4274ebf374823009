// Writes a package for Debian and what is made from it: our tarballs, what they depend on as it is locked here, Node, and
// the files of packages/cli/deploy. For the architecture that it is made on; it needs dpkg-deb.
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { install, readPacked, readManifest, ROOT, runQuietly, writeWorkspace } from "./packed.ts";
import { footprintOf } from "./sizes.ts";

const DEPLOY = join(ROOT, "packages/cli/deploy");
const HOME = "usr/lib/cadastre";
/** Optional peers that the server does without, which the lock file has because tests here use them. */
const FOR_TESTS = ["libsql", "@electric-sql/pglite"];
/** Names of Debian for those of Node. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: "amd64", arm64: "arm64" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { revision: { type: "string", default: "1" }, help: { type: "boolean", default: false } },
});

if (values.help || positionals.length > 1) {
  console.log(
    "pnpm pack:deb [FOLDER] [--revision NUMBER]\n\n  FOLDER  where pack:packages has put the tarballs and where the package goes, " +
      "packed in the repository unless given",
  );
  if (!values.help) process.exitCode = 2;
} else {
  const architecture = ARCHITECTURES[process.arch];
  if (process.platform !== "linux" || architecture === undefined)
    throw new Error(`there is no package of Node for ${process.platform} on ${process.arch}`);
  const folder = resolve(process.env["INIT_CWD"] ?? ".", positionals[0] ?? join(ROOT, "packed"));
  const work = await mkdtemp(join(tmpdir(), "cadastre-deb-"));
  try {
    // Semver sorts 1.0.0-beta before 1.0.0; Debian does so with a tilde.
    const version = `${(await readManifest(join(ROOT, "packages/cli"))).version.replace("-", "~")}-${values.revision}`;
    const stage = join(work, "stage");
    await copyPrograms(folder, work, join(stage, HOME));
    await copySettings(stage);
    await writeControl(stage, {
      VERSION: version,
      ARCHITECTURE: architecture,
      UNITS: (await unitsOf()).join(" "),
      SIZE: String(Math.ceil((await footprintOf(join(stage, HOME))) / 1024) + 130_000),
    });
    const target = join(folder, `cadastre_${version}_${architecture}.deb`);
    await runQuietly("dpkg-deb", ["--root-owner-group", "-Zzstd", "-z6", "--build", stage, target], work);
    console.log(target);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Node, and our packages with all they need, in the versions of the lock file. */
async function copyPrograms(tarballs: string, work: string, home: string): Promise<void> {
  const workspace = join(work, "workspace");
  await mkdir(join(workspace, "server"), { recursive: true });
  await writeWorkspace(workspace, ["server"], await readPacked(tarballs), FOR_TESTS);
  await writeFile(
    join(workspace, "server/package.json"),
    JSON.stringify({ name: "server", private: true, dependencies: { "@cadastre/cli": "*" } }),
  );
  await install(workspace, ["--prod", "--node-linker=hoisted", "--ignore-scripts"]);
  const modules = join(home, "node_modules");
  // Plain files: the links of .bin, and what the package manager notes for itself, are left.
  await cp(join(workspace, "node_modules"), modules, { recursive: true, filter: (path) => !/\/node_modules\/\.[^/]+$/.test(path) });
  // What compilers need, and what other systems run.
  for (const unused of ["deps", "src"]) await rm(join(modules, "better-sqlite3", unused), { recursive: true });
  for (const name of ["better-sqlite3", "bcrypt"]) {
    const prebuilds = join(modules, name, "prebuilds");
    const others = (await readdir(prebuilds)).filter((build) => !build.startsWith(`linux-${process.arch}`));
    for (const build of others) await rm(join(prebuilds, build), { recursive: true });
  }
  const node = dirname(createRequire(join(ROOT, "package.json")).resolve(`node-linux-${process.arch}/package.json`));
  await cp(join(node, "bin/node"), join(home, "bin/node"));
  await cp(join(node, "LICENSE"), join(home, "LICENSE.node"));
}

/** Units, timers among them: all of the folder, also those that are not started by the installation. */
async function unitsOf(): Promise<string[]> {
  return (await readdir(DEPLOY)).filter((name) => /\.(service|timer)$/.test(name)).toSorted();
}

async function copySettings(stage: string): Promise<void> {
  const put = async (path: string, text: string, mode = 0o644): Promise<void> => {
    await mkdir(dirname(join(stage, path)), { recursive: true });
    await writeFile(join(stage, path), text);
    await chmod(join(stage, path), mode);
  };
  const read = async (name: string): Promise<string> => await readFile(join(DEPLOY, name), "utf8");
  for (const unit of await unitsOf()) {
    await put(
      `usr/lib/systemd/system/${unit}`,
      (await read(unit)).replaceAll("/usr/bin/node", `/${HOME}/bin/node`).replaceAll("/opt/cadastre/", `/${HOME}/`),
    );
  }
  // What the unit sets is what commands of the service's user work with.
  const set = [...(await read("cadastre.service")).matchAll(/^Environment=(\S+)$/gm)].map(([, pair = ""]) => pair);
  await put(`${HOME}/service.env`, `${set.join("\n")}\n`);
  await put("usr/lib/sysusers.d/cadastre.conf", await read("cadastre.sysusers"));
  await put("etc/cadastre/cadastre.env", await read("cadastre.env"), 0o640);
  await put("usr/bin/cadastre", await read("debian/cadastre"), 0o755);
  await put(
    "usr/share/doc/cadastre/copyright",
    `${await readFile(join(ROOT, "LICENSE"), "utf8")}\nPackages in /${HOME}/node_modules, and Node, have their licenses beside them.\n`,
  );
}

/** @param values what stands between at signs in the files of deploy/debian */
async function writeControl(stage: string, values: Readonly<Record<string, string>>): Promise<void> {
  const folder = join(stage, "DEBIAN");
  await mkdir(folder);
  for (const name of ["control", "postinst", "prerm", "postrm"]) {
    const text = (await readFile(join(DEPLOY, "debian", name), "utf8")).replaceAll(/@([A-Z]+)@/g, (_all, key: string) => {
      const value = values[key];
      if (value === undefined) throw new Error(`deploy/debian/${name} asks for ${key}`);
      return value;
    });
    await writeFile(join(folder, name), text);
    await chmod(join(folder, name), name === "control" ? 0o644 : 0o755);
  }
  await writeFile(join(folder, "conffiles"), "/etc/cadastre/cadastre.env\n");
}
