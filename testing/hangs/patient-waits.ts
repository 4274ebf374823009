import { vi } from "vitest";
import { WAIT_TIMEOUT_MS } from "./watchdog.ts";

type WaitFor = typeof vi.waitFor;

// Their default is one second, which measures the machine.
const { waitFor, waitUntil } = vi;
const patient = (options: Parameters<WaitFor>[1]): Parameters<WaitFor>[1] => ({
  ...(typeof options === "object" ? options : {}),
  timeout: WAIT_TIMEOUT_MS,
});
vi.waitFor = ((callback, options) => waitFor(callback, patient(options))) as WaitFor;
vi.waitUntil = ((callback, options) => waitUntil(callback, patient(options))) as typeof vi.waitUntil;
