// Subpath ./sqlite: the complete public surface.
export { sqlite, type SqliteOptions } from "./sqlite-storage.ts";
