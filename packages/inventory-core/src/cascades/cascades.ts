import type { Cascades } from "../contract/cascades.ts";
import { addressDecided } from "./conflict-cascade.ts";
import { devicesDeleted } from "./device-cascade.ts";
import { ownFieldsRewritten } from "./own-field-cascade.ts";
import { networkChanged, networkCreated, networkDeleted, networksAllocated } from "./network-cascade.ts";
import { poolCreated, poolDeleted, poolResized } from "./pool-cascade.ts";

/** What follows a change of one record in others. */
export const cascades: Cascades = {
  recordDeleted: async () => {},
  networkCreated,
  networksAllocated,
  networkChanged,
  networkDeleted,
  poolCreated,
  poolResized,
  poolDeleted,
  devicesDeleted,
  ownFieldsRewritten,
  addressDecided,
};
