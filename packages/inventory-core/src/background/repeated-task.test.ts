import { setImmediate } from "node:timers/promises";
import { FakeClock } from "@cadastre/testing";
import { beforeEach, expect, test } from "vitest";
import type { Logger } from "../contract/logger.ts";
import { RepeatedTask } from "./repeated-task.ts";

const FAILURE = "nothing could be done";
const EVERY_MS = 1000;

let clock: FakeClock;
let told: string[];
/** Rounds that have begun; each is over when its end is called. */
let rounds: { end(): void; fail(): void }[];
let task: RepeatedTask;

beforeEach(() => {
  clock = new FakeClock();
  [told, rounds] = [[], []];
  const ignore = (): undefined => undefined;
  const logger: Logger = { debug: ignore, info: ignore, error: ignore, warn: (message) => void told.push(message) };
  task = new RepeatedTask(clock, logger, EVERY_MS, FAILURE, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    rounds.push({ end: resolve, fail: () => reject(new Error("no")) });
    await promise;
  });
});

test("begins after one interval, and never twice at once", async () => {
  task.start();
  expect(rounds).toHaveLength(0);
  for (let at = 0; at < 3; at += 1) await clock.advance(EVERY_MS);
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await setImmediate();
  expect(rounds).toHaveLength(1);
  await clock.advance(EVERY_MS);
  expect(rounds).toHaveLength(2);
});

test("is done at once when asked, and once more when it is being done, however often it was asked", async () => {
  task.now();
  expect(rounds).toHaveLength(1);
  task.now();
  task.now();
  expect(rounds).toHaveLength(1);
  rounds[0]?.end();
  await setImmediate();
  expect(rounds).toHaveLength(2);
  rounds[1]?.end();
  await setImmediate();
  expect(rounds).toHaveLength(2);
});

test("waits at its stop for the round that runs, and does no other", async () => {
  task.start();
  await clock.advance(EVERY_MS);
  task.now();
  let stopped = false;
  const stopping = task.stop().then(() => (stopped = true));
  await setImmediate();
  expect(stopped).toBe(false);
  rounds[0]?.end();
  await stopping;
  await clock.advance(10 * EVERY_MS);
  expect(rounds).toHaveLength(1);
});

test("tells of each failure, goes on, and counts as stopped after three in a row", async () => {
  /** The next round fails. @returns what a health check says after it */
  const failing = async (): Promise<() => void> => {
    await clock.advance(EVERY_MS);
    rounds.at(-1)?.fail();
    await setImmediate();
    return () => task.check();
  };
  task.start();
  expect(await failing()).not.toThrow();
  expect(await failing()).not.toThrow();
  expect(await failing()).toThrow(`3 times in a row ${FAILURE}`);
  expect(told).toEqual([FAILURE, FAILURE, FAILURE]);
  await clock.advance(EVERY_MS);
  rounds.at(-1)?.end();
  await setImmediate();
  expect(() => task.check()).not.toThrow();
});
