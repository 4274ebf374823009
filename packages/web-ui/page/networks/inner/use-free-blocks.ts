import type { FreePrefix } from "@cadastre/client";
import { useQueries } from "@tanstack/vue-query";
import { computed } from "vue";
import { keys } from "../../api/keys.ts";
import { ask } from "../../api/service.ts";
import { blocksOf, type FreeBlocks, MAX_BLOCKS } from "./free-blocks.ts";

/** The free blocks of some networks, by their ids: those that were answered so far. */
export function useFreeBlocks(networkIds: () => readonly string[]) {
  const results = useQueries({
    queries: computed(() =>
      networkIds().map((id) => ({
        queryKey: keys.freePrefixes(id),
        queryFn: async () => await ask((service) => service.networks.freePrefixes(id, { limit: MAX_BLOCKS + 1 })),
      })),
    ),
  });
  const byId = computed(
    (): ReadonlyMap<string, FreeBlocks> =>
      new Map(
        networkIds().flatMap((id, index): [string, FreeBlocks][] => {
          const found = results.value[index]?.data;
          return found === undefined ? [] : [[id, blocksOf(found as readonly FreePrefix[])]];
        }),
      ),
  );
  const error = computed(() => results.value.find((result) => result.error !== null)?.error ?? undefined);
  return { byId, error };
}
