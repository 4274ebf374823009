import { expect, it } from "vitest";
import { bytesOf, project, projectionTable } from "../src/growth/projection.ts";

const SIZES = [
  { table: "audit", rows: 5000, heap: 5_000_000, indexes: 1_000_000 },
  { table: "device", rows: 1000, heap: 2_000_000, indexes: 500_000 },
  { table: "setting", rows: 10, heap: 8192, indexes: 0 },
  { table: "role", rows: 4, heap: 8192, indexes: 8192 },
];

it("tells rows and bytes of so many devices by those of each row, and small tables together", () => {
  const projected = project(SIZES, 1000, 10_000_000);
  expect(projected.map(({ table, rows, perDevice }) => [table, rows, perDevice])).toEqual([
    ["audit", 50_000_000, 5],
    ["device", 10_000_000, 1],
    ["others", 140_000, 0.014],
  ]);
  expect(bytesOf(projected)).toBe(bytesOf(SIZES) * 10_000);
});

it("is a table in Markdown", () => {
  expect(projectionTable(SIZES, 1000, 10_000_000)).toEqual([
    "| Table | Rows a device | Bytes a row | of indexes | Rows of 10,000,000 devices | Size |",
    "| --- | --: | --: | --: | --: | --: |",
    "| `audit` | 5.00 | 1000 | 200 | 50,000,000 | 60 GB |",
    "| `device` | 1.00 | 2000 | 500 | 10,000,000 | 25 GB |",
    "| others | 0.0140 | 1170 | 585 | 140,000 | 0.2 GB |",
    "| all |  |  |  |  | 85 GB |",
  ]);
});
