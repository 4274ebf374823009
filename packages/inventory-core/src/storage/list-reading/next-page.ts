import { TURN_BYTES } from "../../background/in-slices.ts";
import { performance } from "../../contract/real-timers.ts";
import { MIN_PAGE_ROWS, MAX_PAGE_ROWS, PAGE_MS, sizeOf } from "../list-limits.ts";

/** Reads rows that cost this process something until they have cost enough: few wide rows, many narrow ones. */
export function nextPage<Row>(rows: IterableIterator<Row>): { page: Row[]; done: boolean } {
  const start = performance.now();
  const page: Row[] = [];
  let size = 0;
  for (;;) {
    const next = rows.next();
    if (next.done === true) return { page, done: true };
    page.push(next.value);
    size += sizeOf(next.value as object);
    if (page.length === MAX_PAGE_ROWS || size >= TURN_BYTES) return { page, done: false };
    if (page.length % MIN_PAGE_ROWS === 0 && performance.now() - start > PAGE_MS) return { page, done: false };
  }
}
