import { defineErrors, errorOf } from "../contract/errors/error.ts";
import { missing } from "../contract/errors/missing.ts";

export const networkErrors = defineErrors({
  NETWORK_NOT_FOUND: errorOf("not-found", "the network does not exist", (d: { id: string }) => missing("network", d.id)),
  PREFIX_NOT_AVAILABLE: errorOf(
    "exhausted",
    "the network has not as many free blocks of that prefix length as asked for",
    (d: { subnet: string; length: number; count: number; largest: string | null }) =>
      `${d.subnet} has ${d.count === 1 ? `no free /${d.length}` : `fewer than ${d.count} free /${d.length}`}; ` +
      (d.largest === null ? "nothing of it is free" : `the largest free block is ${d.largest}`),
  ),
});
