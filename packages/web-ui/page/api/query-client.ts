import { CadastreError } from "@cadastre/client";
import { QueryClient } from "@tanstack/vue-query";

/** Reads that were made are good until an event says otherwise; who gets no events is shown what is at most this old. */
const GOOD_FOR_MS = 15_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: GOOD_FOR_MS,
      // The client repeats what may be repeated.
      retry: false,
      // Records keep their identity (etagOf goes by it), and lists may be long.
      structuralSharing: false,
      shallow: true,
      refetchOnWindowFocus: true,
      throwOnError: false,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});

/** A record that is not there, or not for this user. */
export function isMissing(error: unknown): boolean {
  return error instanceof CadastreError && error.kind === "not-found";
}
