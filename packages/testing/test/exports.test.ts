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
    "describeRecord",
    "describeScanner",
    "describeStorage",
    "freshStorage",
    "itemModel",
    "recordCases",
    "recordTemplate",
    "runRecordCase",
    "runScannerCase",
    "runStorageCase",
    "scannerCases",
    "startPostgres",
    "storageCases",
  ]);
});
