import type { Manifest, ManifestField, ManifestOperation, ManifestType } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { keys } from "../api/keys.ts";
import type { Deletion } from "../lists/ask-deletion.ts";
import { type DeclaredKind, PAGES } from "../queries/kinds.ts";
import { call, loadManifestOf } from "../queries/manifest.ts";
import type { DescribedField, FieldKind } from "../texts/described.ts";
import { labelOf } from "../texts/field-labels.ts";
import { takesId } from "../texts/manifest-words.ts";
import { inSentence, singular, spaced } from "../texts/words.ts";
import { blankOf, describeDeclared } from "./describe-kind.ts";

/** Records of one kind that a plugin added, by its declaration or else by the manifest. */
export interface Resource {
  /** Group of its operations: `racks`. */
  readonly group: string;
  /** The records in titles: `Racks`. */
  readonly title: string;
  /** One of them in sentences: `rack`. */
  readonly what: string;
  /** The type of the records in events, history and custom fields; the group where no kind is declared. */
  readonly type: string;
  /** The declaration, where there is one. */
  readonly kind: DeclaredKind | undefined;
  readonly history: ManifestOperation | undefined;
  readonly list: ManifestOperation;
  readonly get: ManifestOperation | undefined;
  readonly create: ManifestOperation | undefined;
  readonly update: ManifestOperation | undefined;
  readonly delete: ManifestOperation | undefined;
  readonly bulkUpdate: ManifestOperation | undefined;
  readonly bulkDelete: ManifestOperation | undefined;
  /** Fields that many records can be given at once. */
  readonly shared: readonly DescribedField[];
  /** Fields of its records. */
  readonly fields: readonly DescribedField[];
  /** Fields by which the list is filtered. */
  readonly filters: readonly DescribedField[];
  /** Fields of a form, with the defaults of the service. */
  readonly inputs: (operation: ManifestOperation | undefined) => readonly (DescribedField & { readonly fallback: unknown })[];
}

/** Parameters of a list other than filters. */
const NO_FILTERS: ReadonlySet<string> = new Set(["after", "count", "field", "fields", "limit", "sort"]);

/** The resource of a group; undefined when there is no list of it without required parameters. */
function resourceOf(manifest: Manifest, group: string): Resource | undefined {
  const operation = (name: string): ManifestOperation | undefined => manifest.operations.find(({ id }) => id === `${group}.${name}`);
  const list = operation("list");
  if (list?.output.kind !== "list" || list.fields.some(({ required }) => required)) return undefined;
  const type = typeOf(manifest, list.output.type);
  const ofOne = (name: string): ManifestOperation | undefined => (takesId(operation(name)) ? operation(name) : undefined);
  const create = operation("create");
  const words = spaced(group);
  const kind = manifest.kinds?.find((one) => one.group === group);
  const describe = (field: ManifestField): DescribedField => {
    const declared = kind?.fields.find(({ name }) => name === field.name);
    return declared === undefined ? describeField(manifest, field) : describeDeclared(declared, pageOf(manifest, declared.to));
  };
  const fallbackOf = (field: ManifestField): unknown => {
    const declared = kind?.fields.find(({ name }) => name === field.name);
    return declared === undefined ? field.default : blankOf(declared);
  };
  // Custom fields have their own definitions.
  const isOwn = ({ name }: ManifestField): boolean => kind !== undefined && name === "fields";
  const set = operation("bulkUpdate")?.fields.find(({ name }) => name === "set");
  const shared = set === undefined ? set : typeOf(manifest, set.type);
  return {
    group,
    title: kind?.labelPlural ?? words.charAt(0).toUpperCase() + words.slice(1),
    what: kind === undefined ? singular(words) : inSentence(kind.label),
    type: kind?.name ?? group,
    kind,
    list,
    history: kind === undefined ? undefined : ofOne("history"),
    get: ofOne("get"),
    create: create?.output.kind === "record" && !create.fields.some((field) => field.in === "path") ? create : undefined,
    // The record is read before its change, with its tag.
    update: ofOne("get") === undefined ? undefined : ofOne("update"),
    delete: ofOne("delete"),
    bulkUpdate: operation("bulkUpdate"),
    bulkDelete: operation("bulkDelete"),
    shared: shared?.kind === "object" ? shared.fields.filter(({ name }) => name !== "fields").map(describe) : [],
    fields: type.kind === "object" ? type.fields.filter((field) => !isOwn(field)).map(describe) : [],
    filters: list.fields.filter((field) => field.in === "query" && !NO_FILTERS.has(field.name)).map(describe),
    inputs: (one) =>
      (one?.fields ?? [])
        .filter((field) => field.in === "body" && !isOwn(field))
        .map((field) => ({ ...describe(field), fallback: fallbackOf(field) })),
  };
}

