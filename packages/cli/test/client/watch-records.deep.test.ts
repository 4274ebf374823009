import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Bench, openBench, said } from "../support/client.ts";
import { MAIN, type Running } from "../support/command.ts";

/** Longer than a command takes on a busy machine. */
const TIMEOUT = { timeout: 60_000 };

const statesOf = (running: Running): readonly Record<string, unknown>[] =>
  running
    .out()
    .trim()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("--watch", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await openBench("sqlite");
    await bench.out("datacenter create --name fra1 -q");
    await bench.out("network create --name office --subnet 10.1.0.0/24 --datacenter fra1 -q");
    await bench.out("pool create office --name servers --start-ip 10.1.0.10 --end-ip 10.1.0.19 -q");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("adds what is new, changed and gone, as events tell of it, a record a line as JSON", async () => {
    // Looking by time would take ten minutes.
    const watching = bench.start("network list --watch --interval 600 -o json");
    await said(watching, "10.1.0.0/24");
    const { id } = JSON.parse(await bench.out("network create --name lab --subnet 10.2.0.0/24 -o json")) as { id: string };
    await vi.waitFor(() => expect(statesOf(watching).at(-1)).toMatchObject({ name: "lab" }), TIMEOUT);
    await bench.out("network update lab --name Lab -q");
    await vi.waitFor(() => expect(statesOf(watching).at(-1)).toMatchObject({ name: "Lab" }), TIMEOUT);
    await bench.out("network delete lab --yes");
    await vi.waitFor(() => expect(statesOf(watching).at(-1)).toEqual({ id, removed: true }), TIMEOUT);
    expect(statesOf(watching).map(({ name }) => name)).toEqual(["office", "lab", "Lab", undefined]);
    watching.child.kill("SIGINT");
    expect(await watching.ended).toMatchObject({ code: 130, err: "" });
  });

  it("adds rows to a table where nothing can be drawn over", async () => {
    const watching = bench.start("device list --watch --interval 600");
    await said(watching, "NAME");
    await bench.out("device create --name web-1 -q");
    await said(watching, /^web-1 /m);
    await bench.out("device create --name web-2 -q");
    await said(watching, /^web-2 /m);
    await bench.out("device delete web-1 --yes");
    await said(watching, "deleted: web-1");
    expect(watching.out().match(/^(?:NAME|web-1|web-2)/gm)).toEqual(["NAME", "web-1", "web-2"]);
    // Where the headings are, or further right for a longer name.
    const [, status = ""] = /^(NAME +)STATUS/m.exec(watching.out()) ?? [];
    expect(watching.out()).toMatch(new RegExp(`^${"web-2".padEnd(status.length - 2)}  active`, "m"));
    watching.child.kill("SIGINT");
    expect((await watching.ended).code).toBe(130);
  });

  it("shows a record anew, and ends as it would without when the record is gone", async () => {
    const watching = bench.start("network get office --watch --interval 600");
    await said(watching, /^description *$/m);
    await bench.out("network update office --description first -q");
    await said(watching, /^description +first$/m);
    await bench.out("network create --name brief --subnet 10.9.0.0/24 -q");
    const brief = bench.start("network get brief --watch --interval 600 -o json");
    await said(brief, "10.9.0.0/24");
    await bench.out("network delete brief --yes");
    expect(await brief.ended).toMatchObject({ code: 6, err: expect.stringContaining("not found") });
    watching.child.kill("SIGINT");
    expect((await watching.ended).code).toBe(130);
  });

  it("looks again by time where no event tells, and for who may not follow events", async () => {
    const watching = bench.start("pool allocations servers --watch --interval 0.2 -o json");
    await bench.out("pool allocate servers -q");
    await vi.waitFor(() => expect(statesOf(watching)).toMatchObject([{ ip: "10.1.0.10" }]), TIMEOUT);
    watching.child.kill("SIGINT");
    expect((await watching.ended).code).toBe(130);
    await bench.out(["user", "create", "--username", "vera", "--role", "viewer", "--password-stdin"], "another long password\n");
    const key = (await bench.out("key create --user vera --name watch")).trim();
    const viewer = bench.start("network list --watch --interval 0.2 -o json", { environment: { SERVICE_API_TOKEN: key } });
    await said(viewer, "10.1.0.0/24");
    await bench.out("network update office --description second -q");
    await vi.waitFor(() => expect(statesOf(viewer).at(-1)).toMatchObject({ description: "second" }), TIMEOUT);
    viewer.child.kill("SIGINT");
    expect(await viewer.ended).toMatchObject({ code: 130, err: "" });
  });

  it("ends with 0 when nobody reads any more", async () => {
    const watching = bench.start("network list --watch --interval 0.2 -o json");
    await said(watching, "10.1.0.0/24");
    watching.child.stdout?.destroy();
    await bench.out("network update office --description third -q");
    expect(await watching.ended).toMatchObject({ code: 0, err: "" });
  });

  it("refuses formats that have an end", async () => {
    expect(await bench.cadastre("network list --watch -o yaml")).toMatchObject({
      code: 2,
      err: expect.stringContaining("--watch supports the formats table, wide, json and ids"),
    });
  });

  it.runIf(spawnSync("script", ["--version"]).error === undefined)("draws over the terminal", async () => {
    // A terminal of its own, by the program `script`, which takes Ctrl-C as a keyboard sends it.
    const words = [process.execPath, MAIN, "network", "list", "--watch", "--interval", "600"].map((word) => `'${word}'`).join(" ");
    const child = spawn("script", ["-qec", words, "/dev/null"], { env: { PATH: process.env["PATH"], ...bench.environment } });
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    await vi.waitFor(() => expect(text).toContain("10.1.0.0/24"), TIMEOUT);
    await bench.out("network update office --vlan 77 -q");
    await vi.waitFor(() => expect(text).toMatch(/ 77 /), TIMEOUT);
    child.stdin.write("\u0003");
    const [code] = (await once(child, "close")) as [number];
    expect(code).toBe(130);
    // The whole terminal is cleared once, and every picture begins at its top and clears what is below.
    expect(text.split("\u001b[2J")).toHaveLength(2);
    expect(text.split("\u001b[H").length).toBe(text.split("\u001b[J").length);
    expect(text.split("\u001b[H").length).toBeGreaterThan(2);
  });
});
