import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TrialContext } from "../trial.ts";
import { finish } from "./programs.ts";

/** Kept between runs: what was downloaded once. */
const CACHE = fileURLToPath(new URL("../../../node_modules/.cache/cadastre-trials/", import.meta.url));

const SUITE = "bookworm";
/** systemd, and the libraries of the system that Node is linked with (libatomic since 26). */
const PACKAGES = ["systemd", "systemd-sysv", "dbus", "init-system-helpers", "libstdc++6", "libatomic1"];

/** A tarball of the smallest Debian that systemd runs in: no Node, nothing of ours. Made when it is not there yet. */
export async function debianTarball({ program, report, signal }: TrialContext): Promise<string> {
  const contents = createHash("sha256").update(PACKAGES.join()).digest("hex").slice(0, 8);
  const tarball = join(CACHE, `${SUITE}-${contents}.tar`);
  if (await stat(tarball).catch(() => undefined)) return tarball;
  await mkdir(CACHE, { recursive: true });
  const started = performance.now();
  await finish(
    program("mmdebstrap"),
    [
      "--variant=minbase",
      `--include=${PACKAGES.join(",")}`,
      "--dpkgopt=force-unsafe-io",
      "--format=tar",
      SUITE,
      `${tarball}.part`,
      ...(await sources()),
    ],
    { signal },
  );
  await rename(`${tarball}.part`, tarball);
  report(`made a Debian (${SUITE}) in ${((performance.now() - started) / 1000).toFixed(0)} s; it is kept for later runs`);
  return tarball;
}

/** Where this machine gets its packages from, if it is a Debian that says so in the newer form. */
async function sources(): Promise<readonly string[]> {
  const folder = "/etc/apt/sources.list.d";
  const names: readonly string[] = await readdir(folder).catch(() => []);
  return names.includes("debian.sources") ? [join(folder, "debian.sources")] : [];
}

/** Unpacks a clean Debian into a folder of the trial. @returns the folder */
export async function debianRoot(context: TrialContext, name: string): Promise<string> {
  const root = join(context.folder, name);
  await mkdir(root);
  await finish("tar", ["-xf", await debianTarball(context), "-C", root], { signal: context.signal });
  await writeFile(join(root, "etc/hostname"), `${name}\n`);
  return root;
}

/** Puts Node and npm of given versions into a Debian, from the package registry. */
export async function putNode(
  root: string,
  versions: { readonly node: string; readonly npm: string },
  { folder, signal }: TrialContext,
): Promise<void> {
  const from = join(folder, `registry-node-${versions.node}`);
  await mkdir(from);
  const node = `node-linux-${process.arch}`;
  await finish(
    "npm",
    ["install", "--prefix", from, "--ignore-scripts", "--no-audit", "--no-fund", `${node}@${versions.node}`, `npm@${versions.npm}`],
    { signal },
  );
  await copyFile(join(from, "node_modules", node, "bin/node"), join(root, "usr/bin/node"));
  const modules = join(root, "usr/lib/node_modules");
  await mkdir(modules, { recursive: true });
  await rename(join(from, "node_modules/npm"), join(modules, "npm"));
  for (const command of ["npm", "npx"]) await symlink(`../lib/node_modules/npm/bin/${command}-cli.js`, join(root, "usr/bin", command));
  await rm(from, { recursive: true });
  await trustAsHere(root);
}

/** npm in the clean root asks the registry that npm here asks, and trusts whom it trusts. */
async function trustAsHere(root: string): Promise<void> {
  const setting = async (name: string): Promise<string | undefined> =>
    (await finish("npm", ["config", "get", name])).out.split("\n").find((line) => line !== "" && line !== "null" && line !== "undefined");
  const [registry, cafile] = await Promise.all([setting("registry"), setting("cafile")]);
  const lines = [
    `registry=${registry ?? "https://registry.npmjs.org/"}`,
    "cache=/npm-cache",
    "update-notifier=false",
    "audit=false",
    "fund=false",
  ];
  // Node, and npm with it, trusts these as well.
  const authorities = cafile ?? process.env["NODE_EXTRA_CA_CERTS"];
  if (authorities !== undefined) {
    const inside = "/usr/local/share/registry-ca.crt";
    await copyFile(authorities, join(root, inside));
    lines.push(`cafile=${inside}`);
  }
  // The file of npm itself: the one of the machine is looked for elsewhere when --prefix is given.
  await writeFile(join(root, "usr/lib/node_modules/npm/npmrc"), `${lines.join("\n")}\n`);
}

/** Where npm of the clean roots keeps what it has downloaded. */
export async function npmCache(): Promise<string> {
  const folder = join(CACHE, "npm");
  await mkdir(folder, { recursive: true, mode: 0o777 });
  return folder;
}
