import type { Clock } from "./clock.ts";
import type { Logger } from "./logger.ts";
import { serviceToken } from "./service-token.ts";
import type { OpenStorage } from "./storage/storage.ts";
import type { WritePath } from "./storage/write-path.ts";

/** Tokens of what the host offers every service. */
export const CLOCK = serviceToken<Clock>("clock");
export const LOGGER = serviceToken<Logger>("logger");
export const STORAGE = serviceToken<OpenStorage>("storage");
export const WRITES = serviceToken<WritePath>("writes");
