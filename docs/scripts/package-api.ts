import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { relative } from "node:path";
import { Application, type TypeDocOptions } from "typedoc";
import type { PluginOptions } from "typedoc-plugin-markdown";
import { ROOT } from "./markdown-pages.ts";

interface Manifest {
  readonly name: string;
  /** A package that is only a command has none. */
  readonly exports?: Readonly<Record<string, string>>;
}

/** An entry point of a package: what users write in an import, and the file that it is. */
export interface EntryPoint {
  readonly name: string;
  readonly file: string;
}

/** Every entry point of every package, read off their manifests. */
export function entryPoints(): readonly EntryPoint[] {
  return globSync("packages/*/package.json", { cwd: ROOT })
    .toSorted()
    .flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(ROOT + path, "utf8")) as Manifest;
      return Object.entries(exports)
        .filter(([, file]) => file.endsWith(".ts"))
        .map(([subpath, file]) => ({ name: name + subpath.slice(1), file: path.replace("package.json", file.slice("./".length)) }));
    });
}

/** Where the pages are written; git does not know them. */
export const API_FOLDER = `${ROOT}docs/api`;

/**
 * Writes a page for each entry point, from its declarations and their comments.
 * @throws when an entry point cannot be read, or exports something that has no place
 */
export async function writePackageApi(): Promise<void> {
  const points = entryPoints();
  await rm(API_FOLDER, { recursive: true, force: true });
  const options: Partial<TypeDocOptions & PluginOptions> = {
    entryPoints: points.map(({ file }) => ROOT + file),
    tsconfig: `${ROOT}tsconfig.json`,
    plugin: ["typedoc-plugin-markdown"],
    out: API_FOLDER,
    // It is empty already; a mistake in its path must not empty another.
    cleanOutputDir: false,
    readme: "none",
    name: "API of the packages",
    // Nothing that differs from one run to the next: no commit, no generator, no order of files.
    disableGit: true,
    disableSources: true,
    hideGenerator: true,
    sort: ["alphabetical"],
    excludePrivate: true,
    excludeInternal: true,
    excludeExternals: true,
    logLevel: "Warn",
    validation: false,
    // tsc has looked already.
    skipErrorChecking: true,
    router: "module",
    flattenOutputFiles: true,
    entryFileName: "index",
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    useHTMLEncodedBrackets: true,
    // Its anchors and the site number headings of one name differently.
    useHTMLAnchors: true,
    sanitizeComments: true,
    parametersFormat: "table",
    propertyMembersFormat: "table",
    interfacePropertiesFormat: "table",
    typeDeclarationFormat: "table",
  };
  const app = await Application.bootstrapWithPlugins(options);
  const project = await app.convert();
  if (project === undefined) throw new Error("the entry points of the packages cannot be read");
  const names = new Map(points.map(({ name, file }) => [moduleNameOf(file), name]));
  for (const module of project.children ?? []) {
    const name = names.get(module.name);
    if (name === undefined) throw new Error(`the API has a module ${module.name}, which is no entry point of a package`);
    module.name = name;
    names.delete(moduleNameOf(points.find((point) => point.name === name)?.file ?? ""));
  }
  if (names.size > 0) throw new Error(`the API lacks ${[...names.values()].join(", ")}`);
  await app.generateOutputs(project);
}

/** What typedoc calls the module of a file. */
function moduleNameOf(file: string): string {
  return relative("packages", file)
    .replace(/\.ts$/, "")
    .replace(/\/index$/, "");
}
