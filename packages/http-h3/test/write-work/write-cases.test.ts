import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WRITE_CASES } from "./write-cases.ts";

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

it("the work of each operation of the OpenAPI document that writes is measured", () => {
  const { paths } = JSON.parse(readFileSync(new URL("../../../../docs/reference/openapi.json", import.meta.url), "utf8")) as Document;
  const writes = Object.values(paths).flatMap((methods) =>
    Object.entries(methods).flatMap(([method, { operationId }]) => (method === "get" ? [] : [operationId])),
  );
  const measured = Object.keys(WRITE_CASES).map((name) => name.split(" ")[0] ?? "");
  expect([...new Set(measured)].toSorted()).toEqual(writes.toSorted());
});
