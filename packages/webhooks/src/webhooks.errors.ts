import { coreErrors } from "@cadastre/inventory-core";

export const noSuch = (what: "webhook" | "delivery"): Error => coreErrors.NOT_FOUND({ what });
