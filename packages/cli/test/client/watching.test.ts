import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bench, openBench, said } from "../support/client.ts";

describe("staying with a scan", () => {
  let bench: Bench;
  beforeAll(async () => {
    // Slow enough to be interrupted.
    bench = await openBench("sqlite", { DISCOVERY_RATE: "20" });
    await bench.out("network create --name small --subnet 127.9.8.0/30 -q");
    await bench.out("network create --name large --subnet 127.9.0.0/21 -q");
  });
  afterAll(async () => await bench[Symbol.asyncDispose]());

  it("tells a line for each change where nothing can be drawn, and the scan as it ended", async () => {
    const { code, out, err } = await bench.cadastre("discovery scan small --type quick --watch");
    expect(code).toBe(0);
    expect(out).toMatch(/status +completed/);
    expect(err.trim().split("\n").at(-1)).toBe("completed 100%, 2 of 2 addresses, 2 found");
  });

  it("gives each state as a line of JSON", async () => {
    const { code, out, err } = await bench.cadastre("discovery scan small --watch -o json");
    const states = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { status: string });
    expect({ code, err, last: states.at(-1)?.status }).toEqual({ code: 0, err: "", last: "completed" });
  });

  it("leaves the scan alone at Ctrl-C, and comes back to it", async () => {
    const running = bench.start("discovery scan large --watch");
    await said(running, "running");
    running.child.kill("SIGINT");
    const { code, err } = await running.ended;
    expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining("the scan is still running") });
    const [scan] = JSON.parse(await bench.out("scan list --status running -o json")) as { id: string }[];
    const again = bench.start(`scan watch ${scan?.id} --cancel-on-interrupt`);
    await said(again, "running");
    again.child.kill("SIGINT");
    expect((await again.ended).code).toBe(130);
    expect(JSON.parse(await bench.out(`scan get ${scan?.id} -o json`))).toMatchObject({ status: "cancelled" });
  });

  it("follows events until Ctrl-C", async () => {
    const tail = bench.start("event tail --event device.created");
    // It is there once it hears of what happens.
    for (let at = 0; !/device\.created {2}web-\d+\n/.test(tail.out()); at += 1) await bench.out(`device create --name web-${at} -q`);
    tail.child.kill("SIGINT");
    expect((await tail.ended).code).toBe(130);
  });
});
