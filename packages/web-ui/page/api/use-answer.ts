import type { Client } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type MaybeRefOrGetter, toValue } from "vue";
import { ask } from "./service.ts";

/** Reads something of the service, and keeps it under a name. @param more when it is read; by default immediately, and once */
export const useAnswer = <T>(
  key: MaybeRefOrGetter<readonly unknown[]>,
  read: (service: Client) => PromiseLike<T>,
  more: { readonly enabled?: () => boolean; readonly refetchInterval?: number; readonly staleTime?: number } = {},
) => useQuery({ queryKey: computed(() => toValue(key)), queryFn: async () => await ask(read), ...more });
