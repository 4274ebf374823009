import { IMPORT_TYPES, type ImportType } from "@cadastre/inventory-core";
import type { ImportItem, SourceFile } from "../import-format.ts";
import { badInput } from "../reading/bad-input.ts";
import { counted, LeftOut } from "../reading/left-out.ts";
import { type JsonRecord, listedRecords, recordLines, sectionRecords } from "./json-records.ts";
import { type JsonShape, shapeOf } from "./json-shape.ts";

/** The lists of a document by the type of their records, in the order in which they are read. */
export const SECTIONS: ReadonlyMap<string, ImportType> = new Map(IMPORT_TYPES.map((type) => [`${type}s`, type]));

const isSection = (key: string): boolean => SECTIONS.has(key);

const IS_JSON = /\.(nd)?jsonl?$/i;

/** Makes an item of a record; what it leaves out it counts. */
type RowOf = (type: ImportType, record: unknown, at: JsonRecord["at"], leftOut: LeftOut) => ImportItem;

/** What a file holds: records of one type, or a document of sections. */
interface Contents {
  readonly file: SourceFile;
  readonly shape: JsonShape;
  /** The type of the records of a list or of lines. */
  readonly type: ImportType | undefined;
}

/**
 * The records of JSON files, in the order in which they may refer to each other, whatever the order of the files and of their
 * sections: a document whose sections are in another order is read once for each of them, and memory holds a record.
 * @param typeOfList the type of the records of a list at the top of a file; undefined: the file is left out and told
 * @throws INVALID_INPUT for what is not JSON
 */
export async function* readSections(
  files: readonly SourceFile[],
  typeOfList: (file: SourceFile) => ImportType | undefined,
  rowOf: RowOf,
): AsyncGenerator<ImportItem> {
  const leftOut = new LeftOut();
  const all: Contents[] = [];
  for (const file of files) {
    // A folder may have a README beside its lists.
    if (files.length > 1 && !IS_JSON.test(file.name)) {
      leftOut.add("file", (count) => `${counted(count, "file")} skipped: the name does not end in .json or .ndjson`, {
        path: file.name.slice(0, 200),
      });
      continue;
    }
    const shape = await shapeOf(file, isSection);
    all.push({ file, shape, type: shape.kind === "document" ? undefined : typeOfList(file) });
  }
  if (all.length === 1 && all[0]?.shape.kind === "document" && inOrder(all[0].shape.sections)) {
    for await (const found of sectionRecords(all[0].file, isSection))
      yield itemOf(SECTIONS.get(found.section ?? "") as ImportType, found, rowOf, leftOut);
  } else {
    for (const [section, type] of SECTIONS) for (const contents of all) yield* itemsOf(contents, section, type, rowOf, leftOut);
  }
  for (const contents of all) await tellOthers(contents, leftOut);
  yield* leftOut.warnings();
}

const inOrder = (sections: readonly string[]): boolean => {
  const known = sections.filter(isSection);
  const order = [...SECTIONS.keys()].filter((section) => known.includes(section));
  return known.length === order.length && known.every((section, index) => section === order[index]);
};

async function* itemsOf(
  { file, shape, type: typeOfList }: Contents,
  section: string,
  type: ImportType,
  rowOf: RowOf,
  leftOut: LeftOut,
): AsyncGenerator<ImportItem> {
  if (shape.kind === "document" ? !shape.sections.includes(section) : typeOfList !== type) return;
  const records =
    shape.kind === "document"
      ? sectionRecords(file, (name) => name === section)
      : shape.kind === "list"
        ? listedRecords(file, section)
        : recordLines(file);
  for await (const found of records) yield itemOf(type, found, rowOf, leftOut);
}

function itemOf(type: ImportType, { at, value, wrong }: JsonRecord, rowOf: RowOf, leftOut: LeftOut): ImportItem {
  return wrong === undefined ? rowOf(type, value, at, leftOut) : { at, type, severity: "error", message: wrong };
}

/** Counts the records that are not for the inventory: other sections of a document, and files of another kind. */
async function tellOthers({ file, shape, type }: Contents, leftOut: LeftOut): Promise<void> {
  const name = file.name.replace(/\.[^.]*$/, "");
  if (shape.kind === "document") {
    if (shape.sections.every(isSection)) return;
    for await (const { section = "", at } of sectionRecords(file, (key) => !isSection(key))) count(section, at, leftOut);
    return;
  }
  if (type !== undefined) return;
  for await (const { at } of shape.kind === "list" ? listedRecords(file, name) : recordLines(file)) count(name, at, leftOut);
}

function count(what: string, at: JsonRecord["at"], leftOut: LeftOut): void {
  const name = what.slice(0, 100).replaceAll("_", " ");
  leftOut.add(
    what,
    (found) => `${counted(found, `record of ${name}`, `records of ${name}`)} skipped: only ${[...SECTIONS.keys()].join(", ")} are imported`,
    at,
  );
}

/** @throws INVALID_INPUT for a name that is no type */
export function typeOption(text: string): ImportType {
  const type = IMPORT_TYPES.find((known) => known === text);
  if (type === undefined) throw badInput(`unknown type ${JSON.stringify(text)}: use one of ${IMPORT_TYPES.join(", ")}`);
  return type;
}
