import { watch } from "vue";
import { useKept } from "../parts/kept-place.ts";

/** The selected rows of a list, which Back restores; or `all` that its filter matches, until it is another. */
export function useSelection(list: string, filter: () => object) {
  const selected = useKept<ReadonlySet<string>>(`selected ${list}`, () => new Set());
  const all = useKept(`all ${list} selected`, () => false);
  watch(
    () => JSON.stringify(filter()),
    () => (all.value = false),
  );
  return { selected, all };
}
