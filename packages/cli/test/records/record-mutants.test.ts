import { createHandler } from "@cadastre/http-h3";
import { createInventory, type InventoryOptions, STORAGE } from "@cadastre/inventory-core";
import { defineRecord, name, reference, references, text } from "@cadastre/inventory-core/records";
import { backUpSqlite, sqlite } from "@cadastre/inventory-core/sqlite";
import { recordCases, type RecordHostParts, type RecordUnderTest, runRecordCase } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { filesOf } from "../../../../examples/records/src/files.ts";
import { sqliteDatabase } from "../../../../testing/sqlite-database.ts";

const fields = {
  name: name(),
  provider: text(),
  datacenter_id: reference("datacenter", { onDelete: "refuse" }).optional(),
  device_ids: references("device", { onDelete: "clear" }).optional(),
};
const Line = defineRecord({ name: "line", fields, unique: [["provider", "name"]], search: ["name"], within: "datacenter_id" });

/** A host of the kind, or of another declaration of it. */
async function hostOf(
  { plugins }: RecordHostParts,
  kind: Parameters<typeof filesOf>[0] = Line,
  more: Partial<InventoryOptions> = {},
): Promise<Required<Pick<RecordUnderTest, "inventory" | "fetch" | "files" | "restore" | "dispose">>> {
  const database = await sqliteDatabase();
  const inventory = await createInventory({ storage: database.storage(), plugins: [...plugins], records: [kind], ...more });
  return {
    inventory,
    fetch: createHandler(inventory.host, { rateLimit: { enabled: false } }).fetch,
    files: filesOf(kind, [kind]),
    restore: async () => {
      await backUpSqlite(database.url, `${database.url}.backup`);
      return await createInventory({ storage: sqlite(`${database.url}.backup`), records: [kind] });
    },
    dispose: async () => await database[Symbol.asyncDispose](),
  };
}

const samples = async ({ datacenters, devices }: RecordUnderTest["inventory"]) => {
  const place = await datacenters.create({ name: "fra1" });
  const device = await devices.create({ name: "a" });
  return [
    { name: "C-1", provider: "Acme", datacenter_id: place.id, device_ids: [device.id] },
    { name: "C-2", provider: "Acme" },
    { name: "C-3", provider: "Other" },
  ] as const;
};

const runCase = async (title: string, createHost: (parts: RecordHostParts) => Promise<RecordUnderTest>): Promise<void> => {
  const test = recordCases.find((one) => one.name === title);
  if (test === undefined) throw new Error(`no case ${title}`);
  await runRecordCase(test, Line, {
    createHost,
    samples: async (inventory) => [...(await samples(inventory))],
    change: { provider: "Third" },
  });
};

/** Requests with a fault. */
const sentAs =
  (alter: (request: Request) => Request) =>
  async (parts: RecordHostParts): Promise<RecordUnderTest> => {
    const host = await hostOf(parts);
    return { ...host, fetch: async (request) => await host.fetch(alter(request)) };
  };

const withHeaders = (request: Request, change: (headers: Headers) => void): Request => {
  const headers = new Headers(request.headers);
  change(headers);
  return new Request(request, { headers });
};

const declaredAs = (kind: Parameters<typeof filesOf>[0]) => async (parts: RecordHostParts) => await hostOf(parts, kind);

const MUTANTS: readonly (readonly [fault: string, title: string, (parts: RecordHostParts) => Promise<RecordUnderTest>])[] = [
  [
    "If-Match is not heard",
    "the routes of a record answer as those of every record",
    sentAs((request) => withHeaders(request, (headers) => headers.delete("if-match"))),
  ],
  [
    "an Idempotency-Key is not heard",
    "a creation that is sent twice with one Idempotency-Key is done once",
    sentAs((request) => withHeaders(request, (headers) => headers.delete("idempotency-key"))),
  ],
  [
    "dry runs are done",
    "a dry run of a creation, a change and a deletion writes nothing",
    sentAs((request) => new Request(request.url.replace("?dry_run=true", ""), request)),
  ],
  [
    "calls are done in place of plans",
    "a creation, a change, a deletion and a bulk deletion become plans where the caller asks for one",
    sentAs((request) => new Request(request.url.replace("?plan=true", ""), request)),
  ],
  [
    "viewers may write",
    "viewers read, operators write, and others learn nothing",
    sentAs((request) =>
      withHeaders(request, (headers) => {
        if (headers.get("authorization") === "Bearer viewer") headers.set("authorization", "Bearer operator");
      }),
    ),
  ],
  [
    "filters are not heard",
    "lists have filters, pages, an order, a count and some of the fields",
    sentAs((request) => new Request(request.url.replace(/\?fields=.*/, ""), request)),
  ],
  [
    "a field is missing in the document",
    "the OpenAPI document has its operations, its fields and its filters",
    declaredAs(defineRecord({ name: "line", fields: { name: name(), provider: text() } })),
  ],
  ["nothing is unique", "of clients that create the same record at once one succeeds", declaredAs(defineRecord({ name: "line", fields }))],
  [
    "nothing is searched",
    "the search finds a record by its searched fields",
    declaredAs(defineRecord({ name: "line", fields, unique: [["provider", "name"]] })),
  ],
  [
    "a reference is cleared that refuses",
    "deleting what a record refers to is refused, clears the reference or takes the record along, as declared",
    declaredAs(
      defineRecord({ name: "line", fields: { ...fields, datacenter_id: reference("datacenter", { onDelete: "clear" }).optional() } }),
    ),
  ],
  [
    "a value is not kept",
    "a record is created, read, changed and deleted",
    declaredAs(defineRecord({ name: "line", fields, derive: () => ({ provider: "always" }) })),
  ],
  [
    "nothing is audited",
    "each change is an event and a row of the audit log, with the record before and after",
    async (parts) => await hostOf(parts, Line, { audit: false }),
  ],
  [
    "a column is missing in files",
    "records come back from a CSV file as they were",
    async (parts) => {
      const host = await hostOf(parts);
      const { write } = host.files;
      return { ...host, files: { ...host.files, write: async (...all) => (await write(...all)).replaceAll("Acme", "") } };
    },
  ],
  ...(["line_device_ids", "record_text", "audit_log"] as const).map(
    (table) =>
      [
        `the table ${table} is missing in a backup`,
        "a restored backup has its records, their history, their texts and their claims",
        async (parts: RecordHostParts) => {
          const host = await hostOf(parts);
          const restore = async () => {
            const inventory = await host.restore();
            await inventory.host.get(STORAGE).write(async (transaction) => await transaction.exec(`delete from ${table}`), {});
            return inventory;
          };
          return { ...host, restore };
        },
      ] as const,
  ),
];

describe("the suite of declared kinds", () => {
  it.each(MUTANTS)("fails a host where %s", async (_fault, title, createHost) => {
    await expect(runCase(title, createHost)).rejects.toBeInstanceOf(Error);
    // The same case passes on a host without the fault.
    await runCase(title, async (parts) => await hostOf(parts));
  });
});
