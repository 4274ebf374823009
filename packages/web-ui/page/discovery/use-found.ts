import type { DiscoveredDevice } from "@cadastre/client";
import { useQuery, type UseQueryReturnType } from "@tanstack/vue-query";
import { computed, type ComputedRef, type Ref } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { FOUND_STATES, type FoundChoice } from "./found-states.ts";

export interface Found {
  readonly query: UseQueryReturnType<DiscoveredDevice[], Error>;
  /** Those of the chosen state, and with the text in what is shown of them. */
  readonly matching: ComputedRef<readonly DiscoveredDevice[]>;
  /** What may be chosen, with how many there are of each where all were read. */
  readonly options: ComputedRef<readonly { readonly value: FoundChoice; readonly text: string }[]>;
}

/**
 * Hosts that were found: all of a network, or those of one state in all networks, which may be many.
 * @param network empty for all
 */
export function useFound(network: Ref<string>, state: Ref<FoundChoice>, text: Ref<string>): Found {
  /** Asked of the service where not all is read. */
  const asked = computed(() => (network.value === "" && state.value !== "" ? state.value : undefined));
  const query = useQuery({
    queryKey: computed(() => keys.discovered(network.value, asked.value)),
    queryFn: async () =>
      await ask((service) =>
        service.discoveredDevices.list(
          network.value === "" ? { state: asked.value ?? FOUND_STATES.map(({ value }) => value) } : { network_id: network.value },
        ),
      ),
  });
  const rows = computed(() => query.data.value ?? []);
  const matching = computed(() => {
    const wanted = text.value.trim().toLowerCase();
    return rows.value.filter(
      (row) =>
        (state.value === "" || row.state === state.value) &&
        (wanted === "" ||
          [row.ip, row.hostname, row.vendor, row.mac_address, row.os_guess, row.switch_port].some((value) =>
            value.toLowerCase().includes(wanted),
          )),
    );
  });
  const options = computed(() => {
    const all = { value: "" as const, text: "All" };
    if (network.value === "") return [...FOUND_STATES, all];
    const counts = new Map<string, number>();
    for (const row of rows.value) counts.set(row.state, (counts.get(row.state) ?? 0) + 1);
    return [
      all,
      ...FOUND_STATES.map(({ value, text: name }) => ({ value, text: `${name} (${(counts.get(value) ?? 0).toLocaleString()})` })),
    ];
  });
  return { query, matching, options };
}
