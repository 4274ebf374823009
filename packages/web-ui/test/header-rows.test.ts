import { expect, it } from "vitest";
import { headersOfRows, repeatedName, rowsOfHeaders } from "../page/webhooks/header-rows.ts";

it("leaves out rows that are still empty, and keeps values as they were typed", () => {
  expect(
    headersOfRows([
      { name: " X-Team ", value: " net " },
      { name: "", value: "" },
      { name: "X-Empty", value: "" },
    ]),
  ).toEqual({ "X-Team": " net ", "X-Empty": "" });
  expect(rowsOfHeaders({ a: "1", b: "2" })).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: "2" },
  ]);
});

it("sees a name that is there twice, whatever its case", () => {
  expect(
    repeatedName([
      { name: "Authorization", value: "1" },
      { name: " authorization", value: "2" },
    ]),
  ).toBe("authorization");
  expect(
    repeatedName([
      { name: "", value: "1" },
      { name: "", value: "2" },
      { name: "A", value: "" },
    ]),
  ).toBeUndefined();
});
