import { importTypes, type ImportTypes } from "@cadastre/inventory-core/exchange";
import type { ImportItem, SourceFile } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { counted, LeftOut } from "../reading/left-out.ts";
import { type JsonRecord, listedRecords, recordLines, sectionRecords } from "./json-records.ts";
import { type JsonShape, shapeOf } from "./json-shape.ts";

/** The lists of a document by the type of the rows that they become, in the order in which they are read. */
export type Sections = ReadonlyMap<string, string>;

/** Those that the inventory's own exports have. */
export const sectionsOf = ({ names }: ImportTypes): Sections => new Map(names.map((type) => [sectionOf(type), type]));

/** Sections of the core's own types. */
export const SECTIONS: Sections = sectionsOf(importTypes([]));

/** The list of a document that has the records of a type. */
export function sectionOf(type: string): string {
  return `${type}s`;
}

const IS_JSON = /\.(nd)?jsonl?$/i;

/** Makes an item of a record of a section; what it leaves out it counts, and it may leave out all of it. */
type RowOf = (section: string, record: unknown, at: JsonRecord["at"], leftOut: LeftOut) => ImportItem | undefined;

/** What a reader makes of files. */
interface SectionReader {
  readonly sections: Sections;
  readonly rowOf: RowOf;
  readonly leftOut: LeftOut;
}

/** What a file holds: records of one section, or a document of several. */
interface Contents {
  readonly file: SourceFile;
  readonly shape: JsonShape;
  /** What the records of a list or of lines are. */
  readonly section: string | undefined;
}

/**
 * The records of JSON files, in the order in which they may refer to each other, whatever the order of the files and of their
 * sections: a document whose sections are in another order is read once for each of them, and memory holds a record.
 * @param sectionOfList what the records of a list at the top of a file are; undefined: the file is left out and told
 * @param sections lists that are read, in their order
 * @throws INVALID_INPUT for what is not JSON
 */
export async function* readSections(
  files: readonly SourceFile[],
  sectionOfList: (file: SourceFile) => string | undefined,
  rowOf: RowOf,
  sections: Sections = SECTIONS,
): AsyncGenerator<ImportItem> {
  const leftOut = new LeftOut();
  const reader: SectionReader = { sections, rowOf, leftOut };
  const all: Contents[] = [];
  for (const file of files) {
    // A folder may have a README beside its lists.
    if (files.length > 1 && !IS_JSON.test(file.name)) {
      leftOut.add("file", (count) => `${counted(count, "file")} skipped: the name does not end in .json or .ndjson`, {
        path: file.name.slice(0, 200),
      });
      continue;
    }
    // A record has an object of values under the name that the list of definitions has in a document.
    const shape = await shapeOf(file, (key, isObject) => sections.has(key) && !(isObject && sections.get(key) === "field"));
    all.push({ file, shape, section: shape.kind === "document" ? undefined : sectionOfList(file) });
  }
  if (all.length === 1 && all[0]?.shape.kind === "document" && inOrder(all[0].shape.sections, sections)) {
    for await (const found of sectionRecords(all[0].file, (key) => sections.has(key))) yield* itemOf(found.section ?? "", found, reader);
  } else {
    for (const section of sections.keys()) for (const contents of all) yield* itemsOf(contents, section, reader);
  }
  for (const contents of all) await tellOthers(contents, reader);
  yield* leftOut.warnings();
}

const inOrder = (keys: readonly string[], sections: Sections): boolean => {
  const known = keys.filter((key) => sections.has(key));
  const order = [...sections.keys()].filter((section) => known.includes(section));
  return known.length === order.length && known.every((section, index) => section === order[index]);
};

async function* itemsOf({ file, shape, section: own }: Contents, section: string, reader: SectionReader): AsyncGenerator<ImportItem> {
  if (shape.kind === "document" ? !shape.sections.includes(section) : own !== section) return;
  const records =
    shape.kind === "document"
      ? sectionRecords(file, (name) => name === section)
      : shape.kind === "list"
        ? listedRecords(file, section)
        : recordLines(file);
  for await (const found of records) yield* itemOf(section, found, reader);
}

function* itemOf(section: string, { at, value, wrong }: JsonRecord, { sections, rowOf, leftOut }: SectionReader): Generator<ImportItem> {
  const item =
    wrong === undefined
      ? rowOf(section, value, at, leftOut)
      : { at, type: sections.get(section), severity: "error" as const, message: wrong };
  if (item !== undefined) yield item;
}

/** Counts the records that are not for the inventory: other sections of a document, and files of another kind. */
async function tellOthers({ file, shape, section: own }: Contents, reader: SectionReader): Promise<void> {
  const { sections } = reader;
  const name = file.name.replace(/\.[^.]*$/, "");
  if (shape.kind === "document") {
    if (shape.sections.every((key) => sections.has(key))) return;
    for await (const { section = "", at } of sectionRecords(file, (key) => !sections.has(key))) count(section, at, reader);
    return;
  }
  if (own !== undefined) return;
  for await (const { at } of shape.kind === "list" ? listedRecords(file, name) : recordLines(file)) count(name, at, reader);
}

function count(what: string, at: JsonRecord["at"], { sections, leftOut }: SectionReader): void {
  const name = what.slice(0, 100).replaceAll("_", " ");
  leftOut.add(
    what,
    (found) => `${counted(found, `record of ${name}`, `records of ${name}`)} skipped: only ${[...sections.keys()].join(", ")} are imported`,
    at,
  );
}

/** @throws INVALID_INPUT for a name that is no type */
export function typeOption({ names }: ImportTypes, text: string): string {
  if (!names.includes(text)) throw badInput(`unknown type ${JSON.stringify(text)}: use one of ${names.join(", ")}`);
  return text;
}
