import { createParser } from "eventsource-parser";
import type { WatchedEvent } from "./answers/answers.ts";
import { CadastreError } from "./answers/client-error.ts";
import type { PreparedCall } from "./prepared-call.ts";
import { wait } from "./retry-policy.ts";
import type { Success, Transport } from "./transport.ts";

/** The service says something every 15 s; a connection that is silent for longer than this is dead. */
const MIN_TIMEOUT_MS = 40_000;
/** Times in a row that a stream may fail without a sign of life before it is given up. */
const MAX_FAILURES = 10;

/** How one connection ended, and where it got to. */
interface Place {
  lastId: string | undefined;
  isAlive: boolean;
}

/**
 * Server-sent events over as many connections as it takes: each goes on after the last event that was seen. Ends after the
 * event `end`, and when the caller's signal aborts.
 * @throws CadastreError what the service answers a client that comes back (credentials that ended, CURSOR_EXPIRED), or what keeps it from
 * coming back
 */
export async function* watchEvents(transport: Transport, call: PreparedCall): AsyncGenerator<WatchedEvent<unknown>> {
  const place: Place = { lastId: undefined, isAlive: false };
  try {
    for (let failures = 0; ;) {
      place.isAlive = false;
      let failure: CadastreError | undefined;
      try {
        const success = await transport.send(call, (begun) => begun, {
          headers: { accept: "text/event-stream", ...(place.lastId === undefined ? {} : { "last-event-id": place.lastId }) },
          timeoutMs: Math.max(transport.timeoutMs, MIN_TIMEOUT_MS),
        });
        // Nothing comes after the event that was seen last.
        if (success.response.status === 204) return;
        for await (const event of eventsOf(success, place)) {
          yield event;
          // Others may have come with it, which a caller who left does not want.
          if (event.event === "end" || call.signal?.aborted === true) return;
        }
      } catch (error) {
        // What was never reached fails like any call; what broke is gone back to.
        if (!isBroken(error) || (place.lastId === undefined && !place.isAlive)) throw error;
        failure = error;
      }
      failures = place.isAlive ? 1 : failures + 1;
      if (failures > MAX_FAILURES)
        throw (
          failure ??
          new CadastreError({
            code: "CUT_OFF",
            kind: "network",
            operation: call.route.id,
            message: "the server repeatedly closes the stream",
          })
        );
      await wait(transport.retry.delay(failures), call.signal);
    }
  } catch (error) {
    if (call.signal?.aborted !== true) throw error;
  }
}

function isBroken(error: unknown): error is CadastreError {
  return (
    error instanceof CadastreError &&
    (error.code === "NETWORK_FAILED" ||
      error.code === "CUT_OFF" ||
      error.kind === "timeout" ||
      error.kind === "unavailable" ||
      error.kind === "rate-limited")
  );
}

async function* eventsOf(success: Success, place: Place): AsyncGenerator<WatchedEvent<unknown>> {
  if (success.response.headers.get("content-type")?.startsWith("text/event-stream") !== true) throw success.bad();
  let ready: WatchedEvent<unknown>[] = [];
  let seenId: string | undefined;
  const parser = createParser({
    onEvent: ({ id, event = "message", data }) => {
      try {
        ready.push({ id: id ?? place.lastId ?? "", event, data: JSON.parse(data) as unknown });
      } catch (error) {
        throw success.bad(error);
      }
    },
    // Also without an event: the service says how far it has looked.
    onId: (id) => void (seenId = id),
  });
  const decoder = new TextDecoder();
  for await (const piece of success.pieces) {
    place.isAlive = true;
    parser.feed(decoder.decode(piece, { stream: true }));
    const events = ready;
    ready = [];
    for (const event of events) {
      yield event;
      // Whoever comes back is not shown again what was taken, and is shown what was not.
      place.lastId = event.id;
    }
    if (seenId !== undefined) place.lastId = seenId;
  }
}
