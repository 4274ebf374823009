import { coreErrors, defineErrors, errorOf, InventoryError, isInventoryError, statusOf, toResponse } from "@cadastre/inventory-core";
import { expect, test } from "vitest";
import { checkIfMatch, etagOf } from "../../src/contract/operations/etag.ts";
import type { CallContext } from "../../src/contract/operations/operation.ts";

const call = (ifMatch?: readonly string[]): CallContext => ({ ifMatch }) as unknown as CallContext;

test.each(["lower_case", "Mixed_CASE", "DOUBLE__UNDERSCORE", "_LEADING", "TRAILING_", "1_DIGIT_FIRST", "WITH-DASH", ""])(
  "defineErrors refuses the code %j",
  (code) => {
    expect(() => defineErrors({ [code]: errorOf("invalid", "never", () => "") })).toThrow(/must be UPPER_SNAKE/);
  },
);

test("a factory carries code, kind, sentence, details, cause and retry time", () => {
  const errors = defineErrors({ RACK_2_FULL: errorOf("exhausted", "full", (d: { rack: string }) => `rack ${d.rack} is full`) });
  const cause = new Error("why");
  const error = errors.RACK_2_FULL({ rack: "A1" }, { cause, retryAfterSeconds: 3 });
  expect(error).toBeInstanceOf(InventoryError);
  expect(isInventoryError(error)).toBe(true);
  expect(error).toMatchObject({
    code: "RACK_2_FULL",
    kind: "exhausted",
    message: "rack A1 is full",
    details: { rack: "A1" },
    cause,
    retryAfterSeconds: 3,
  });
});

test.each([undefined, null, "text", {}, new Error("plain")])("%o is not an error of the engine", (value) => {
  expect(isInventoryError(value)).toBe(false);
});

test("an entity tag is quoted, stable, and differs with the text", () => {
  expect(etagOf("a")).toBe(etagOf("a"));
  expect(etagOf("a")).toMatch(/^"[\w-]{27}"$/);
  expect(etagOf("a")).not.toBe(etagOf("b"));
});

test("If-Match passes when absent, a star, or one of several tags", () => {
  for (const tags of [undefined, ["*"], [etagOf("old"), etagOf("now")]]) expect(() => checkIfMatch(call(tags), "now")).not.toThrow();
});

test("If-Match fails for a stale, an empty and a weak tag", () => {
  for (const tags of [[etagOf("old")], [], [`W/${etagOf("now")}`]]) {
    expect(() => checkIfMatch(call(tags), "now")).toThrow(expect.objectContaining({ code: "PRECONDITION_FAILED" }));
  }
});

test.each([
  [coreErrors.NOT_FOUND({ what: "device" }), 404, { code: "NOT_FOUND" }, {}],
  [coreErrors.CONFLICT({ reason: "held", values: 2 }), 409, { code: "CONFLICT", details: { values: 2 } }, {}],
  [coreErrors.UNAUTHORIZED({}), 401, { code: "UNAUTHORIZED" }, { "www-authenticate": "Bearer" }],
  [coreErrors.BUSY({ reason: "b" }, { retryAfterSeconds: 2.2 }), 503, { code: "BUSY" }, { "retry-after": "3" }],
  [coreErrors.INTERNAL_ERROR({}), 500, { code: "INTERNAL_ERROR" }, {}],
  [new Error("the password is secret"), 500, { code: "INTERNAL_ERROR" }, {}],
  [undefined, 500, { code: "INTERNAL_ERROR" }, {}],
])("toResponse answers %s as the server does", async (error, status, body, headers) => {
  const response = toResponse(error);
  expect([statusOf(error), response.status]).toEqual([status, status]);
  const sent = (await response.json()) as object;
  expect(sent).toMatchObject({ ...body, error: expect.any(String) });
  expect(JSON.stringify(sent)).not.toContain("secret");
  expect(Object.fromEntries(response.headers)).toMatchObject({ "content-type": "application/json", ...headers });
});
