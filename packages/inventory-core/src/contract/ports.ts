import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type { Ids } from "./new-id.ts";
import { serviceToken } from "./service-token.ts";
import type { Spool } from "./storage/spool.ts";
import type { OpenStorage, TextSearch } from "./storage/storage.ts";
import type { ExtensionRunner, WritePath } from "./storage/write-path.ts";

/** Tokens of what the host offers every service. */
export const CLOCK = serviceToken<Clock>("clock");
/** Where a host writes its log lines. */
export const LOGGER = serviceToken<Logger>("logger");
/** Makes ids of records; bind another for ids that a test can foretell. */
export const IDS = serviceToken<Ids>("ids");
/** How texts of devices are searched; the storage says so unless another is bound, which speaks the SQL of its dialect. */
export const TEXT_SEARCH = serviceToken<TextSearch>("text-search");
/** The open database. */
export const STORAGE = serviceToken<OpenStorage>("storage");
/** Temporary files, for what waits for a slow client or is large. */
export const SPOOL = serviceToken<Spool>("spool");
/** The write path: every change goes through it. */
export const WRITES = serviceToken<WritePath>("writes");
/** Extensions of kinds of record: of the plugins, and then of the application. */
export const RECORD_EXTENSIONS = serviceToken<ExtensionRunner>("record-extensions");