/** A manifest, and the resource of a group in it; `null` when it has none, undefined until that is known. */
export function useResource(group: Ref<string>) {
  const query = useQuery({
    queryKey: computed(() => [...keys.manifest, "of", group.value]),
    queryFn: async () => await loadManifestOf(group.value),
    staleTime: Infinity,
  });
  const manifest = computed(() => query.data.value);
  const resource = computed<Resource | null | undefined>(() =>
    manifest.value === undefined ? undefined : (resourceOf(manifest.value, group.value) ?? null),
  );
  return { query, manifest, resource };
}

/** The deletion of a record, as the page asks for it. */
export const deletionOf = (manifest: Manifest | undefined, resource: Resource | null | undefined, id: string, name: string): Deletion => ({
  what: resource?.what ?? "record",
  type: resource?.kind?.name,
  id,
  name,
  text: resource?.kind === undefined ? "It cannot be brought back." : "Records that refer to it may prevent this.",
  work: async () => manifest && resource?.delete && (await call(manifest, resource.delete, { id })),
  stale: [keys.records(resource?.type ?? "")],
});

/** The type itself, where one is named. */
function typeOf(manifest: Manifest, type: ManifestType): ManifestType {
  if (type.kind !== "reference") return type;
  const found = manifest.records[type.name];
  return found === undefined ? { kind: "json" } : typeOf(manifest, found);
}

/** Characters from which a text is written in several lines. */
const LONG = 500;
const FORMATS: Readonly<Record<string, FieldKind>> = { date: "date", "date-time": "timestamp", password: "secret", uri: "url" };
const PAGELESS: ReadonlySet<string> = new Set(["field", "pool"]);

/** The path before the id of a record of a type; undefined for one without a page. */
function pageOf(manifest: Manifest, refersTo: string | undefined): string | undefined {
  if (refersTo === undefined) return undefined;
  const group = manifest.operations.find((one) => one.name === "get" && takesId(one, refersTo))?.group;
  return PAGES[refersTo] ?? (group === undefined || PAGELESS.has(refersTo) ? undefined : `/records/${group}/`);
}

function describeField(manifest: Manifest, field: ManifestField): DescribedField {
  const { name, required, nullable, description, refersTo } = field;
  const type = typeOf(manifest, field.type);
  return {
    name,
    kind: kindOf(manifest, field, type),
    label: labelOf(name),
    required,
    nullable: nullable === true,
    hint: description,
    choices: type.kind === "enum" ? [...type.values, ...(type.emptyAllowed === true ? [""] : [])] : undefined,
    refersTo: name === "id" ? undefined : refersTo,
    page: pageOf(manifest, refersTo),
    long: type.kind === "string" && (type.maxLength ?? 0) > LONG,
  };
}

function kindOf(manifest: Manifest, { name, refersTo }: ManifestField, type: ManifestType): FieldKind {
  const isReference = refersTo !== undefined && name !== "id";
  switch (type.kind) {
    case "boolean":
    case "integer":
    case "number":
      return type.kind;
    case "enum":
      return "choice";
    case "string":
      return isReference ? "reference" : (FORMATS[type.format ?? ""] ?? "text");
    case "array": {
      const { kind } = typeOf(manifest, type.items);
      if (kind !== "string" && kind !== "enum") return "objects";
      return isReference ? "references" : name === "tags" ? "tags" : "texts";
    }
    default:
      return "map";
  }
}
