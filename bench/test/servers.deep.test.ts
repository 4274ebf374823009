import { expect, it } from "vitest";
import { rowsOf, type Spent } from "../src/workloads/servers/measure-servers.ts";

const spent = (clock: number, servers: number, postgres: number): Spent => ({ clock, servers, postgres, client: 10 });
const OF = new Map([
  [1, spent(300, 200, 100)],
  [2, spent(150, 220, 110)],
  [4, spent(200, 300, 140)],
]);

it("holds two servers against one and four against two, by requests a second and by processor time", () => {
  const rows = rowsOf({ name: "reads", least: 1.7 }, OF, true);
  expect(rows.map(({ value, reach }) => [value?.toFixed(2), reach])).toEqual([
    ["2.00", { least: 1.7 }],
    ["1.10", undefined],
    ["0.75", { least: 1 }],
    ["1.33", undefined],
  ]);
  expect(rows[1]?.note).toBe("servers 220 / 200 µs; PostgreSQL 110 / 100 µs");
  expect(rows[3]?.limit).toBe("2 of them");
});

it("says that the processor time of a PostgreSQL elsewhere is not known", () => {
  expect(rowsOf({ name: "reads", least: 1.7 }, OF, false)[1]?.note).toContain("not known");
});
