import { CadastreError, type KnownEvent } from "@cadastre/client";
import { applyEvents } from "./live-patches.ts";
import { queryClient } from "./query-client.ts";
import { ask, isSignedOut, streams } from "./service.ts";

/** Events of so long are applied together: an import of thousands of devices is not thousands of lists. */
const TOGETHER_MS = 250;

/** Before a stream that could not be followed is asked for again; doubled each time, as often as said. */
const PAUSE_MS = 5000;
const MAX_DOUBLINGS = 4;

interface Told {
  readonly cursor: string;
  readonly event: KnownEvent;
}

/**
 * Follows the events of the server and puts them into what the page shows, until the signal aborts. A browser holds few
 * connections to one server, so of all pages of a user one follows, and tells the others.
 */
export async function followEvents(userId: string, signal: AbortSignal): Promise<void> {
  let cursor: string | undefined;
  let waiting: KnownEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const take = ({ cursor: next, event }: Told): void => {
    cursor = next;
    waiting.push(event);
    timer ??= setTimeout(() => {
      const events = waiting;
      waiting = [];
      timer = undefined;
      applyEvents(queryClient, events);
    }, TOGETHER_MS);
  };
  const channel = new BroadcastChannel(`cadastre-events-${userId}`);
  channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  signal.addEventListener("abort", () => {
    channel.close();
    clearTimeout(timer);
  });
  const follow = async (): Promise<void> => {
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const { id, data } of streams.events.stream(cursor === undefined ? {} : { after: cursor }, { signal })) {
          failures = 0;
          const told = { cursor: id, event: data };
          channel.postMessage(told);
          take(told);
        }
        if (signal.aborted) return;
      } catch (error) {
        if (signal.aborted) return;
        if (isSignedOut(error)) {
          // Asked through the session, which has the user sign in again.
          await ask((one) => one.auth.me());
        } else if (error instanceof CadastreError && error.code === "CURSOR_EXPIRED") cursor = undefined;
        else await pause(PAUSE_MS * 2 ** Math.min(failures++, MAX_DOUBLINGS), signal);
      }
      // With no event to go on from some may have been missed: what is shown is asked for again.
      if (cursor === undefined) void queryClient.invalidateQueries();
    }
  };
  // Locks need a secure context; without one each page follows for itself.
  if (!("locks" in navigator)) return await follow();
  await navigator.locks.request(`cadastre-events-${userId}`, { signal }, follow).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Who waits for their turn to follow does not wait for one who has left. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener("abort", resolve, { once: true });
  });
}
