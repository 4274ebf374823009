import { defineErrors, errorOf } from "../contract/error.ts";
import { missing } from "../contract/missing.ts";

export const poolErrors = defineErrors({
  POOL_NOT_FOUND: errorOf("not-found", "there is no pool with this id", (d: { id: string }) => missing("pool", d.id)),
  IP_NOT_AVAILABLE: errorOf("exhausted", "the pool has not as many free addresses as asked for", (d: { pool: string; asked: number }) =>
    d.asked === 1 ? `pool ${d.pool} has no free address` : `pool ${d.pool} has fewer than ${d.asked} free addresses; nothing was allocated`,
  ),
});
