import type { Cascades } from "../contract/cascades.ts";

/** A space is deleted: it holds neither datacenters nor networks. */
export const spaceDeleted: Cascades["spaceDeleted"] = async (_change, _spaceId, remove) => await remove();
