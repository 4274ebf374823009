import type { DiscoveredDevice, DiscoveredDevicesListInput } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type Ref, ref, watch } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { usePages } from "../queries/pages.ts";
import { FOUND_STATES, type FoundChoice, type FoundState } from "./found-states.ts";

/**
 * Discovered hosts by page. All are read where a text is searched in them, which the service does not do, or where all are selected.
 * @param network empty for all
 * @param state empty for all
 */
export function useFound(network: Ref<string>, state: Ref<FoundChoice>, text: Ref<string>, sort: Ref<string>) {
  const wanted = computed(() => text.value.trim().toLowerCase());
  const ofNetwork = computed(() => (network.value === "" ? {} : { network_id: network.value }));
  const filter = computed((): DiscoveredDevicesListInput => ({
    ...ofNetwork.value,
    ...(state.value !== "" ? { state: state.value } : network.value === "" ? { state: FOUND_STATES.map(({ value }) => value) } : {}),
    ...(sort.value === "" ? {} : { sort: sort.value as NonNullable<DiscoveredDevicesListInput["sort"]> }),
  }));
  const readsAll = ref(false);
  watch(filter, () => (readsAll.value = false));
  const isWhole = computed(() => readsAll.value || wanted.value !== "");
  const pages = usePages<DiscoveredDevice>(
    computed(() => keys.discovered({ ...filter.value, isWhole: isWhole.value })),
    async (paging, signal) =>
      await ask((service) => service.discoveredDevices.list({ ...filter.value, ...(isWhole.value ? {} : paging) }, { signal }).page()),
  );
  const rows = computed(() =>
    (pages.query.data.value ?? []).filter(
      ({ ip, hostname, vendor, mac_address: mac, os_guess: system, switch_port: port }) =>
        wanted.value === "" || [ip, hostname, vendor, mac, system, port].some((value) => value.toLowerCase().includes(wanted.value)),
    ),
  );
  const counts = useQuery({
    queryKey: computed(() => keys.discovered({ ...ofNetwork.value, isCounted: true })),
    queryFn: async ({ signal }) => {
      const countOf = async (one: FoundState): Promise<readonly [FoundState, number]> => [
        one,
        (
          await ask((service) =>
            service.discoveredDevices.list({ ...ofNetwork.value, state: one, limit: 1, count: true }, { signal }).page(),
          )
        ).count ?? 0,
      ];
      return new Map(await Promise.all(FOUND_STATES.map(async ({ value }) => await countOf(value))));
    },
  });
  const sumOf = (states: readonly FoundState[]): number => states.reduce((sum, one) => sum + (counts.data.value?.get(one) ?? 0), 0);
  const shown = computed(() => FOUND_STATES.map(({ value }) => value).filter((one) => state.value === "" || one === state.value));
  return {
    ...pages,
    rows,
    readAll: (): void => void (readsAll.value = true),
    /** Number of hosts in each state. */
    counts: counts.data,
    total: computed(() => sumOf(FOUND_STATES.map(({ value }) => value))),
    /** Number of hosts that match the filter. */
    matching: computed(() => (wanted.value === "" ? sumOf(shown.value) : rows.value.length)),
    /** Number of hosts that can be selected; undefined where all of them are read. */
    selectable: computed(() => (isWhole.value ? undefined : sumOf(shown.value.filter((one) => one !== "known")))),
  };
}
