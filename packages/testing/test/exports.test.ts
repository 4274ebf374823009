import * as testing from "@cadastre/testing";
import { expect, it } from "vitest";

it("exports these values", () => {
  expect(Object.keys(testing).toSorted()).toEqual([
    "DELEGATED_CREDENTIAL",
    "FakeClock",
    "FakeNetwork",
    "ItemEntity",
    "KEY_CREDENTIAL",
    "PostgresDatabases",
    "SESSION_CREDENTIAL",
    "countStatements",
    "describeScanner",
    "describeStorage",
    "freshStorage",
    "itemModel",
    "recordTemplate",
    "runScannerCase",
    "runStorageCase",
    "scannerCases",
    "startPostgres",
    "storageCases",
  ]);
});
