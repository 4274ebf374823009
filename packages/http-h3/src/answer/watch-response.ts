import { type Clock, isInventoryError, type Watch, type WatchedState } from "@cadastre/inventory-core";
import { type Answer, emptyAnswer, STREAM_HEADERS } from "./answer.ts";
import type { Exchange } from "../request/exchange.ts";

/** Proxies give up on connections that are silent for a minute or less. */
const KEEP_ALIVE_MS = 15_000;
/** How long a stream goes on after its caller signed out, or what the caller may do changed. */
const ADMITTED_AGAIN_MS = 2000;

/** Ends an answer that would go on for ever: when nobody listens, the server stops, or its caller may not see it any more. */
export class StreamLife {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #refused = new AbortController();

  constructor(clock: Clock, ends: readonly AbortSignal[]) {
    this.#clock = clock;
    this.signal = AbortSignal.any([...ends, this.#refused.signal]);
  }

  /** Asks again and again whether the caller may go on. @returns stops asking */
  watch(isStillAdmitted: () => Promise<boolean>): () => void {
    let asking = false;
    return this.#clock.every(ADMITTED_AGAIN_MS, () => {
      // A database that takes its time is not asked the same again meanwhile.
      if (asking) return;
      asking = true;
      void isStillAdmitted().then((admitted) => {
        asking = false;
        if (!admitted) this.#refused.abort();
      });
    });
  }

  /** What comes next, or undefined when nothing came for a while. */
  async orQuiet<T>(next: Promise<T>): Promise<T | undefined> {
    const came = new AbortController();
    try {
      return await Promise.race([next, this.#clock.sleep(KEEP_ALIVE_MS, came.signal).then(() => undefined)]);
    } finally {
      came.abort();
    }
  }
}

/**
 * Answers with a watched record as server-sent events (WHATWG HTML §9.2): `progress` for each state, `end` for the last,
 * unless a state has a name of its own. Who comes back having seen the last one (Last-Event-ID) gets 204, which keeps an EventSource from
 * coming again.
 */
export async function watchAnswer(
  exchange: Exchange,
  watch: Watch<unknown>,
  life: StreamLife,
  isStillAdmitted: () => Promise<boolean>,
): Promise<Answer> {
  const states = watch.states[Symbol.asyncIterator]();
  const first = await states.next();
  const seen = first.done !== true && first.value.last && exchange.header("last-event-id") === first.value.id;
  if (first.done === true || seen || exchange.isHead) await states.return?.();
  if (first.done === true || seen) return emptyAnswer(204);
  const headers = [["content-type", "text/event-stream"], ...STREAM_HEADERS] as const;
  return { status: 200, headers, body: exchange.isHead ? null : pieces(first.value, states, life, isStillAdmitted) };
}

/** An answer whose stream holds a place until it is over, or nobody listens any more. @param close gives the place back */
export function heldUntilOver(answer: Answer, life: StreamLife, close: () => void): Answer {
  const { body } = answer;
  if (body === null || typeof body === "string") {
    close();
    return answer;
  }
  if (life.signal.aborted) close();
  else life.signal.addEventListener("abort", close, { once: true });
  return { ...answer, body: closing(body, close) };
}

async function* closing<Piece>(pieces: AsyncIterable<Piece>, close: () => void): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } finally {
    close();
  }
}

function eventText({ id, name, text, last }: WatchedState): string {
  // An id alone is no event, but a browser keeps it for when it comes back.
  if (text === null) return `: so far\nid: ${id}\n\n`;
  return `id: ${id}\nevent: ${name ?? (last ? "end" : "progress")}\ndata: ${text}\n\n`;
}

async function* pieces(
  first: WatchedState,
  states: AsyncIterator<WatchedState>,
  life: StreamLife,
  isStillAdmitted: () => Promise<boolean>,
): AsyncGenerator<string> {
  const stopAsking = life.watch(isStillAdmitted);
  try {
    yield eventText(first);
    let next = states.next();
    for (;;) {
      const came = await life.orQuiet(next);
      if (came === undefined) {
        yield ": still here\n\n";
        continue;
      }
      if (came.done === true) return;
      // A client that reads slowly may have been refused since the state was made.
      life.signal.throwIfAborted();
      yield eventText(came.value);
      next = states.next();
    }
  } catch (error) {
    // The client went away or is to come back; a record that was deleted is told of then.
    if (!life.signal.aborted && !isInventoryError(error)) throw error;
  } finally {
    stopAsking();
    await states.return?.();
  }
}
