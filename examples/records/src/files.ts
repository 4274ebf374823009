import { type ExportRecords, readImport, writeExport } from "@cadastre/importers";
import type { Inventory } from "@cadastre/inventory-core";
import type { RecordKind, RecordMethods, RecordTypes } from "@cadastre/inventory-core/records";
import type { RecordFiles } from "@cadastre/testing";

const none = async function* () {};

/** The lists that an export reads. */
const listsOf = ({ fields, spaces, datacenters, networks, devices }: Inventory): ExportRecords => ({
  field: () => fields.list(),
  space: () => spaces.list(),
  datacenter: () => datacenters.list(),
  network: () => networks.list(),
  device: () => devices.list(),
  pool: none,
  relationship: none,
});

/** Files of exports and imports: CSV of one kind, JSON of everything. @param kinds all declared kinds of the host */
export const filesOf = (kind: RecordKind, kinds: readonly RecordKind[]): RecordFiles => ({
  write: async (inventory, format) => {
    const members = inventory as unknown as Readonly<Record<string, RecordMethods<RecordTypes>>>;
    const declared = kinds.map((one) => ({ kind: one, records: () => members[one.group]?.list() ?? none() }));
    const pieces = writeExport(format, format === "csv" ? kind.name : "all", listsOf(inventory), { declared });
    return (await Array.fromAsync(pieces)).join("");
  },
  read: (text, format) => {
    const open = async function* () {
      yield Buffer.from(text);
    };
    return readImport({
      format,
      source: { kind: "files", files: [{ name: `export.${format}`, open }] },
      options: format === "csv" ? { type: kind.name } : {},
      kinds,
    });
  },
});
