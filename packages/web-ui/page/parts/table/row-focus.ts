import { nextTick, ref } from "vue";
import { ROW_PX, type TableRows, useDrawnRows } from "./drawn-rows.ts";

/**
 * The focus of a table: one row at a time is in the order of the Tab key, and arrow keys move to others. The template gives each row
 * `data-index`.
 */
export function useRowFocus(rows: TableRows) {
  const { count } = rows;
  const { scroller, drawn, measure, scrollToRow } = useDrawnRows(rows);
  const focused = ref(0);

  async function focusRow(index: number): Promise<void> {
    const to = Math.max(0, Math.min(count() - 1, index));
    focused.value = to;
    await scrollToRow(to);
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

  return { scroller, drawn, measure, scrollToRow, focused, focusRow, moves };
}
