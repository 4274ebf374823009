// What package.json of every published package has to say. What they have in common is stated in that of the root, and
// `--write` brings it into the others.
import { readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import semver from "semver";
import { parse } from "yaml";
import { type Manifest, packageFolders, readManifest, ROOT } from "./packed.ts";

const FILES = ["dist", "LICENSE", "README.md", "CHANGELOG.md"];
/** What a package publishes besides. */
const MORE_FILES: Readonly<Record<string, readonly string[]>> = { "@cadastre/cli": ["deploy"], "@cadastre/http-h3": ["api-reference"] };

const TEMPLATES = "packages/create-cadastre/templates/*";

const MIN_KEYWORDS = 3;

/**
 * What the packages run on. They are built for the oldest of it (tsup.base.ts), which lowers syntax that it lacks; sources
 * run as they are, so the root says for them what they need. check-nodes.ts runs both on the oldest and the newest.
 */
export const PACKAGES_NODE = ">=22.18";
const NODE_IN_WORDS = `Node ${PACKAGES_NODE.slice(2)} or newer`;

/**
 * Fields that all packages have alike, most of them as the manifest of the root. `repository` is absent there as long as it is not known,
 * and then in all.
 */
export function common(root: Manifest, folder: string): Partial<Manifest> {
  const { license, homepage, bugs, repository } = root;
  return {
    ...(license !== undefined && { license }),
    engines: { node: PACKAGES_NODE },
    ...(homepage !== undefined && { homepage }),
    ...(bugs !== undefined && { bugs }),
    ...(repository !== undefined && { repository: { ...repository, directory: `packages/${basename(folder)}` } }),
  };
}

const COMMON = ["license", "engines", "homepage", "bugs", "repository"] as const;

/** What is wrong with a package's manifest and with the files beside it. */
export async function problemsOf(folder: string, root: Manifest, version: string): Promise<string[]> {
  const manifest = await readManifest(folder);
  const { name, description = "", keywords = [], files, publishConfig, exports = {} } = manifest;
  const wanted = common(root, folder);
  const readme = (await text(folder, "README.md")) ?? "";
  const wantedFiles = [...FILES, ...(MORE_FILES[name] ?? [])];
  const rules: Readonly<Record<string, boolean>> = {
    "has no description": description !== "",
    [`has fewer than ${MIN_KEYWORDS} keywords, or not "cadastre" among them`]:
      keywords.length >= MIN_KEYWORDS && keywords.includes("cadastre"),
    'is no ES module (type: "module")': manifest.type === "module",
    [`has another version than the others (${version})`]: manifest.version === version,
    [`publishes other files than ${wantedFiles.join(", ")}`]: isDeepStrictEqual(files?.toSorted(), wantedFiles.toSorted()),
    "is not published to everybody (publishConfig.access)": publishConfig?.access === "public",
    "is published without provenance (publishConfig.provenance)": publishConfig?.provenance === true,
    "publishes other entry points than it has": isDeepStrictEqual(Object.keys(publishConfig?.exports ?? {}), Object.keys(exports)),
    "publishes other commands than it has": isDeepStrictEqual(Object.keys(publishConfig?.bin ?? {}), Object.keys(manifest.bin ?? {})),
    "has neither entry points nor a command": Object.keys({ ...exports, ...manifest.bin }).length > 0,
    "has another LICENSE than the root": (await text(folder, "LICENSE")) === (await text(ROOT, "LICENSE")),
    "has no README.md that begins with its name": readme.startsWith(`# ${name}\n`),
    "has a README.md that does not say how it is installed":
      new RegExp(`^npm install .*${name}\\b`, "m").test(readme) || readme.includes(`npm ${name.replace("-", " ")}@latest`),
    [`has a README.md that does not say on which Node it runs (${NODE_IN_WORDS})`]: readme.includes(NODE_IN_WORDS),
    ...Object.fromEntries(
      COMMON.map((field) => [
        `says another ${field} than the root; run: node .ci/packages/manifests.ts --write`,
        isDeepStrictEqual(manifest[field], wanted[field]),
      ]),
    ),
  };
  return [...Object.entries(rules).flatMap(([problem, holds]) => (holds ? [] : [`${name} ${problem}`])), ...rangeProblems(manifest)];
}

/** Packages of which a program must have one copy: types of two versions do not fit each other. */
const SHARED = new Set(["zod"]);

/**
 * Returns the peers and shared dependencies of a manifest that are not the published ranges of pnpm-workspace.yaml: an exact version
 * would be a second copy, or a refused installation, for everybody who has another one.
 */
export function rangeProblems({ name, dependencies = {}, peerDependencies = {} }: Manifest): string[] {
  const shared = Object.entries(dependencies).filter(([dependency]) => SHARED.has(dependency));
  return [...shared, ...Object.entries(peerDependencies)]
    .filter(([dependency, range]) => range !== (dependency.startsWith("@cadastre/") ? "workspace:^" : "catalog:peers"))
    .map(([dependency, range]) => `${name} has ${dependency} as "${range}": write "catalog:peers", the range that is tested`);
}

const text = async (folder: string, file: string): Promise<string | undefined> =>
  await readFile(join(folder, file), "utf8").catch(() => undefined);

/** Returns the published ranges that are one version, or that do not hold the version of the catalog, which is the one developed with. */
export function peerProblems(workspace: string): string[] {
  const { catalog, catalogs } = parse(workspace) as { catalog: Record<string, string>; catalogs: { peers: Record<string, string> } };
  return Object.entries(catalogs.peers).flatMap(([name, range]) => {
    if (semver.valid(range) !== null) return [`the peer ${name} is ${range}: one version is no range`];
    const developedWith = catalog[name] ?? "";
    return semver.satisfies(developedWith, range) ? [] : [`the peer ${name} is ${range}, and the catalog has ${developedWith}`];
  });
}

/** @throws naming everything that is wrong */
export async function checkManifests(): Promise<void> {
  const root = await readManifest(ROOT);
  const folders = await packageFolders("packages/*");
  const [{ version } = { version: "" }] = await Promise.all(folders.map(readManifest));
  const problems = [
    ...(await Promise.all(folders.map((folder) => problemsOf(folder, root, version)))).flat(),
    ...(await Promise.all((await packageFolders(TEMPLATES)).map(readManifest))).flatMap(rangeProblems),
    ...peerProblems(await readFile(join(ROOT, "pnpm-workspace.yaml"), "utf8")),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  console.log(`${folders.length} manifests say what they have to say.`);
}

/** The text of a manifest with what the root says, and everything else as it is written. */
export function withCommon(text: string, wanted: Partial<Manifest>): string {
  const lines = text.split("\n").filter((line) => !COMMON.some((field) => line.startsWith(`  "${field}":`)));
  const place = lines.findIndex((line) => line.startsWith('  "type":'));
  if (place === -1) throw new Error('a manifest without "type" has no place for what the root says');
  const added = COMMON.flatMap((field) => (wanted[field] === undefined ? [] : [`  "${field}": ${oneLine(wanted[field])},`]));
  const after = lines.toSpliced(place, 0, ...added).join("\n");
  JSON.parse(after);
  return after;
}

async function writeCommon(): Promise<void> {
  const root = await readManifest(ROOT);
  for (const folder of await packageFolders("packages/*")) {
    const path = join(folder, "package.json");
    await writeFile(path, withCommon(await readFile(path, "utf8"), common(root, folder)));
  }
}

/** JSON with blanks, as the manifests have it. */
function oneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${JSON.stringify(key)}: ${oneLine(inner)}`)
    .join(", ")} }`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) await writeCommon();
  await checkManifests();
}
