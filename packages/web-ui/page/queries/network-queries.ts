import { useQuery } from "@tanstack/vue-query";
import { computed } from "vue";
import { keys } from "../api/keys.ts";
import { ask } from "../api/service.ts";
import { useAnswer } from "../api/use-answer.ts";
import { can } from "../api/session.ts";

export const listPools = async (networkId: string) => await ask((service) => service.pools.list(networkId));

/** The pools of a network. */
export const usePools = (network: () => string) =>
  useAnswer(
    () => keys.pools(network()),
    (service) => service.pools.list(network()),
    { enabled: () => can("pool:list") },
  );

/** All networks. @param when the query may run; by default immediately */
export const useNetworks = (when: () => boolean = () => true) =>
  useAnswer(keys.networks, (service) => service.networks.list(), { enabled: () => can("network:list") && when() });

/** Most ids that names are asked for. */
const MAX_NAMED = 200;

/** Names of some networks by id. */
export function useNetworkRecords(ids: () => readonly string[]) {
  const asked = computed(() => [...new Set(ids())].toSorted().slice(0, MAX_NAMED));
  const query = useQuery({
    queryKey: computed(() => keys.networkNames(asked.value)),
    queryFn: async ({ queryKey }) =>
      await ask((service) => service.names.find({ id: [...(queryKey[1] as readonly string[])], type: "network" })),
    enabled: () => asked.value.length > 0,
  });
  return computed(() => new Map(query.data.value?.map((one) => [one.id, one])));
}

export const useDatacenters = () =>
  useAnswer(keys.datacenters, (service) => service.datacenters.list(), { enabled: () => can("datacenter:list") });

/** Datacenters as options, after the one for none. */
export function useDatacenterOptions(none: string) {
  const query = useDatacenters();
  return computed(() => [{ value: "", text: none }, ...(query.data.value ?? []).map(({ id, name }) => ({ value: id, text: name }))]);
}

/** Networks as options. */
export function useNetworkOptions() {
  const query = useNetworks();
  return computed(() => (query.data.value ?? []).map(({ id, name, subnet }) => ({ value: id, text: `${name} ${subnet}` })));
}

/** How full each network is, in percent, by id. */
export function useUtilizations(when: () => boolean = () => true) {
  const query = useAnswer(keys.utilizations, (service) => service.networks.utilizations(), {
    enabled: () => can("network:list") && when(),
  });
  return { ...query, byId: computed(() => new Map(query.data.value?.map((one) => [one.network_id, one]))) };
}

/** Names of datacenters by id. */
export function useDatacenterNames() {
  const query = useDatacenters();
  return computed(() => new Map(query.data.value?.map(({ id, name }) => [id, name])));
}
