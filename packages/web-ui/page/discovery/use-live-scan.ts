import type { DiscoveryScan } from "@cadastre/client";
import { onScopeDispose, type Ref, shallowRef, watch } from "vue";
import { isSignedOut, service } from "../api/service.ts";

/** A scan as it goes on, told by the server; the state that was given until there is a newer one. */
export function useLiveScan(given: Ref<DiscoveryScan>, onEnd: () => void): Ref<DiscoveryScan> {
  const scan = shallowRef(given.value);
  let stop: AbortController | undefined;
  const follow = async (id: string, signal: AbortSignal): Promise<void> => {
    try {
      for await (const { data } of service.scans.watch(id, { signal })) scan.value = data;
      if (!signal.aborted) onEnd();
    } catch (error) {
      // What it was last stays; the list of scans is asked for through the session and says more.
      if (!signal.aborted && !isSignedOut(error)) console.warn(error);
      if (!signal.aborted) onEnd();
    }
  };
  watch(
    given,
    (next, before) => {
      scan.value = next;
      const isOpen = next.status === "pending" || next.status === "running";
      if (before?.id === next.id && stop !== undefined) return;
      stop?.abort();
      stop = undefined;
      if (!isOpen) return;
      stop = new AbortController();
      void follow(next.id, stop.signal);
    },
    { immediate: true },
  );
  onScopeDispose(() => stop?.abort());
  return scan;
}
