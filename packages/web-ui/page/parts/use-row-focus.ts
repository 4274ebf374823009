import { useVirtualizer } from "@tanstack/vue-virtual";
import { computed, nextTick, ref } from "vue";

/** Rows that are drawn above and below what is seen. */
const OVERSCAN = 15;

/** The rows of a grid of which only those are drawn that are seen. */
export interface SeenRows {
  readonly count: () => number;
  /** Height of each, in pixels. */
  readonly rowPx: number;
  /** What a row is known by while others come and go; its place unless given. */
  readonly keyOf?: (index: number) => string | number;
}

/**
 * A grid that is drawn by what is seen of it, and gone through by the keyboard: one row has the focus. The template gives the
 * scrolling element `ref="scroller"`, and each row `data-row` with its index.
 */
export function useRowFocus({ count, rowPx, keyOf }: SeenRows) {
  const scroller = ref<HTMLElement | null>(null);
  const focused = ref(0);
  const virtual = useVirtualizer(
    computed(() => ({
      count: count(),
      getScrollElement: () => scroller.value,
      estimateSize: () => rowPx,
      overscan: OVERSCAN,
      ...(keyOf === undefined ? {} : { getItemKey: keyOf }),
    })),
  );

  async function focusRow(index: number): Promise<void> {
    const to = Math.max(0, Math.min(count() - 1, index));
    focused.value = to;
    virtual.value.scrollToIndex(to);
    await nextTick();
    requestAnimationFrame(() => scroller.value?.querySelector<HTMLElement>(`[data-row="${to}"]`)?.focus());
  }

  /** @param own what further keys do on a row itself; on what is in a row they are that one's */
  function pressed(event: KeyboardEvent, own: Readonly<Record<string, () => unknown>>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const page = Math.max(1, Math.floor((scroller.value?.clientHeight ?? 0) / rowPx) - 1);
    const isRow = event.target instanceof HTMLElement && event.target.dataset["row"] !== undefined;
    const actions: Readonly<Record<string, () => unknown>> = {
      ArrowDown: () => focusRow(focused.value + 1),
      ArrowUp: () => focusRow(focused.value - 1),
      PageDown: () => focusRow(focused.value + page),
      PageUp: () => focusRow(focused.value - page),
      Home: () => focusRow(0),
      End: () => focusRow(count() - 1),
      ...(isRow ? own : {}),
    };
    const action = actions[event.key];
    if (action === undefined) return;
    event.preventDefault();
    void action();
  }

  return { scroller, virtual, focused, focusRow, pressed };
}
