import type { DialectName, StorageMigration } from "../contract/storage/storage.ts";

/** The type of a text that is compared by code point: `{text}` in a statement. */
const TEXT: Readonly<Record<DialectName, string>> = { sqlite: "text", postgresql: 'text collate "C"' };

/** Migrations of the core whose statements both databases take, after those of `sqlite/` and `postgresql/`. */
const MIGRATIONS: readonly StorageMigration[] = [
  {
    // Records are found by their names, in any case.
    name: "core/0015-names",
    statements: [
      `create index network_name_key on network (name_key)`,
      `create index device_name_key on device (name_key)`,
      `create index device_hostname on device (lower(hostname)) where hostname <> ''`,
    ],
  },
];

/** {@link MIGRATIONS} in the words of a database. */
export function sharedMigrations(dialect: DialectName): readonly StorageMigration[] {
  return MIGRATIONS.map((migration) => ({
    ...migration,
    statements: migration.statements.map((statement) => statement.replaceAll("{text}", TEXT[dialect])),
  }));
}
