import { expect, test } from "vitest";
import * as surface from "../../src/index.ts";

test("the public surface", () => {
  expect(Object.keys(surface).toSorted()).toEqual([
    "HandlerOptions",
    "HttpOptions",
    "createHandler",
    "httpErrors",
    "httpPlugin",
    "openApiDocument",
  ]);
});
