import { coreErrors } from "@cadastre/inventory-core";

/** INVALID_INPUT: nothing that comes after this can be read. */
export const badInput = (reason: string, cause?: unknown): Error => coreErrors.INVALID_INPUT({ reason }, { cause });

/** UNAVAILABLE: a service does not answer as it should. */
export const badService = (reason: string, cause?: unknown): Error => coreErrors.UNAVAILABLE({ reason }, { cause });
