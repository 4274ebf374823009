import type { ImportProblem, ImportRow } from "@cadastre/inventory-core";
import { IMPORT_FIELDS, importTypes, type ImportType } from "@cadastre/inventory-core/exchange";
import { type ImportFormat, type ImportItem, isProblem, type ReaderInput, type SourceFile } from "../import-format.ts";
import { type Identity, recordRow } from "../json/record-row.ts";
import { readSections, sectionOf, type Sections, typeOption } from "../json/sections.ts";
import { isObject } from "../reading/address-fields.ts";
import { badInput } from "../reading/bad-input.ts";
import { LeftOut } from "../reading/left-out.ts";
import { CUSTOM_FIELDS_OPTION, OwnFields } from "../reading/own-fields.ts";
import { RackdCustomFields } from "./custom-fields.ts";
import { RackdRows } from "./rackd-rows.ts";
import { RACKD_TYPES } from "./rackd-types.ts";
import { Reservations } from "./reservations.ts";

/**
 * rackd's JSON: what `rackd export` writes (a list of devices, networks or datacenters, or all of them in one object), and
 * folders of such lists named after what they hold. Its ids, which may be slugs, tie the records together, and are not kept.
 */
export const rackdFormat: ImportFormat = {
  name: "rackd",
  label: "rackd",
  description:
    "JSON of rackd: a folder with any of datacenters.json, networks.json, pools.json, reservations.json, devices.json and " +
    "relationships.json, or one file of rackd export all",
  source: "files",
  reopens: true,
  options: [
    { name: "type", description: "record type of a single file, when its name does not tell", values: RACKD_TYPES },
    CUSTOM_FIELDS_OPTION,
  ],
  read: readRackd,
};

/** rackd has records of the core's types alone. */
const CORE_TYPES = importTypes([]);

const IDENTITY: Identity = {
  own: (_, id) => id,
  keepsIds: false,
  other: (_, id) => ({ ref: id }),
  types: CORE_TYPES,
};

/** Reservations come when their pools are known; they and custom fields, before the devices that have them. */
const [RESERVATIONS, CUSTOM_FIELDS] = ["reservations", "custom-fields"];
const RACKD_SECTIONS: Sections = new Map(
  RACKD_TYPES.flatMap((type): [string, ImportType][] => [
    ...(type === "device" ? [RESERVATIONS, CUSTOM_FIELDS].map((own): [string, ImportType] => [own, type]) : []),
    [sectionOf(type), type],
  ]),
);

async function* readRackd({ files, options, now }: ReaderInput): AsyncGenerator<ImportItem> {
  const single = files.length === 1 && options["type"] !== undefined ? sectionOf(typeOption(CORE_TYPES, options["type"])) : undefined;
  const rows = new RackdRows();
  const ownLeftOut = new LeftOut();
  const reservations = new Reservations(now, ownLeftOut);
  const customFields = new RackdCustomFields();
  const ownFields = new OwnFields(ownLeftOut, options, customFields.known);
  yield* readSections(
    files,
    (file) => sectionOfFile(file, files.length === 1, single),
    (section, record, at, leftOut) => {
      if (section === RESERVATIONS) return reservations.add(record, at, rows);
      if (section === CUSTOM_FIELDS) return customFields.add(record, at);
      const type = RACKD_SECTIONS.get(section) as ImportType;
      const { custom_fields: custom, ...others } = isObject(record) ? record : {};
      const item = recordRow(type, isObject(record) ? others : record, at, IDENTITY, leftOut);
      if (isProblem(item)) return item;
      if (type === "device") Object.assign(item.set, ownFields.of(type, customFields.valuesOf(custom), at));
      const row = rows.settled(item, ownLeftOut, (network, ip) => reservations.note(network, ip));
      return foreignType(item) ?? (row === undefined ? undefined : ownFields.settled(row));
    },
    RACKD_SECTIONS,
  );
  yield* reservations.rows(rows);
  yield* ownLeftOut.warnings();
}

/** `devices.json` holds devices. @throws INVALID_INPUT for a single file whose name says nothing */
function sectionOfFile({ name }: SourceFile, isOnly: boolean, given: string | undefined): string | undefined {
  const own = name.replace(/\.[^.]*$/, "").toLowerCase();
  const section = given ?? (RACKD_SECTIONS.has(own) ? own : undefined);
  if (section === undefined && isOnly)
    throw badInput(`unknown record type of ${name}: set the option type, or name the file after it, as in devices.json`);
  return section;
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
