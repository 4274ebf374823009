import { IMPORT_TYPES, type ImportType } from "@cadastre/inventory-core/exchange";

/** What files of rackd hold of ours; its custom fields have a form of their own, which defines nothing here. */
export const RACKD_TYPES: readonly ImportType[] = IMPORT_TYPES.filter((type) => type !== "field");
