// `node:timers/promises` for browsers.
export { setTimeout } from "../../../../packages/web-ui/formats/node/timers.ts";

/** Resolves in the next turn of the event loop. */
export async function setImmediate(): Promise<void> {
  await new Promise<void>((resolve) => globalThis.setImmediate(resolve));
}
