import type { Device } from "@cadastre/client";
import { useQuery, useQueryClient } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { type DeviceFilter, listInputOf } from "../api/device-filter.ts";
import { breathing } from "../api/breathing.ts";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { can } from "../session/session.ts";

/** What has arrived of a long list is shown at most this often while the rest is on its way … */
const SHOW_EVERY_MS = 200;
/** … and when it has grown by so much: what is done with all rows that are shown is not done over and over. */
const SHOW_GROWN_BY = 1.5;

/**
 * The devices of a filter. A list of 100,000 is read as it arrives, piece by piece, so that the page stays quick and the
 * first rows show at once.
 * @param when it is asked for; at once unless given
 */
export function useDeviceList(filter: Ref<DeviceFilter>, when: () => boolean = () => true) {
  const client = useQueryClient();
  const key = computed(() => keys.devices(filter.value));
  const query = useQuery<readonly Device[]>({
    queryKey: key,
    enabled: () => can("device:list") && when(),
    queryFn: async ({ queryKey, signal }) => {
      const isFirst = client.getQueryData(queryKey) === undefined;
      const input = listInputOf(queryKey[1] as DeviceFilter);
      return await ask(async (service) => {
        const rows: Device[] = [];
        let shownAt = performance.now();
        let shown = 0;
        for await (const device of breathing(service.devices.list(input, { signal }))) {
          rows.push(device);
          if (!isFirst || rows.length < shown * SHOW_GROWN_BY || performance.now() - shownAt < SHOW_EVERY_MS) continue;
          shownAt = performance.now();
          shown = rows.length;
          client.setQueryData(queryKey, [...rows]);
        }
        return rows;
      });
    },
  });
  return {
    rows: computed(() => query.data.value ?? []),
    error: query.error,
    refetch: query.refetch,
    /** False while some are on their way. */
    isDone: computed(() => query.data.value !== undefined && !query.isFetching.value),
  };
}
