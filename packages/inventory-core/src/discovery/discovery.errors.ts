import { coreErrors } from "../contract/errors/core-errors.ts";

/** A record of discovery that is not there. */
export const noSuch = (what: "scan" | "discovered device"): Error => coreErrors.NOT_FOUND({ what });
