import fs, { appendFile, mkdir, mkdtemp, rename, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Line } from "@cadastre/importers/readers";
import { messageOf } from "@cadastre/inventory-core";
import { addressRule } from "@cadastre/inventory-core/outbound";
import { FakeClock } from "@cadastre/testing";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pathProblem, type ReadableFiles } from "../../src/leases/files/allowed-path.ts";
import { fileLines } from "../../src/leases/files/file-lines.ts";
import { contentsOf } from "../../src/leases/files/file-state.ts";
import { keaLines, keaState } from "../../src/leases/files/kea-files.ts";
import { readSteadily } from "../../src/leases/files/read-steadily.ts";
import { readSource } from "../../src/leases/reading/read-source.ts";

const { signal } = new AbortController();
let folder: string;
let file: string;
let readable: ReadableFiles;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "leases-"));
  file = path.join(folder, "leases");
  readable = { folders: [folder] };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await rm(folder, { recursive: true });
});

const linesOf = async (lines: AsyncIterable<Line>): Promise<string[]> => await Array.fromAsync(lines, ({ text }) => text);

describe("files of leases", () => {
  it("are read to where they ended when they were opened, without what is not finished", async () => {
    await writeFile(file, "one\ntwo\nthr");
    const lines = fileLines(file, readable, signal);
    expect((await lines.next()).value).toEqual({ line: 1, text: "one" });
    await appendFile(file, "ee\nfour\n");
    expect(await linesOf(lines)).toEqual(["two"]);
    expect(await linesOf(fileLines(file, readable, signal))).toEqual(["one", "two", "three", "four"]);
  });

  it("that another file takes the place of, or that end early, are read as they were opened", async () => {
    const long = Array.from({ length: 20_000 }, (_, at) => `line ${at}`);
    await writeFile(file, `${long.join("\n")}\n`);
    const lines = fileLines(file, readable, signal);
    expect((await lines.next()).value).toEqual({ line: 1, text: "line 0" });
    await writeFile(`${file}.new`, "new\n");
    await rename(`${file}.new`, file);
    expect(await linesOf(lines)).toEqual(long.slice(1));
    expect(await linesOf(fileLines(file, readable, signal))).toEqual(["new"]);
    await writeFile(file, `${long.join("\n")}\n`);
    const cut = fileLines(file, readable, signal);
    expect((await cut.next()).value).toEqual({ line: 1, text: "line 0" });
    await truncate(file, 100_000);
    // What was read by then is whole lines, in their order, and nothing else.
    const rest = await linesOf(cut);
    expect(rest).toEqual(long.slice(1, rest.length + 1));
    expect(rest.length).toBeLessThan(long.length - 1);
  });

  it("that the file system does not open end the reading at its deadline, and when the server stops", async () => {
    await writeFile(file, "");
    vi.spyOn(fs, "open").mockReturnValue(new Promise(() => {}));
    const clock = new FakeClock();
    const source = { type: "dnsmasq", path: file, url: "", username: "", password: "" } as const;
    const stopped = new AbortController();
    const reasonOf = async (reading: Promise<unknown>): Promise<unknown> => await reading.then(() => undefined, messageOf);
    const parts = { ...readable, rule: addressRule({ allow: "", ownAddresses: "refused" }), clock, signal: stopped.signal };
    const late = reasonOf(readSource(source, { families: new Set([4]) }, parts));
    await clock.advance(600_000);
    expect(await late).toMatch(/^It took longer than 600 seconds/);
    const over = reasonOf(readSource(source, { families: new Set([4]) }, parts));
    stopped.abort(new Error("This server stops."));
    expect(await over).toBe("This server stops.");
  });

  it("are files, and of a size that can be read", async () => {
    await expect(linesOf(fileLines(folder, { folders: [path.dirname(folder)] }, signal))).rejects.toThrow("no file");
    await writeFile(file, "");
    await truncate(file, 300 * 1024 * 1024);
    await expect(linesOf(fileLines(file, readable, signal))).rejects.toThrow("256 MiB");
    await expect(linesOf(fileLines(path.join(folder, "none"), readable, signal))).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("that are written anew while they are read are read again, and given up when they never rest", async () => {
    await writeFile(file, "old\n");
    const clock = new FakeClock();
    let writes = 0;
    const reading = async (most: number): Promise<string[]> => {
      writes = 0;
      const result = readSteadily(
        async () => {
          const lines = await linesOf(fileLines(file, readable, signal));
          if (writes < most) await writeFile(file, `new ${(writes += 1)}\n`);
          return lines;
        },
        async () => await contentsOf(file),
        { clock, signal },
      );
      let isOver = false;
      result.finally(() => (isOver = true)).catch(() => {});
      for (; !isOver; await setImmediate()) await clock.advance(200);
      return await result;
    };
    expect(await reading(2)).toEqual(["new 2"]);
    await expect(reading(100)).rejects.toThrow("written anew each time");
  });

  it("of Kea are those that it cleans up and the one that it writes to, oldest first", async () => {
    const write = async (end: string): Promise<void> => await writeFile(file + end, `${end || "now"}\n`);
    await expect(linesOf(keaLines(file, readable, signal))).rejects.toMatchObject({ code: "ENOENT" });
    for (const end of ["", ".1", ".2"]) await write(end);
    expect(await linesOf(keaLines(file, readable, signal))).toEqual([".2", ".1", "now"]);
    const before = await keaState(file);
    await appendFile(file, "more\n");
    expect(await keaState(file)).toBe(before);
    await write(".completed");
    expect(await keaState(file)).not.toBe(before);
    expect(await linesOf(keaLines(file, readable, signal))).toEqual([".completed", "now", "more"]);
    await rename(file, `${file}.1`);
    await write("");
    await rm(`${file}.completed`);
    expect(await linesOf(keaLines(file, readable, signal))).toEqual([".2", "now", "more", "now"]);
  });

  it("lie in folders that the server may read, also behind links", async () => {
    const secret = path.join(folder, "secret");
    const allowed = path.join(folder, "allowed");
    await mkdir(allowed);
    await writeFile(secret, "secret\n");
    await writeFile(path.join(allowed, "leases"), "in force\n");
    await symlink(secret, path.join(allowed, "out"));
    await symlink("leases", path.join(allowed, "in"));
    const folders = [allowed];
    const read = async (name: string): Promise<string[]> => await linesOf(fileLines(path.join(allowed, name), { folders }, signal));
    expect(await read("leases")).toEqual(["in force"]);
    expect(await read("in")).toEqual(["in force"]);
    await expect(read("out")).rejects.toThrow("leads out of the folders of DISCOVERY_LEASE_PATHS");
    for (const wrong of [
      "leases",
      `${allowed}/../secret`,
      `${allowed}//leases`,
      `${allowed}/./leases`,
      secret,
      allowed,
      `${allowed}-not/leases`,
    ])
      expect([wrong, pathProblem(wrong, folders)]).toEqual([wrong, expect.any(String)]);
    expect(pathProblem(path.join(allowed, "leases"), [])).toContain("DISCOVERY_LEASE_PATHS names no folder");
  });

  it.each([".completed", ".1", ".2"])("of Kea are refused where the file %s is a link out of the folders", async (end) => {
    const allowed = path.join(folder, "allowed");
    await mkdir(allowed);
    await writeFile(path.join(folder, "secret"), "secret\n");
    const leases = path.join(allowed, "kea.csv");
    await writeFile(leases, "now\n");
    await symlink("../secret", leases + end);
    await expect(linesOf(keaLines(leases, { folders: [allowed] }, signal))).rejects.toThrow("leads out of the folders");
    await rm(leases + end);
    await writeFile(path.join(allowed, "elsewhere"), "older\n");
    await symlink("elsewhere", leases + end);
    expect(await linesOf(keaLines(leases, { folders: [allowed] }, signal))).toEqual(["older", "now"]);
  });

  it("are checked as they were opened: a link out of the folders that is replaced before the check is not read", async () => {
    const allowed = path.join(folder, "allowed");
    await mkdir(allowed);
    await writeFile(path.join(folder, "secret"), "secret\n");
    const leases = path.join(allowed, "leases");
    await writeFile(`${leases}.good`, "good\n");
    await symlink("../secret", leases);
    const { realpath } = fs;
    const check = vi.spyOn(fs, "realpath").mockImplementation(async (checked) => {
      if (checked === leases && check.mock.calls.filter(([file]) => file === leases).length === 1) await rename(`${leases}.good`, leases);
      return await realpath(checked);
    });
    expect(await linesOf(fileLines(leases, { folders: [allowed] }, signal))).toEqual(["good"]);
    expect(check).toHaveBeenCalledWith(leases);
  });
});
