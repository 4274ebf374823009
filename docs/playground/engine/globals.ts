// What modules of the engine find in Node without importing it; the first import of the thread, because they use it as they load.
import { Buffer } from "./node/buffer.ts";
import { AsyncLocalStorage, carried, carryContexts } from "./context.ts";

carryContexts();

/** Work for the next turns of the event loop, in its order: messages come between timers, and are never held back. */
const waiting: (() => void)[] = [];
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => waiting.shift()?.();

/** As Node's, and without the least wait of timers. */
function setImmediate(callback: (...args: unknown[]) => void, ...args: unknown[]): void {
  const later = carried(callback);
  waiting.push(() => later(...args));
  port2.postMessage(undefined);
}

/** Timers of a browser are numbers; those of Node say by `unref` that no process waits for them. Here is no process. */
Object.assign(Number.prototype, {
  unref(this: number): number {
    return Number(this);
  },
});

Object.assign(globalThis, {
  Buffer,
  AsyncLocalStorage,
  setImmediate,
  // Without versions: libraries tell by them that this is not Node. The next tick comes after all promises of this turn.
  process: { env: {}, nextTick: setImmediate, pid: 1, versions: {}, platform: "browser" },
  // zod compiles its checks with eval if it may; a site's policy may forbid it.
  __zod_globalConfig: { jitless: true },
});
