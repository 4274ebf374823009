import { measureElement, useVirtualizer, type Virtualizer } from "@tanstack/vue-virtual";
import { computed, nextTick, ref } from "vue";

/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 15;
/** Height of a row before it is measured, in pixels. */
export const ROW_PX = 40;

/** The rows of a table. */
export interface FocusableRows {
  readonly count: () => number;
  /** The key of a row, which stays while other rows come and go. */
  readonly keyOf: (index: number) => string;
  /** Whether only the visible rows are drawn. */
  readonly isTall: () => boolean;
}

/**
 * The focus of a table: one row at a time is in the order of the Tab key, and arrow keys move to others. Of a tall table only the
 * visible rows are drawn. The template gives the scrolling element `ref="scroller"`, and each row `data-index`.
 */
export function useRowFocus({ count, keyOf, isTall }: FocusableRows) {
  const scroller = ref<HTMLElement | null>(null);
  const focused = ref(0);
  /** A new row is measured by the browser's next layout. To ask for its height would lay out the table once for each row. */
  const heightOf = (row: Element, measured: ResizeObserverEntry | undefined, table: Virtualizer<HTMLElement, Element>): number =>
    measured === undefined ? (table.itemSizeCache.get(keyOf(table.indexFromElement(row))) ?? ROW_PX) : measureElement(row, measured, table);
  const virtual = useVirtualizer(
    computed(() => ({
      count: isTall() ? count() : 0,
      getScrollElement: () => scroller.value,
      estimateSize: () => ROW_PX,
      overscan: OVERSCAN,
      getItemKey: keyOf,
      measureElement: heightOf,
    })),
  );
  /** Indexes of the drawn rows, and the height of the others before and after them. */
  const drawn = computed(() => {
    if (!isTall()) return { indexes: Array.from({ length: count() }, (_, index) => index), before: 0, after: 0 };
    const items = virtual.value.getVirtualItems();
    return {
      indexes: items.map(({ index }) => index),
      before: items[0]?.start ?? 0,
      after: virtual.value.getTotalSize() - (items.at(-1)?.end ?? 0),
    };
  });

  async function focusRow(index: number): Promise<void> {
    const to = Math.max(0, Math.min(count() - 1, index));
    focused.value = to;
    if (isTall()) virtual.value.scrollToIndex(to);
    await nextTick();
    requestAnimationFrame(() => scroller.value?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
  }

  /** Moves by a key. @returns whether the key moves */
  function moves({ key }: KeyboardEvent): boolean {
    const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / ROW_PX) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: focused.value + 1,
      ArrowUp: focused.value - 1,
      PageDown: focused.value + page,
      PageUp: focused.value - page,
      Home: 0,
      End: count() - 1,
    };
    const to = steps[key];
    if (to !== undefined) void focusRow(to);
    return to !== undefined;
  }

  return { scroller, virtual, drawn, focused, focusRow, moves };
}
