// Subpath ./sqlite: SQLite as a storage, and backups of its files.
export { sqlite } from "./sqlite-storage.ts";
export type { SqliteOptions } from "./sqlite-options.ts";
export { makeFolder } from "../opening/make-folder.ts";
export { amendSqlite, type SqliteAlone, takeSqlite } from "./upkeep/sqlite-alone.ts";
export { backUpSqlite, type SqliteBackupOptions } from "./upkeep/sqlite-backup.ts";
export { SqliteSnapshot } from "./upkeep/sqlite-snapshot.ts";
