import type { Network } from "@cadastre/client";
import { useQuery, useQueryClient } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { parseSubnet } from "../../addresses/ip.ts";
import { keys } from "../../api/keys.ts";
import { ask } from "../../api/service.ts";
import { type AddressMap, type BlockMap, foldOf, readAddresses, readBlocks, withUsed } from "./heatmap.ts";

/** Which addresses of a network are free, used and reserved. */
export function useHeatmap(network: Ref<Network | undefined>) {
  const client = useQueryClient();
  const key = computed(() => [...keys.heatmap(network.value?.id ?? ""), network.value?.subnet ?? ""]);
  const query = useQuery<AddressMap | BlockMap>({
    queryKey: key,
    enabled: () => network.value !== undefined,
    queryFn: async ({ signal }) => {
      const { id, subnet } = network.value as Network;
      const range = parseSubnet(subnet);
      const prefix = foldOf(range);
      return await ask(async (service) => {
        // Whole, because the browser reads 4 MB of JSON in an instant, and piece by piece in seconds.
        const entries = await service.networks.heatmap(id, prefix === undefined ? {} : { prefix }, { signal });
        return prefix === undefined ? readAddresses(range, entries) : readBlocks(range, entries);
      });
    },
  });
  /** Shows an address as used before the service is asked again. */
  const markUsed = (ip: string, deviceId: string): void => {
    client.setQueryData<AddressMap | BlockMap>(key.value, (map) => (map?.kind === "addresses" ? withUsed(map, ip, deviceId) : map));
  };
  return { ...query, markUsed };
}
