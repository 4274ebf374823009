import { parse } from "yaml";

/** Versions as the workspace states them. */
export interface Versions {
  /** Of the registry's packages, by the name of the catalog; the one without a name is `default`. */
  readonly catalogs: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of our own packages. */
  readonly workspace: Readonly<Record<string, string>>;
}

/** The catalogs of pnpm-workspace.yaml. */
export function catalogsOf(workspaceFile: string): Versions["catalogs"] {
  const { catalog, catalogs } = parse(workspaceFile) as {
    readonly catalog: Record<string, string>;
    readonly catalogs?: Record<string, Record<string, string>>;
  };
  return { ...catalogs, default: catalog };
}

const SECTIONS = ["dependencies", "devDependencies", "peerDependencies"] as const;

/** A manifest, as far as it is looked at. */
type Manifest = Readonly<Record<string, unknown>> & { readonly [Section in (typeof SECTIONS)[number]]?: Readonly<Record<string, string>> };

/**
 * package.json of a template as npm takes it: `workspace:^` and `catalog:` become versions, as pnpm does when it packs.
 * @throws Error when a version is stated nowhere
 */
export function publishedManifest(manifest: Manifest, versions: Versions): Manifest {
  const resolved = SECTIONS.flatMap((section) => {
    const { [section]: dependencies } = manifest;
    if (dependencies === undefined) return [];
    return [
      [section, Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, rangeOf(name, range, versions)]))] as const,
    ];
  });
  return { ...manifest, ...Object.fromEntries(resolved) };
}

function rangeOf(name: string, range: string, { catalogs, workspace }: Versions): string {
  const [, protocol, rest = ""] = /^(workspace|catalog):(.*)$/.exec(range) ?? [];
  const version = protocol === "workspace" ? workspace[name] : protocol === "catalog" ? catalogs[rest || "default"]?.[name] : undefined;
  if (version === undefined)
    throw new Error(`${name}: "${range}" of a template must be workspace:^, workspace:* or catalog:, and lead to a version`);
  if (protocol === "catalog" || rest === "*") return version;
  if (rest === "^") return `^${version}`;
  throw new Error(`${name}: "${range}" is no form that templates use; write workspace:^ or workspace:*`);
}
