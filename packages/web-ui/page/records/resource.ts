import type { ManifestType, Manifest, ManifestField, ManifestOperation } from "@cadastre/client";

/** Records of one kind that a plugin added, as the manifest tells of them. */
export interface Resource {
  /** Group of its operations: `racks`. */
  readonly group: string;
  /** What the records are called in titles: `Racks`. */
  readonly title: string;
  /** What one of them is called in sentences: `rack`. */
  readonly what: string;
  readonly list: ManifestOperation;
  readonly get: ManifestOperation | undefined;
  readonly create: ManifestOperation | undefined;
  readonly update: ManifestOperation | undefined;
  readonly delete: ManifestOperation | undefined;
  /** Fields of its records. */
  readonly fields: readonly ManifestField[];
}

/** The resource of a group; undefined when there is no list of it that takes nothing which must be given. */
export function resourceOf(manifest: Manifest, group: string): Resource | undefined {
  const operation = (name: string): ManifestOperation | undefined => manifest.operations.find(({ id }) => id === `${group}.${name}`);
  const list = operation("list");
  if (list?.output.kind !== "list" || list.fields.some(({ required }) => required)) return undefined;
  const type = typeOf(manifest, list.output.type);
  const ofOne = (name: string): ManifestOperation | undefined => (takesOneId(operation(name)) ? operation(name) : undefined);
  const words = spaced(group);
  return {
    group,
    title: words.charAt(0).toUpperCase() + words.slice(1),
    what: words
      .replace(/ies$/, "y")
      .replace(/(s|x|z|ch|sh)es$/, "$1")
      .replace(/(?<!s)s$/, ""),
    list,
    get: ofOne("get"),
    create:
      operation("create")?.output.kind === "record" && namesInPath(operation("create")).length === 0 ? operation("create") : undefined,
    // What is changed is read before, with its tag.
    update: ofOne("get") === undefined ? undefined : ofOne("update"),
    delete: ofOne("delete"),
    fields: type.kind === "object" ? type.fields : [],
  };
}

const namesInPath = (operation: ManifestOperation | undefined): readonly string[] =>
  operation?.fields.filter((field) => field.in === "path").map(({ name }) => name) ?? [];

const takesOneId = (operation: ManifestOperation | undefined): boolean => namesInPath(operation).join() === "id";

/** The type itself, where one is named. */
export function typeOf(manifest: Manifest, type: ManifestType): ManifestType {
  if (type.kind !== "reference") return type;
  const found = manifest.records[type.name];
  return found === undefined ? { kind: "json" } : typeOf(manifest, found);
}

/** `heightUnits` and `height_units` as `height units`. */
const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** What a field is called beside its value: `datacenter_id` as `Datacenter`. */
export function labelOf({ name }: Pick<ManifestField, "name">): string {
  const words = spaced(name === "id" ? name : name.replace(/_ids?$/, ""));
  return words === "id" ? "ID" : words.charAt(0).toUpperCase() + words.slice(1);
}

/** Fields of a list, which the id says nothing in, and what is long. */
export const columnsOf = ({ fields }: Resource): readonly ManifestField[] =>
  fields.filter(({ name, type }) => name !== "id" && type.kind !== "object" && type.kind !== "map").slice(0, MAX_COLUMNS);

const MAX_COLUMNS = 7;

/** What a record is called: its name, or its id where it has none. */
export function nameOf(record: Readonly<Record<string, unknown>>): string {
  const found = ["name", "title", "label", "id"].map((name) => record[name]).find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}
