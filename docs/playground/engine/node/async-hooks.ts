// `node:async_hooks` for browsers.
export { AsyncLocalStorage } from "../context.ts";
