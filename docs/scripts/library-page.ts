// The values that the entry points of the core export: a page of the reference, and the check that each is meant to be exported.
import { globSync } from "node:fs";
import ts from "typescript";
import { readPage, ROOT } from "./markdown-pages.ts";
import { type EntryPoint, entryPoints } from "./package-api.ts";
import { code, page, section, table } from "./reference-pages.ts";

const CORE = "@cadastre/inventory-core";

/** A value that an entry point exports: a function, a class, a constant or a schema. */
export interface ExportedValue {
  readonly name: string;
  /** First sentence of its documentation; empty where it has none. */
  readonly summary: string;
  readonly isSchema: boolean;
  /** Marked with `@internal`: it is left out of the reference, and users must not use it. */
  readonly isInternal: boolean;
}

/** An entry point with the comment at the top of its file. */
export interface LibraryEntry {
  readonly name: string;
  readonly about: string;
  readonly values: readonly ExportedValue[];
}

/** Returns what entry points export, in the order of their names. @param points files from the top of the repository, or absolute */
export function exportedValues(points: readonly EntryPoint[]): readonly LibraryEntry[] {
  const { config } = ts.readConfigFile(`${ROOT}tsconfig.base.json`, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
  const pathOf = ({ file }: EntryPoint): string => (file.startsWith("/") ? file : ROOT + file);
  const program = ts.createProgram(points.map(pathOf), options);
  const checker = program.getTypeChecker();
  return points.map((point) => {
    const source = program.getSourceFile(pathOf(point));
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${point.file} exports nothing`);
    const about = /^\/\/ (?:Subpath \S+: )?(.+)$/m.exec(source?.text ?? "")?.[1] ?? "";
    const values = checker
      .getExportsOfModule(module)
      .filter((exported) => !isTypeOnly(exported))
      .map((exported) =>
        valueOf(exported.name, exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported, checker),
      )
      .filter((value) => value !== undefined);
    return { name: point.name, about, values: values.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
  });
}

const isTypeOnly = ({ declarations = [] }: ts.Symbol): boolean => declarations.some((one) => ts.isTypeOnlyExportDeclaration(one));

function valueOf(name: string, symbol: ts.Symbol, checker: ts.TypeChecker): ExportedValue | undefined {
  if (!(symbol.flags & ts.SymbolFlags.Value)) return undefined;
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll(/\{@link ([^} ]+)[^}]*\}/g, "`$1`");
  return {
    name,
    summary: /^[\s\S]+?(?:[.!?](?=\s|$)|:?\n\n|$)/.exec(text.trim())?.[0].trim() ?? "",
    isSchema: checker.getTypeOfSymbol(symbol).getProperty("_zod") !== undefined,
    isInternal: symbol.getJsDocTags(checker).some((tag) => tag.name === "internal"),
  };
}

/** Returns what every entry point of the core exports. */
export const coreLibrary = (): readonly LibraryEntry[] =>
  exportedValues(entryPoints().filter(({ name }) => name === CORE || name.startsWith(`${CORE}/`)));

/** A page with every exported value and what it is. */
export function libraryPage(entries: readonly LibraryEntry[]): string {
  const rows = (values: readonly ExportedValue[]): string =>
    table(
      ["Name", "What it is"],
      values.map(({ name, summary }) => [code(name), summary]),
    );
  return page(
    "Library",
    `What the entry points of ${code(CORE)} export. Types of the same package are shown by an editor, and by the API pages of the site.`,
    ...entries.map(({ name, about, values }) => {
      const shown = values.filter(({ isInternal }) => !isInternal);
      const [schemas, others] = [shown.filter(({ isSchema }) => isSchema), shown.filter(({ isSchema }) => !isSchema)];
      const parts = [
        about.charAt(0).toUpperCase() + about.slice(1),
        others.length > 0 ? rows(others) : "",
        schemas.length > 0 ? `Schemas of zod:\n\n${rows(schemas)}` : "",
      ];
      return section(code(name), parts.filter((part) => part !== "").join("\n\n"));
    }),
  );
}

/** Returns the names that guides show as code, and those that examples and templates use. */
export function namedInDocuments(): ReadonlySet<string> {
  const guides = [...globSync("docs/guides/*.md", { cwd: ROOT }), "packages/inventory-core/README.md"].map((path) =>
    [...readPage(path).matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].join("\n"),
  );
  const sources = globSync(["examples/*/**/*.ts", "packages/create-cadastre/templates/*/**/*.ts"], {
    cwd: ROOT,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  }).map(readPage);
  return new Set([...guides, ...sources].join("\n").match(/\w+/g));
}

/**
 * Returns what is wrong with the exported values: one without documentation, or one of the package itself that is no schema and that no
 * guide, example or template names. The latter belongs to a subpath for packages that extend the engine, or is not exported.
 */
export function libraryFaults(entries: readonly LibraryEntry[], named: ReadonlySet<string>): readonly string[] {
  return entries.flatMap((entry) =>
    entry.values
      .filter(({ isInternal }) => !isInternal)
      .flatMap(({ name, summary, isSchema }) => [
        ...(summary === "" ? [`${entry.name} exports ${name} without documentation`] : []),
        ...(entry.name === CORE && !isSchema && !named.has(name)
          ? [`${entry.name} exports ${name}, which no guide, example or template names: describe it, or export it from a subpath`]
          : []),
      ]),
  );
}
