import { failureTextOf } from "@cadastre/inventory-core/protocol";
import { expect, test } from "vitest";
import { loggedPathOf } from "../../src/server/logged.ts";

test("a path is logged as its route has it, with ids and nothing else of the client's", () => {
  const id = "019b7e6c-0000-7000-8000-000000000000";
  expect(loggedPathOf("/api/devices/:id/related", `/api/devices/${id}/related`)).toBe(`/api/devices/${id}/related`);
  expect(loggedPathOf("/api/keys/:id", "/api/keys/cad_secret")).toBe("/api/keys/:id");
  expect(loggedPathOf("/api/**", "/api/secret/secret")).toBe("/api/**");
  expect(loggedPathOf(undefined, "/secret")).toBe("(no route)");
});

test("of a driver's failure its code is logged, of others their sentence", () => {
  expect(failureTextOf(new TypeError("x is no function"))).toMatch(/^TypeError: x is no function\n    at /);
  const driver = Object.assign(new Error("insert into t values ('secret')"), { name: "SqliteError", code: "SQLITE_CONSTRAINT" });
  expect(failureTextOf(driver)).toMatch(/^SqliteError SQLITE_CONSTRAINT\n    at /);
  const server = Object.assign(new Error('invalid input syntax for type bigint: "secret"'), { severity: "ERROR", code: "22P02" });
  for (const error of [driver, server, { secret: "secret" }]) expect(failureTextOf(error)).not.toContain("secret");
});
