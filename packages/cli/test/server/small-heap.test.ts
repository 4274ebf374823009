import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const MODULE = fileURLToPath(new URL("../../src/server/small-heap.ts", import.meta.url));

/** Lets much garbage and some that lives come about, as a server does, and prints how large the halves of the young generation got. */
const GARBAGE = `
  let kept = [];
  for (let round = 0; round < 200; round += 1) {
    const made = Array.from({ length: 10_000 }, (_, nth) => ({ nth, round }));
    if (round % 4 === 0) kept = made;
  }
  const { space_size } = (await import("node:v8")).getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
  console.log(kept.length > 0 ? space_size : 0);
`;

function youngGeneration(options: readonly string[], code: string): number {
  const { stdout, stderr } = spawnSync(process.execPath, [...options, "--input-type=module", "--eval", code + GARBAGE], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"] },
  });
  expect(stderr).toBe("");
  return Number(stdout) / 2 ** 20;
}

describe("the heap of a server", () => {
  const small = `(await import(${JSON.stringify(MODULE)})).keepHeapSmall();`;

  it("does not grow with what dies young", () => {
    expect(youngGeneration([], "")).toBeGreaterThan(4);
    expect(youngGeneration([], small)).toBeLessThanOrEqual(4);
  });

  it("is as large as the operator says", () => {
    expect(youngGeneration(["--max-semi-space-size=8"], small)).toBeGreaterThan(4);
  });
});
