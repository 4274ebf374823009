// `node:perf_hooks` for browsers. The database works in this thread: while it is waited for, the thread is never idle.
export const performance = {
  now: (): number => globalThis.performance.now(),
  eventLoopUtilization: (): { readonly idle: number } => ({ idle: 0 }),
};
