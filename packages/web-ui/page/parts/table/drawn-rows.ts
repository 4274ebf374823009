import type * as VirtualCore from "@tanstack/virtual-core";
import { computed, onMounted, onScopeDispose, ref, shallowRef, triggerRef, watch } from "vue";
import { firstView } from "../../api/first-view.ts";

/** Rows that are drawn above and below the visible ones. */
const OVERSCAN = 15;
/** Height of a row before it is measured, in pixels. */
export const ROW_PX = 40;
/** Milliseconds before the library is loaded again. */
const RETRY_MS = 2000;

/** The rows of a table. */
export interface TableRows {
  readonly count: () => number;
  /** The key of a row, which stays while other rows come and go. */
  readonly keyOf: (index: number) => string;
  /** Whether only the visible rows are drawn. */
  readonly isTall: () => boolean;
}

type Virtualizer = VirtualCore.Virtualizer<HTMLElement, Element>;

/** The library that knows the visible rows of a long table. It loads after the first view, which has the first rows. */
let library: typeof VirtualCore | undefined;

async function load(): Promise<void> {
  await firstView();
  for (;;) {
    try {
      library ??= await import("@tanstack/virtual-core");
      return;
    } catch {
      // The server is away.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

/**
 * The rows that a table draws: all of them, or the visible ones of a tall table. The template gives the scrolling element `ref="scroller"`
 * and passes each row to `measure`.
 */
export function useDrawnRows({ count, keyOf, isTall }: TableRows) {
  const scroller = ref<HTMLElement | null>(null);
  const virtual = shallowRef<Virtualizer>();
  let isGone = false;
  let end = (): void => {};
  onScopeDispose(() => {
    isGone = true;
    end();
  });

  function update(): void {
    if (library === undefined || isGone || !(isTall() || virtual.value !== undefined)) return;
    const { elementScroll, measureElement, observeElementOffset, observeElementRect } = library;
    const options = {
      count: isTall() ? count() : 0,
      getScrollElement: () => scroller.value,
      estimateSize: () => ROW_PX,
      overscan: OVERSCAN,
      getItemKey: keyOf,
      // A new row is measured by the browser's next layout. To ask for its height would lay out the table once for each row.
      measureElement: (row: Element, measured: ResizeObserverEntry | undefined, table: Virtualizer): number =>
        measured === undefined
          ? (table.itemSizeCache.get(keyOf(table.indexFromElement(row))) ?? ROW_PX)
          : measureElement(row, measured, table),
      initialOffset: () => scroller.value?.scrollTop ?? 0,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => triggerRef(virtual),
    };
    if (virtual.value === undefined) {
      virtual.value = new library.Virtualizer(options);
      end = virtual.value._didMount();
    } else virtual.value.setOptions(options);
    virtual.value._willUpdate();
    triggerRef(virtual);
  }
  watch(() => [scroller.value, isTall(), count()], update, { immediate: true });
  const loaded = Promise.withResolvers<void>();
  onMounted(() => {
    watch(
      isTall,
      async (isNow) => {
        if (!isNow) return;
        await load();
        update();
        loaded.resolve();
      },
      { immediate: true },
    );
  });

  /** Indexes of the drawn rows, and the height of the others before and after them. */
  const drawn = computed(() => {
    const all = count();
    if (!isTall() || virtual.value === undefined) {
      const first = isTall() ? Math.min(all, Math.ceil(window.innerHeight / ROW_PX) + OVERSCAN) : all;
      return { indexes: Array.from({ length: first }, (_, index) => index), before: 0, after: (all - first) * ROW_PX };
    }
    const items = virtual.value.getVirtualItems();
    return {
      indexes: items.map(({ index }) => index),
      before: items[0]?.start ?? 0,
      after: virtual.value.getTotalSize() - (items.at(-1)?.end ?? 0),
    };
  });
  const measure = (row: Element | null): void => virtual.value?.measureElement(row);

  /** Scrolls a tall table to a row. */
  async function scrollToRow(index: number): Promise<void> {
    if (!isTall()) return;
    await loaded.promise;
    virtual.value?.scrollToIndex(index);
  }

  return { scroller, drawn, measure, scrollToRow };
}
