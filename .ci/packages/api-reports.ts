// What the packages promise, as text in the repository: packages/<name>/api/<entry>.api.md, written from the declarations
// that were built. A change of the public surface is seen in a review. `--write` writes them.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from "@microsoft/api-extractor";
import { packageFolders, readManifest, ROOT } from "./packed.ts";
import { difference, inOneOrder } from "./report-text.ts";

const REMEDY = "run: npx --yes pnpm@12 build, then npx --yes pnpm@12 api:report; and look at what the change takes from users";

interface Entry {
  readonly folder: string;
  /** `index` for the package itself, else the name of the subpath. */
  readonly name: string;
  /** What is imported: `@cadastre/inventory-core/sqlite`. */
  readonly specifier: string;
  /** Its declarations, from the folder of the package. */
  readonly types: string;
}

/** The entry points of all packages. */
async function entries(): Promise<Entry[]> {
  const found: Entry[] = [];
  for (const folder of await packageFolders("packages/*")) {
    const manifest = await readManifest(folder);
    for (const [path, { types }] of Object.entries(manifest.publishConfig?.exports ?? {})) {
      found.push({ folder, name: path === "." ? "index" : basename(path), specifier: manifest.name + path.slice(1), types });
    }
  }
  return found;
}

/** The reports as they should be, by the path in the repository. */
async function reports(): Promise<Map<string, string>> {
  const all = await entries();
  const temporary = await mkdtemp(join(tmpdir(), "cadastre-api-"));
  try {
    const found = new Map<string, string>();
    for (const entry of all)
      found.set(`packages/${basename(entry.folder)}/api/${entry.name}.api.md`, await reportOf(entry, all, temporary));
    return found;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function reportOf({ folder, name, types: declarations }: Entry, all: readonly Entry[], temporary: string): Promise<string> {
  const types = join(folder, declarations);
  // Our other packages are seen as users see them, by their declarations; and by way of node_modules, so that they are
  // named in the report and not repeated.
  const others = all.map(
    (other) => [other.specifier, [join(folder, "node_modules", other.specifier.split("/", 2).join("/"), other.types)]] as const,
  );
  const none = { logLevel: ExtractorLogLevel.None };
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: types,
    newlineKind: "lf",
    compiler: {
      overrideTsconfig: {
        extends: join(ROOT, "tsconfig.base.json"),
        // Kysely, whose declarations are bundled, is named in reports and not repeated.
        compilerOptions: { paths: { ...Object.fromEntries(others), "#kysely": [join(folder, "node_modules/kysely/dist/index.d.ts")] } },
        files: [types],
      },
    },
    apiReport: {
      enabled: true,
      reportFileName: `${name}.api.md`,
      reportFolder: temporary,
      reportTempFolder: join(temporary, "temp"),
      includeForgottenExports: true,
    },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
      extractorMessageReporting: { default: none },
      tsdocMessageReporting: { default: none },
    },
  };
  const config = ExtractorConfig.prepare({
    configObject,
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, "package.json"),
  });
  const messages: string[] = [];
  const { errorCount } = Extractor.invoke(config, {
    localBuild: true,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel === ExtractorLogLevel.Error) messages.push(message.formatMessageWithLocation(folder));
    },
  });
  if (errorCount > 0) throw new Error(`the declarations of ${types} cannot be read:\n${messages.join("\n")}`);
  return inOneOrder(await readFile(join(temporary, `${name}.api.md`), "utf8"));
}

/** Reports that are in the repository. */
async function written(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of await packageFolders("packages/*")) {
    const files = await readdir(join(folder, "api")).catch(() => []);
    found.push(...files.map((file) => `packages/${basename(folder)}/api/${file}`));
  }
  return found;
}

/** @throws when a report differs from the declarations that were built */
export async function checkApiReports(): Promise<void> {
  const wanted = await reports();
  const problems: string[] = [];
  for (const [path, report] of wanted) {
    const now = await readFile(join(ROOT, path), "utf8").catch(() => undefined);
    if (now !== report)
      problems.push(now === undefined ? `${path} is missing` : `${path} differs from the declarations:\n${difference(now, report)}`);
  }
  problems.push(...(await written()).filter((path) => !wanted.has(path)).map((path) => `${path} is of no entry point`));
  if (problems.length > 0) throw new Error(`${problems.join("\n")}\n${REMEDY}`);
  console.log(`${wanted.size} reports say what the declarations say.`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!process.argv.includes("--write")) await checkApiReports();
  else {
    for (const path of await written()) await rm(join(ROOT, path));
    for (const [path, report] of await reports()) {
      await mkdir(join(ROOT, path, ".."), { recursive: true });
      await writeFile(join(ROOT, path), report);
      console.log(path);
    }
  }
}
