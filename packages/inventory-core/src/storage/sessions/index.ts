// Subpath ./storage-kit: a storage over another driver of SQLite or PostgreSQL.
export { sessionStorage, type SessionStorageOptions } from "./session-storage.ts";
export type { Session, SessionPurpose, SessionResult, SessionValue } from "./session.ts";
export { inNumbers } from "./in-numbers.ts";
export { sqliteCode } from "./sqlite-code.ts";
export { type OpenFailure, storageErrors } from "../storage-errors.ts";
export { TimeIsUp } from "../writers/write-limits.ts";
export { announcementOf, MAX_REVISION_LAG_MS } from "../../contract/storage/revision.ts";
export { documentOf } from "../document-type.ts";
export { searchTextOf } from "../search-text.ts";
