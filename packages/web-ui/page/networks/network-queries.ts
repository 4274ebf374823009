import { useQuery } from "@tanstack/vue-query";
import { computed } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { can } from "../session/session.ts";

export const listNetworks = async () => await ask((service) => service.networks.list());

export const listPools = async (networkId: string) => await ask((service) => service.pools.list(networkId));

export const useNetworks = () => useQuery({ queryKey: keys.networks, queryFn: listNetworks, enabled: () => can("network:list") });

export const useDatacenters = () =>
  useQuery({
    queryKey: keys.datacenters,
    queryFn: async () => await ask((service) => service.datacenters.list()),
    enabled: () => can("datacenter:list"),
  });

/** How full each network is, in percent, by id. */
export function useUtilizations() {
  const query = useQuery({
    queryKey: keys.utilizations,
    queryFn: async () => await ask((service) => service.networks.utilizations()),
    enabled: () => can("network:list"),
  });
  return { ...query, byId: computed(() => new Map(query.data.value?.map((one) => [one.network_id, one]))) };
}

/** Names of datacenters by id. */
export function useDatacenterNames() {
  const query = useDatacenters();
  return computed(() => new Map(query.data.value?.map(({ id, name }) => [id, name])));
}
