import {
  addedFields,
  definePlugin,
  defineTable,
  DocumentType,
  newDocumentVersion,
  type Plugin,
  type StorageMigration,
} from "@cadastre/inventory-core";
import { z } from "zod";

/** Rows of one slice of the step: far below the second that one may take. */
const SLICE_ROWS = 2000;

const First = z.object({ id: z.string(), label: z.string(), length_cm: z.int(), comment: z.string() });
const Second = First.extend({ colour: z.string() });

const documents = {
  1: new DocumentType({ table: "cable", schema: First, steps: [] }),
  2: new DocumentType({ table: "cable", schema: Second, steps: [addedFields({ colour: "" })] }),
};

const table = defineTable("Cable", "cable", { id: { type: "text", primary: true }, doc: { type: "text" } });

/** The document of a cable as the first version writes it, around an SQL expression for its id. */
export function firstDocument(id: string): string {
  const [before, after] = documents[1].write({ id: "#", label: "patch cable", length_cm: 300, comment: "x".repeat(500) }).split("#", 2) as [
    string,
    string,
  ];
  return `'${before}' || ${id} || '${after}'`;
}

/** What the second version brings: a field in each document, and a column that is filled in code. */
const upgrade: readonly StorageMigration[] = [
  { name: "cables/0002-colours", statements: newDocumentVersion("cable", 2) },
  {
    name: "cables/0003-labels",
    statements: ["alter table cable add column label_key text not null default ''"],
    step: async (transaction, after) => {
      const rows = await transaction.all<{ readonly id: string; readonly doc: string }>(
        "select id, doc from cable where id > ? order by id limit ?",
        [after, SLICE_ROWS],
      );
      const labels = rows.map(({ id, doc }) => [id, documents[2].read(doc).label.toUpperCase()]);
      await transaction.update("cable", "id", ["label_key"], labels);
      return rows.length < SLICE_ROWS ? null : (rows.at(-1)?.id ?? null);
    },
  },
];

/** A plugin of a table with documents, in its first version or in its second. */
export function cablesPlugin(version: 1 | 2): Plugin {
  const migrations = (key: string): readonly StorageMigration[] => [
    { name: "cables/0001-cables", statements: [`create table cable (id ${key} primary key, doc text not null)`] },
    ...(version === 1 ? [] : upgrade),
  ];
  return definePlugin({
    id: "cables",
    engine: "*",
    model: {
      entities: [table.entity],
      documents: [documents[version]],
      migrations: { sqlite: migrations("text"), postgresql: migrations('text collate "C"') },
    },
  });
}
