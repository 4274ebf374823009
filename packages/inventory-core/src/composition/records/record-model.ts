import type { RecordKind } from "../../contract/record-kind.ts";
import type { DialectName, StoredModel } from "../../contract/storage/storage.ts";
import { recordMigration } from "../../records/record-shape.ts";
import { inReferenceOrder } from "../../records/reference-order.ts";
import { documentsOf, entityOf, listEntities } from "../../records/record-table.ts";

/** What a plugin stores with the records of the kinds that it declares. @param plugin its id @param model what it stores beside them */
export function recordModel(plugin: string, model: StoredModel | undefined, records: readonly RecordKind[]): StoredModel {
  const migrationsFor = (dialect: DialectName) => [
    ...(model?.migrations[dialect] ?? []),
    ...inReferenceOrder(records).map((kind) => recordMigration(plugin, kind, dialect)),
  ];
  return {
    ...model,
    entities: [...(model?.entities ?? []), ...records.flatMap((kind) => [entityOf(kind), ...listEntities(kind)])],
    documents: [...(model?.documents ?? []), ...records.map(documentsOf)],
    migrations: { sqlite: migrationsFor("sqlite"), postgresql: migrationsFor("postgresql") },
  };
}
