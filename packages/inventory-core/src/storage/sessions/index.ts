// Subpath ./storage-kit: the complete public surface.
export { sessionStorage, type SessionStorageOptions } from "./session-storage.ts";
export type { Session, SessionPurpose, SessionResult, SessionValue } from "./session.ts";
export { inNumbers } from "./in-numbers.ts";
export { sqliteCode } from "./sqlite-code.ts";
export { type OpenFailure, storageErrors } from "../storage-errors.ts";
export { TimeIsUp } from "../writers/write-limits.ts";
