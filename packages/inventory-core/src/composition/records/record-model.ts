import type { RecordKind } from "../../contract/record-kind.ts";
import type { DialectName, StoredModel } from "../../contract/storage/storage.ts";
import { recordMigration } from "../../records/record-shape.ts";
import { inReferenceOrder } from "../../records/reference-order.ts";
import { documentsOf, entityOf, listEntities } from "../../records/record-table.ts";

/** What a plugin stores with the records of the kinds that it declares. @param plugin its id @param model what it stores beside them */
export function recordModel(plugin: string, model: StoredModel | undefined, records: readonly RecordKind[]): StoredModel {
  const migrationsFor = (dialect: DialectName) => [
    ...(model?.migrations[dialect] ?? []),
    ...inReferenceOrder(records.filter(({ earlier }) => earlier === undefined)).map((kind) => recordMigration(plugin, kind, dialect)),
  ];
  const entitiesOf = (isEarlier: boolean) =>
    records.filter(({ earlier }) => (earlier !== undefined) === isEarlier).flatMap((kind) => [entityOf(kind), ...listEntities(kind)]);
  return {
    ...model,
    // Foreign keys of the model refer to tables older than their declaration.
    entities: [...entitiesOf(true), ...(model?.entities ?? []), ...entitiesOf(false)],
    documents: [...(model?.documents ?? []), ...records.map(documentsOf)],
    migrations: { sqlite: migrationsFor("sqlite"), postgresql: migrationsFor("postgresql") },
  };
}
