// Subpath ./testing: the complete public surface.
export {
  describeScanner,
  type DescribeScannerOptions,
  runScannerCase,
  scannerCases,
  type ScannerSkip,
} from "./describe-scanner/describe-scanner.ts";
export { type ScannerCase, type ScannerLab, type ScannerNetwork, type ScannerUnderTest } from "./describe-scanner/scanner-lab.ts";
export {
  describeStorage,
  type DescribeStorageOptions,
  runStorageCase,
  storageCases,
  type StorageSkip,
} from "./describe-storage/describe-storage.ts";
export { type StorageCase, type StorageLab, type StorageUnderTest } from "./describe-storage/storage-lab.ts";
export { DELEGATED_CREDENTIAL, KEY_CREDENTIAL, SESSION_CREDENTIAL } from "./credentials.ts";
export { countStatements, type CountedStorage } from "./counting-storage.ts";
export { FakeClock } from "./fake-clock.ts";
export { PostgresDatabases, type TemporaryDatabase } from "./postgres-databases.ts";
export { type PostgresServer, startPostgres } from "./postgres-server.ts";
export { findValkey, startValkey, type ValkeyServer } from "./valkey-server.ts";
export { restoreInto } from "./postgres-dump.ts";
