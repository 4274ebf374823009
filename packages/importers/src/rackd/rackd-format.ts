import { IMPORT_FIELDS, IMPORT_TYPES, type ImportProblem, type ImportRow, type ImportType } from "@cadastre/inventory-core";
import { type ImportFormat, type ImportItem, isProblem, type ReaderInput, type SourceFile } from "../import-format.ts";
import { type Identity, recordRow } from "../json/record-row.ts";
import { readSections, SECTIONS, typeOption } from "../json/sections.ts";
import { badInput } from "../reading/bad-input.ts";

/**
 * rackd's JSON: what `rackd export` writes (a list of devices, networks or datacenters, or all of them in one object), and
 * folders of such lists named after what they hold. Its ids, which may be slugs, tie the records together, and are not kept.
 */
export const rackdFormat: ImportFormat = {
  name: "rackd",
  label: "rackd",
  description:
    "JSON of rackd: a folder with any of datacenters.json, networks.json, pools.json, devices.json and relationships.json, or " +
    "one file of rackd export all",
  source: "files",
  reopens: true,
  options: [{ name: "type", description: "record type of a single file, when its name does not tell", values: IMPORT_TYPES }],
  read: readRackd,
};

const IDENTITY: Identity = {
  own: (_, id) => ({ ref: id, setId: false }),
  other: (_, id) => ({ ref: id }),
};

async function* readRackd({ files, options }: ReaderInput): AsyncGenerator<ImportItem> {
  const single = files.length === 1 && options["type"] !== undefined ? typeOption(options["type"]) : undefined;
  yield* readSections(
    files,
    (file) => typeOfFile(file, files.length === 1, single),
    (type, record, at, leftOut) => {
      const item = recordRow(type, record, at, IDENTITY, leftOut);
      return isProblem(item) ? item : (foreignType(item) ?? item);
    },
  );
}

/** `devices.json` holds devices. @throws INVALID_INPUT for a single file whose name says nothing */
function typeOfFile({ name }: SourceFile, isOnly: boolean, given: ImportType | undefined): ImportType | undefined {
  const type = given ?? SECTIONS.get(name.replace(/\.[^.]*$/, "").toLowerCase());
  if (type === undefined && isOnly)
    throw badInput(`unknown record type of ${name}: set the option type, or name the file after it, as in devices.json`);
  return type;
}

/** rackd knows types of relationships that the inventory does not. */
function foreignType({ at, type, set }: ImportRow): ImportProblem | undefined {
  if (type !== "relationship") return undefined;
  const problem = IMPORT_FIELDS.relationship["type"]?.safeParse(set["type"]).error?.issues[0];
  if (problem === undefined) return undefined;
  return {
    at,
    type,
    field: "type",
    severity: "error",
    message: `${problem.message}, not ${JSON.stringify(set["type"])?.slice(0, 100) ?? "nothing"}`,
  };
}
