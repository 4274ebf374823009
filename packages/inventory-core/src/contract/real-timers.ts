/**
 * Timers and clocks of the process, taken when this module is loaded. A test runner of the application may replace the global ones later,
 * and queues of the whole process would wait for fake timers for ever (decision 0466). Imports from modules of Node, such as
 * `node:timers/promises`, are not replaced.
 */
export const { setTimeout, clearTimeout, setInterval, clearInterval, setImmediate, clearImmediate, queueMicrotask, performance } =
  globalThis;

/** Milliseconds since the Unix epoch, by the clock of the system. */
export const systemNow: () => number = Date.now.bind(Date);

/** The timers and clocks of the process for packages of a host, which fake timers of an application do not replace (decision 0466). */
export const realTimers = {
  setTimeout,
  clearTimeout,
  setInterval,
  clearInterval,
  setImmediate,
  clearImmediate,
  queueMicrotask,
  performance,
  systemNow,
};
