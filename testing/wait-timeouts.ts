import { vi } from "vitest";

/** Milliseconds: longer than anything that will still come takes on a machine that has much else to do. */
const TIMEOUT_MS = 30_000;

type WaitFor = typeof vi.waitFor;

// One second is what it waits otherwise, and on a busy machine that is a measure of the machine.
const { waitFor, waitUntil } = vi;
const patient = (options: Parameters<WaitFor>[1]): Parameters<WaitFor>[1] =>
  typeof options === "number" ? options : { timeout: TIMEOUT_MS, ...options };
vi.waitFor = ((callback, options) => waitFor(callback, patient(options))) as WaitFor;
vi.waitUntil = ((callback, options) => waitUntil(callback, patient(options))) as typeof vi.waitUntil;
