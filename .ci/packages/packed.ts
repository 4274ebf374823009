// What the packaging checks share: the tarballs as they would be published, and a workspace elsewhere that installs them.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, glob, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly type?: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly keywords?: readonly string[];
  readonly license?: string;
  readonly homepage?: string;
  readonly bugs?: string;
  readonly repository?: { readonly type: string; readonly url: string; readonly directory?: string };
  readonly engines?: Readonly<Record<string, string>>;
  readonly files?: readonly string[];
  readonly scripts?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly publishConfig?: {
    readonly access?: string;
    readonly provenance?: boolean;
    readonly bin?: Readonly<Record<string, string>>;
    readonly exports?: Readonly<Record<string, { readonly types: string; readonly default: string }>>;
  };
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

export interface PackedPackage {
  /** As it is in the repository. */
  readonly manifest: Manifest;
  /** As it is in the tarball: with versions, and the fields of publishConfig. */
  readonly published: Manifest;
  readonly tarball: string;
}

export async function readManifest(directory: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(directory, "package.json"), "utf8")) as Manifest;
}

/** The folders of workspace packages, by a pattern such as `packages/*`. */
export async function packageFolders(pattern: string): Promise<string[]> {
  const manifests = await Array.fromAsync(glob(`${pattern}/package.json`, { cwd: ROOT }));
  return manifests.map((manifest) => join(ROOT, dirname(manifest))).toSorted();
}

const OVERRIDES = "overrides:";

/** Packs every package under packages/ which is not private. They must have been built. */
export async function packPackages(into: string): Promise<PackedPackage[]> {
  const manifests = await Promise.all((await packageFolders("packages/*")).map(readManifest));
  const published = manifests.filter((manifest) => manifest.private !== true);
  // All at once: a start of pnpm takes longer than what it packs.
  await runQuietly("pnpm", ["-r", ...published.map(({ name }) => `--filter=${name}`), "pack", "--pack-destination", into], ROOT);
  return await Promise.all(
    published.map(async (manifest) => {
      const tarball = join(into, `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`);
      return { manifest, published: await publishedManifest(tarball), tarball };
    }),
  );
}

/** The manifest in a tarball. */
async function publishedManifest(tarball: string): Promise<Manifest> {
  return JSON.parse(await runQuietly("tar", ["-xzOf", tarball, "package/package.json"], dirname(tarball))) as Manifest;
}

/** What pack:packages has put into a folder. @throws when it has not */
export async function readPacked(folder: string): Promise<PackedPackage[]> {
  const tarballs = (await Array.fromAsync(glob("*.tgz", { cwd: folder }))).map((name) => join(folder, name)).toSorted();
  if (tarballs.length === 0) throw new Error(`there are no packages in ${folder}: run pnpm pack:packages ${folder} before`);
  return await Promise.all(
    tarballs.map(async (tarball) => {
      const published = await publishedManifest(tarball);
      return { manifest: published, published, tarball };
    }),
  );
}

/**
 * Makes `directory` a workspace like this one (same catalog, same locked versions of others) in which every package of
 * ours is its tarball.
 * @param without packages that are left out, whoever asks for them
 */
export async function writeWorkspace(
  directory: string,
  packages: readonly string[],
  packed: readonly PackedPackage[],
  without: readonly string[] = [],
): Promise<void> {
  const workspace = await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8");
  const others = workspace.split("\n").filter((line) => !line.startsWith("packages:") && line !== OVERRIDES);
  const overrides = packed.map(({ manifest, tarball }) => `  ${JSON.stringify(manifest.name)}: ${JSON.stringify(`file:${tarball}`)}`);
  overrides.push(...without.map((name) => `  ${JSON.stringify(name)}: "-"`));
  // Those of this workspace stay: ours go before them.
  const own = workspace.split("\n").indexOf(OVERRIDES);
  const after = own < 0 ? others.length : own - 1;
  const lines = [`packages: ${JSON.stringify(packages)}`, ...others.slice(0, after), OVERRIDES, ...overrides, ...others.slice(after), ""];
  await writeFile(join(directory, "pnpm-workspace.yaml"), lines.join("\n"));
  await writeFile(join(directory, "package.json"), JSON.stringify({ name: "packed-workspace", private: true, type: "module" }));
  await copyFile(join(ROOT, "pnpm-lock.yaml"), join(directory, "pnpm-lock.yaml"));
}

export async function install(directory: string, options: readonly string[] = []): Promise<void> {
  await runQuietly("pnpm", ["install", "--prefer-offline", "--no-frozen-lockfile", ...options], directory);
}

/** Runs a command with the output of this process. @throws when it fails, or does not end in time */
export async function run(command: string, args: readonly string[], cwd: string, timeoutMs = 180_000): Promise<void> {
  const child = spawn(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"], timeout: timeoutMs, killSignal: "SIGKILL" });
  const [code, signal] = (await once(child, "exit")) as [number | null, NodeJS.Signals | null];
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} failed in ${cwd}: ${signal ?? `exit code ${code}`}`);
}

/** Runs a command and shows its output only when it fails. @returns what it printed */
export async function runQuietly(command: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(command, args, { cwd, maxBuffer: Number.POSITIVE_INFINITY })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} ${args.join(" ")} failed:\n${stdout}${stderr}`, { cause: error });
  }
}
