import { IMPORT_TYPES, type ImportTypes } from "@cadastre/inventory-core/exchange";
import type { ImportFormat, ImportItem, ReaderInput } from "../import-format.ts";
import type { ReferTo } from "../reading/address-fields.ts";
import { type Identity, recordRow } from "./record-row.ts";
import { readSections, sectionOf, SECTIONS, sectionsOf, typeOption } from "./sections.ts";

const SECTION_NAMES = [...SECTIONS.keys()];

/**
 * Our own JSON: what `cadastre export --as json` writes, a list of records of one type, or one such record a line.
 * An id of a record that came before is a reference to its row; any other id is one of the inventory. Ids that no inventory makes, such as
 * numbers, tie the records of the file together and are not kept.
 */
export const jsonFormat: ImportFormat = {
  name: "json",
  label: "JSON",
  description:
    "an export of this inventory: an object with the lists " +
    `${SECTION_NAMES.slice(0, -1).join(", ")} and ${SECTION_NAMES.at(-1)}; or a list, ` +
    "or a record per line, of one type",
  source: "files",
  takesDeclared: true,
  reopens: true,
  options: [
    { name: "type", description: "record type of a list, or of a file with one record per line", values: IMPORT_TYPES, default: "device" },
  ],
  read: readJson,
};

async function* readJson({ files, options, types }: ReaderInput): AsyncGenerator<ImportItem> {
  const identity = new SeenIds(types);
  const sections = sectionsOf(types);
  const section = sectionOf(typeOption(types, options["type"] ?? "device"));
  yield* readSections(
    files,
    () => section,
    (of, record, at, leftOut) => recordRow(sections.get(of) ?? of, record, at, identity, leftOut),
    sections,
  );
}

/** The ids that came so far. */
class SeenIds implements Identity {
  readonly keepsIds = true;
  readonly types: ImportTypes;
  readonly #seen = new Set<string>();

  constructor(types: ImportTypes) {
    this.types = types;
  }

  own(type: string, id: string): string {
    this.#seen.add(`${type} ${id}`);
    return id;
  }

  readonly other: ReferTo = (type, id) => (this.#seen.has(`${type} ${id}`) ? { ref: id } : { id });
}
