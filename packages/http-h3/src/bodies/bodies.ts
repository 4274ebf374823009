import type { IncomingMessage } from "node:http";
import type { Clock, Spool } from "@cadastre/inventory-core";
import type { Exchange } from "../request/exchange.ts";
import { bytesOfTaken } from "../request/taken-body.ts";
import { BodyPace } from "./body-pace.ts";
import { BytesInFlight } from "./bytes-in-flight.ts";
import { ReceivedBody } from "./received-body.ts";

/** The caller that a body counts for. */
export interface BodySender {
  readonly caller: string;
  /** Callers of one group share one quota of memory. */
  readonly group: string;
}

/** Receives request bodies, and limits their size, their bytes in flight and the time that they take. */
export class Bodies {
  readonly #spool: Spool;
  readonly #pace: BodyPace;
  readonly #inFlight = new BytesInFlight();

  constructor(spool: Spool, clock: Clock) {
    this.#spool = spool;
    this.#pace = new BodyPace(clock);
  }

  /**
   * Receives the whole body.
   * @param limit in bytes
   * @returns to be read to its end, or closed
   * @throws INVALID_INPUT (413), BODY_ALREADY_READ, BUSY, REQUEST_TIMEOUT, UNAVAILABLE
   */
  async receive(exchange: Exchange, { caller, group }: BodySender, limit: number): Promise<ReceivedBody> {
    const body = new ReceivedBody({ spool: this.#spool, quota: this.#inFlight.of(caller, group), limit });
    try {
      if (exchange.taken !== undefined) await body.add(bytesOfTaken(exchange.taken, exchange.header("content-type")));
      else {
        body.reserve(declaredSize(exchange));
        if (exchange.node !== undefined) await this.#receiveNode(exchange.node.req, body);
        else if (exchange.request.body !== null) await this.#receiveWeb(exchange.request.body, body);
      }
      return body;
    } catch (error) {
      await body.close();
      throw error;
    }
  }

  /**
   * Runs a handler that reads the body itself, with the same limits.
   * @param limit in bytes @throws BUSY, REQUEST_TIMEOUT, and what the handler throws
   */
  async during<T>(exchange: Exchange, { caller, group }: BodySender, limit: number, handle: () => Promise<T>): Promise<T> {
    const isChunked = exchange.header("transfer-encoding") !== undefined;
    const size = isChunked ? limit : Math.min(limit, declaredSize(exchange));
    if (exchange.node === undefined || exchange.taken !== undefined || size === 0) return await handle();
    const quota = this.#inFlight.of(caller, group);
    quota.reserve(size, false);
    const slow = Promise.withResolvers<never>();
    const unwatch = this.#watch(exchange.node.req, slow.reject);
    try {
      return await Promise.race([handle(), slow.promise]);
    } finally {
      unwatch();
      quota.release();
    }
  }

  #watch(req: IncomingMessage, fail: (error: Error) => void): () => void {
    const { socket } = req;
    return this.#pace.watch({
      bytes: () => socket.bytesRead,
      isHeldUp: () => req.complete || req.readableLength >= req.readableHighWaterMark,
      fail,
    });
  }

  #receiveNode(req: IncomingMessage, body: ReceivedBody): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void): void => {
        unwatch();
        req.off("data", onData).off("end", onEnd).off("error", onGone).off("close", onGone);
        // The rest of a body that failed passes unread, or the next request of the connection would wait behind it.
        if (req.isPaused()) req.resume();
        settle();
      };
      const fail = (error: unknown): void => done(() => reject(error as Error));
      const onData = (piece: Buffer): void => {
        try {
          const writing = body.add(piece);
          if (writing === undefined) return;
          // The end comes after the last piece is written.
          req.pause();
          writing.then(() => req.resume(), fail);
        } catch (error) {
          fail(error);
        }
      };
      const onEnd = (): void => done(resolve);
      const onGone = (error?: Error): void => fail(error ?? new Error("the client disconnected"));
      if (req.destroyed && !req.readableEnded) {
        reject(new Error("the client disconnected"));
        return;
      }
      const unwatch = this.#watch(req, fail);
      req.on("data", onData).on("end", onEnd).on("error", onGone).on("close", onGone);
    });
  }

  async #receiveWeb(stream: ReadableStream<Uint8Array>, body: ReceivedBody): Promise<void> {
    const reader = stream.getReader();
    const slow = Promise.withResolvers<never>();
    let isReading = false;
    const unwatch = this.#pace.watch({ bytes: () => body.size, isHeldUp: () => !isReading, fail: slow.reject });
    try {
      for (;;) {
        isReading = true;
        const { done, value } = await Promise.race([reader.read(), slow.promise]);
        isReading = false;
        if (done) return;
        await body.add(Buffer.from(value.buffer, value.byteOffset, value.byteLength));
      }
    } catch (error) {
      await reader.cancel().catch(() => {});
      throw error;
    } finally {
      unwatch();
    }
  }
}

const declaredSize = (exchange: Exchange): number => Number(exchange.header("content-length") ?? 0);
