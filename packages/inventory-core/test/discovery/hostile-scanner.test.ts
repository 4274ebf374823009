import { createInventory, definePlugin, type Scanner, type ScanReport, silentLogger } from "@cadastre/inventory-core";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answering, ScriptedScanner } from "./scripted-scanner.ts";
import { DATABASES } from "../../../../testing/storages.ts";

/** Something that is thrown, and that cannot even be read. */
const unreadable = (): unknown => ({
  toString() {
    throw new Error("no text");
  },
});
const unreadableError = (): Error =>
  Object.defineProperty(new Error("hidden"), "message", {
    get: () => {
      throw new Error("no message");
    },
  });

const boom = (): never => {
  throw unreadable();
};
const iterable = (iterator: unknown): AsyncIterable<ScanReport> => ({
  [Symbol.asyncIterator]: () => iterator as AsyncIterator<ScanReport>,
});
const never = async (): Promise<never> => await new Promise(() => {});

/** Each spoils one thing that a scanner is asked for. */
const HOSTILE: readonly (readonly [string, (scanner: ScriptedScanner) => void])[] = [
  ["throws when it is called", (scanner) => void (scanner.script = boom)],
  [
    "throws nothing at all",
    (scanner) => void (scanner.script = () => iterable({ next: async () => await Promise.reject(undefined as unknown as Error) })),
  ],
  [
    "throws an error without a readable message",
    (scanner) =>
      void (scanner.script = () => {
        throw unreadableError();
      }),
  ],
  ["gives nothing to read", (scanner) => void (scanner.script = () => undefined as never)],
  ["gives an iterator that is none", (scanner) => void (scanner.script = () => iterable(null))],
  ["throws for its iterator", (scanner) => void (scanner.script = () => ({ [Symbol.asyncIterator]: boom }))],
  ["throws in next", (scanner) => void (scanner.script = () => iterable({ next: boom }))],
  ["rejects in next", (scanner) => void (scanner.script = () => iterable({ next: async () => await Promise.reject(unreadable()) }))],
  ["answers next with nothing", (scanner) => void (scanner.script = () => iterable({ next: async () => undefined }))],
  ["throws in next and in return", (scanner) => void (scanner.script = () => iterable({ next: boom, return: boom }))],
  [
    "rejects in next and in return",
    (scanner) =>
      void (scanner.script = () =>
        iterable({ next: async () => await Promise.reject(new Error("a")), return: async () => await Promise.reject(unreadable()) })),
  ],
  [
    "rejects after a report",
    (scanner) =>
      void (scanner.script = async function* scan() {
        yield { kind: "host-done", ip: "10.0.0.1", outcome: "silent" };
        throw unreadable();
      }),
  ],
  [
    "sends a report that throws when it is read",
    (scanner) =>
      void (scanner.script = async function* scan() {
        yield new Proxy({} as ScanReport, { get: boom, has: boom, ownKeys: boom });
      }),
  ],
  ["throws when it is asked whether it works", (scanner) => void (scanner.unavailable = boom)],
  ["rejects when it is asked whether it works", (scanner) => void (scanner.unavailable = async () => await Promise.reject(unreadable()))],
  ["answers an object when it is asked whether it works", (scanner) => void (scanner.unavailable = async () => unreadable() as string)],
  ["throws for what it can do", (scanner) => void Object.defineProperty(scanner, "capabilities", { get: boom })],
];

const NEIGHBOURS: readonly (readonly [string, Scanner["neighbours"]])[] = [
  ["throws", boom],
  ["rejects", async () => await Promise.reject(unreadable())],
  ["answers no list", async () => "2001:db8::1" as never],
  ["answers no texts", async () => [null, 7, {}] as never],
];

const unhandled: unknown[] = [];
const note = (reason: unknown): void => void unhandled.push(reason);
beforeEach(() => void process.on("unhandledRejection", note).on("uncaughtException", note));
afterEach(() => {
  process.off("unhandledRejection", note).off("uncaughtException", note);
  // oxlint-disable-next-line vitest/no-standalone-expect -- a hook for every test of the file
  expect(unhandled.splice(0)).toEqual([]);
});

describe.each(DATABASES)("a scanner on %s", (_, openPlace) => {
  it("that fails in any way fails its scan, and the next one is run", async () => {
    await using place = await openPlace();
    const scanner = new ScriptedScanner(answering({}));
    await using inventory = await createInventory({
      storage: place.storage(),
      plugins: [scanner.plugin],
      clock: new FakeClock(),
      logger: silentLogger,
    });
    const { id: network } = await inventory.networks.create({ name: "lab", subnet: "10.0.0.0/30" });
    const { script, capabilities } = scanner;
    const unavailable = async (): Promise<null> => null;
    const outcome = async (): Promise<unknown> => {
      const { id } = await inventory.scans.start(network, {});
      return await vi.waitFor(async () => {
        const { status, error_message: why } = await inventory.scans.get(id);
        expect(status).toMatch(/completed|failed/);
        return [status, why];
      });
    };
    for (const [what, spoil] of HOSTILE) {
      spoil(scanner);
      expect([what, await outcome()]).toEqual([what, ["failed", expect.stringMatching(/./)]]);
      Object.assign(Object.defineProperty(scanner, "capabilities", { value: capabilities, configurable: true }), { script, unavailable });
      expect([what, await outcome()]).toEqual([what, ["completed", ""]]);
    }
  });

  it.each(NEIGHBOURS)("that %s when it is asked for neighbours keeps no scan from starting", async (_what, neighbours) => {
    await using place = await openPlace();
    const scanner = Object.assign(new ScriptedScanner(answering({})), { neighbours });
    await using inventory = await createInventory({ storage: place.storage(), plugins: [scanner.plugin], clock: new FakeClock() });
    const { id: network } = await inventory.networks.create({ name: "wide", subnet: "2001:db8::/64" });
    expect(await inventory.scans.start(network, {})).toMatchObject({ status: "pending", total_hosts: 0 });
  });

  it("that never tells its neighbours is waited for a while only", async () => {
    await using place = await openPlace();
    const clock = new FakeClock();
    const scanner = Object.assign(new ScriptedScanner(answering({})), { neighbours: never });
    await using inventory = await createInventory({
      storage: place.storage(),
      plugins: [definePlugin({ id: "hanging", engine: "*", scanners: [scanner] })],
      clock,
    });
    const { id: network } = await inventory.networks.create({ name: "wide", subnet: "2001:db8::/64" });
    const started = inventory.scans.start(network, {});
    await vi.waitFor(async () => {
      await clock.advance(1000);
      expect(await inventory.scans.list()).toHaveLength(1);
    });
    expect(await started).toMatchObject({ total_hosts: 0 });
  });
});
