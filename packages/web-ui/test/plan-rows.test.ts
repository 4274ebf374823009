import type { ImportPlanLine } from "@cadastre/client";
import { describe, expect, it } from "vitest";
import { failureRows, matchingRows, planRows } from "../page/devices/import/plan-rows.ts";

const PLAN: readonly ImportPlanLine[] = [
  { kind: "plan", version: "1" },
  { kind: "problem", at: { line: 1 }, severity: "warning", message: 'the column "colour" is left out' },
  { kind: "step", action: "create", row: { at: { line: 2 }, type: "device", set: { name: "alpha" } }, id: "1" },
  {
    kind: "step",
    action: "update",
    row: { at: { line: 3 }, type: "device", set: { name: "beta" } },
    id: "2",
    changes: [
      { field: "os", before: "", after: "debian" },
      { field: "addresses", before: [], after: [{ ip: "10.0.0.1" }, { ip: "10.0.0.2" }] },
      { field: "fields", before: { owner: "ada", rack: null, tier: "gold" }, after: { owner: "bob", rack: 17, tier: "gold" } },
    ],
  },
  {
    kind: "step",
    action: "error",
    row: { at: { path: "devices[3]" }, type: "device", set: {} },
    problems: [{ field: "name", message: "is needed" }, { message: "is too large" }],
  },
  { kind: "step", action: "unchanged", row: { at: { line: 5 }, type: "network", set: { subnet: "10.0.0.0/24" } } },
  {
    kind: "step",
    action: "conflict",
    row: {
      at: { line: 6, path: "page 2" },
      type: "relationship",
      set: { parent: { name: "alpha" }, type: "contains", child: { ref: "7" } },
    },
    problems: [{ message: "two fit" }],
  },
  { kind: "end", counts: { rows: 5, create: 1, update: 1, unchanged: 1, conflict: 1, error: 1, warning: 1 }, digest: "" },
];

describe("a plan", () => {
  const rows = planRows(PLAN);

  it("is a row for each row of the source, and for what its reader tells", () => {
    expect(rows.map(({ outcome, type, place, name }) => [outcome, type, place, name])).toEqual([
      ["warning", "", "line 1", ""],
      ["create", "device", "line 2", "alpha"],
      ["update", "device", "line 3", "beta"],
      ["error", "device", "devices[3]", ""],
      ["unchanged", "network", "line 5", "10.0.0.0/24"],
      ["conflict", "relationship", "line 6, page 2", "alpha contains 7"],
    ]);
  });

  it("tells what changes and everything that is wrong", () => {
    expect(rows[2]?.details).toEqual([
      "Operating system: (empty) → debian",
      "Addresses: (none) → 10.0.0.1, 10.0.0.2",
      "owner: ada → bob",
      "rack: (empty) → 17",
    ]);
    expect(rows[3]?.details).toEqual(["Name is needed", "is too large"]);
  });

  it("is filtered by what happens and by text", () => {
    expect(matchingRows(rows, "error", "")).toEqual([rows[3]]);
    expect(matchingRows(rows, "", " DEBIAN ")).toEqual([rows[2]]);
    expect(matchingRows(rows, "create", "debian")).toEqual([]);
    expect(matchingRows(rows, "", "")).toEqual(rows);
  });

  it("that was refused in part tells the rest in the same way", () => {
    expect(failureRows([{ at: { line: 9 }, type: "device", field: "name", code: "ALREADY_EXISTS", message: "is taken" }])).toEqual([
      { outcome: "error", type: "device", place: "line 9", name: "", details: ["Name is taken"] },
    ]);
  });
});
