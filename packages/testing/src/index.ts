// The complete public surface of @cadastre/testing. Named exports only; a test pins the names.
export {
  describeRecord,
  type DescribeRecordOptions,
  recordCases,
  type RecordSamples,
  runRecordCase,
} from "./describe-record/describe-record.ts";
export type {
  Receiver,
  RecordCase,
  RecordFiles,
  RecordHostParts,
  RecordLab,
  RecordNeed,
  RecordUnderTest,
  RecordValues,
  SuiteAnswer,
  SuiteRecord,
} from "./describe-record/record-lab.ts";
export type { SuiteRole } from "./describe-record/roles-plugin.ts";
export { describeScanner, type DescribeScannerOptions, runScannerCase, scannerCases } from "./describe-scanner/describe-scanner.ts";
export { type ScannerCase, type ScannerLab, type ScannerNetwork, type ScannerUnderTest } from "./describe-scanner/scanner-lab.ts";
export { describeStorage, type DescribeStorageOptions, runStorageCase, storageCases } from "./describe-storage/describe-storage.ts";
export { ItemEntity } from "./describe-storage/item.entity.ts";
export { itemModel, type StorageCase, type StorageLab, type StorageUnderTest } from "./describe-storage/storage-lab.ts";
export { DELEGATED_CREDENTIAL, KEY_CREDENTIAL, SESSION_CREDENTIAL } from "./credentials.ts";
export { countStatements, type CountedStorage } from "./counting-storage.ts";
export { FakeClock } from "./fake-clock.ts";
export { FakeNetwork, type FakeNetworkOptions } from "./fake-network.ts";
export { freshStorage } from "./fresh-storage.ts";
export { recordTemplate } from "./record-template.ts";
export { PostgresDatabases, type TemporaryDatabase } from "./postgres/postgres-databases.ts";
export { type PostgresServer, startPostgres } from "./postgres/postgres-server.ts";
export type { SuiteSkip, SuiteTest, TestRunner } from "./test-runner.ts";
