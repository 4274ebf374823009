import { expect, it } from "vitest";
import { OpenGate } from "./open-gate.ts";

/** Longer than the test may take: what ends earlier did not wait for it. */
const LONG_MS = 3_600_000;

it("a close waits for all that runs, and no longer", async () => {
  const gate = new OpenGate();
  gate.enter();
  gate.enter();
  let closed = false;
  const closing = gate.close(LONG_MS).then((isDone) => (closed = isDone));
  gate.leave();
  await Promise.resolve();
  expect(closed).toBe(false);
  gate.leave();
  expect(await closing).toBe(true);
});

it("a close ends lists that are left when its time is over, and tells of work that goes on", async () => {
  const gate = new OpenGate(() => new Error("closed"));
  const ended: string[] = [];
  const over = gate.enterList({ end: async (error) => void ended.push(error.message) });
  expect(await gate.close(0)).toBe(true);
  expect(ended).toEqual(["closed"]);
  // Told twice, it is over once.
  over();
  over();
  const busy = new OpenGate();
  busy.enter();
  expect(await busy.close(0)).toBe(false);
});

it("nothing comes in after a close", async () => {
  const gate = new OpenGate(() => new Error("too late"));
  expect(await gate.run(async () => 1)).toBe(1);
  expect(await gate.close(LONG_MS)).toBe(true);
  expect(gate.closed).toBe(true);
  expect(() => gate.enter()).toThrow("too late");
  await expect(gate.run(async () => 1)).rejects.toThrow("too late");
  expect(() => gate.enterList({ end: async () => undefined })).toThrow("too late");
});
