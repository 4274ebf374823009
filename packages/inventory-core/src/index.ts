// The complete public surface of @cadastre/inventory-core. Named exports only; a test pins the names.

// Engine
export {
  coreModel,
  createInventory,
  type ErrorCode,
  type ErrorDetails,
  type ErrorWithCode,
  type EventData,
  type EventListeners,
  type EngineMisfit,
  engineMisfit,
  type EventName,
  EVENTS,
  type EventSource,
  type Inventory,
  type InventoryOptions,
  type InventoryServices,
  isErrorOf,
  isInventoryError,
  type KnownError,
  type KnownEvent,
  type MisfitPackages,
  misfitSentence,
  type OperationError,
  servicesOf,
  type UpkeepOptions,
} from "./inventory.ts";
export { ENGINE_VERSION } from "./version.ts";
export type { Difference } from "./verification/check.ts";
export type { AuditFinding, AuditFindingKind } from "./audit/audit-check.ts";
export type { AuditPlace } from "./audit/sealing/audit-marks.ts";
export type { AuditVerification, AuditVerifyOptions } from "./audit/audit-verifier.ts";
export { KeyRing } from "./secrets/key-ring.ts";
export { sameHash, secretHash, SecretText } from "./secrets/secret-text.ts";
export type { SecretRotation } from "./secrets/secret-service.ts";
export type { Rebuild, Verification, VerifyOptions, VerifyProgress } from "./verification/verification-service.ts";

// Contract: plugins
export { CurrentUser, PermissionRecord, RoleSummary, UserProfile, type UserProfiles } from "./contract/access/current-user.ts";
export type { PresentUser, UserRights } from "./contract/access/user-rights.ts";
export { type ActingUser, type ApplicationAuthentication, type ApplicationUser, applicationUsers } from "./callers/application-users.ts";
export { permissionRecords } from "./callers/permission-record.ts";
export { ServiceConfig } from "./callers/service-config.ts";
export {
  type Authenticator,
  type BoundService,
  type Credentials,
  definePlugin,
  type ExecuteInput,
  type ExecuteResult,
  type ReceivedItems,
  type HealthCheck,
  HealthProblem,
  type Host,
  type Plugin,
  type NavItem,
  type RawAnswer,
  type RawBody,
  type RawHandler,
  type RawRoute,
  type RequestHeaders,
} from "./contract/plugin.ts";
export {
  nameOfToken,
  provide,
  type ServiceLifetime,
  type ServiceProvider,
  type ServiceToken,
  serviceToken,
} from "./contract/service-token.ts";
export { CLOCK, IDS, LOGGER, SPOOL, STORAGE, TEXT_SEARCH, WRITES } from "./contract/ports.ts";
export type { Spool, SpoolFile } from "./contract/storage/spool.ts";
export { ALLOCATION_STRATEGY, type AllocationStrategy, type PoolToAllocate } from "./contract/allocation-strategy.ts";
export { type Clock, timestampOf } from "./contract/clock.ts";
export { type DashboardPart, type DashboardSource, MAX_COUNTED } from "./contract/dashboard.ts";
export { type Metric, type MetricSample, type MetricSource, Tally } from "./contract/metrics.ts";
export { systemClock } from "./system-clock.ts";
export { type Logger, silentLogger } from "./contract/logger.ts";
export { failureTextOf, messageOf } from "./contract/errors/failure-text.ts";
export { type IpAddress, parseAddress } from "./address/ip-address.ts";
export { type MacParse, parseMac } from "./contract/mac-address.ts";
export { clientNetworkOf, clientNetworksOf } from "./address/client-network.ts";
export { keyOfText } from "./address/ip-address.ts";
export { type SpecialAddress, type SpecialKind, type SpecialRange, specialRangeOf } from "./address/special-ranges.ts";
export { type EncryptedColumn, type Secrets, SECRETS } from "./contract/secrets.ts";
export { type Ids, isRecordId, newId } from "./contract/new-id.ts";

// Contract: operations
export {
  acceptsCredential,
  type AnswerHeaders,
  type AnyOperation,
  type CallContext,
  defineOperation,
  defineOperations,
  empty,
  file,
  type HttpMethod,
  isDestructive,
  type ItemsForm,
  type ItemsSpec,
  type LimitName,
  type NamedOperations,
  list,
  type Operation,
  type OperationRoute,
  type OperationSpec,
  parametersOf,
  record,
  streamed,
  watched,
} from "./contract/operations/operation.ts";
export { argumentNames } from "./contract/operations/argument-names.ts";
export {
  type CallErrorCode,
  type ErrorsOf,
  type FallibleOperation,
  methodErrors,
  type OperationErrorsOf,
  possibleErrors,
} from "./contract/operations/possible-errors.ts";
export { COMMON_FAILURES, failureCodesOf } from "./manifest/failure-codes.ts";
export { Manifest, ManifestOperation, ManifestOutput } from "./manifest/manifest.ts";
export { ManifestType, ManifestField } from "./manifest/manifest-field.ts";
export { manifestOf } from "./manifest/manifest-of.ts";
export { type EventSchema, type Given, type OperationSchemas, type Schemas, schemasOf } from "./manifest/operation-schemas.ts";
export { type JsonSchema, objectOf, SchemaBook } from "./contract/operations/json-schema.ts";
export { type DryRun, DryRunReport, DryRunResult, dryRunResultOf, reportOf, type RowCount } from "./contract/operations/dry-run.ts";
export type { CallOptions, Facade, Method, RecordList } from "./contract/operations/facade.ts";
export { JsonList, JsonListRecord, JsonPieces, JsonText, TextFile, Watch, type WatchedState } from "./contract/operations/result.ts";
export { type Draft, draftOf, type Fields, invalidField, parseAll, Problems } from "./contract/errors/validation.ts";
export { REFERS_TO, refersTo } from "./contract/operations/reference.ts";
export {
  asName,
  Id,
  listOf,
  Name,
  nameProblem,
  optionalName,
  optionalReference,
  optionalText,
  orNone,
  patchOf,
  queryFlag,
  TagFilter,
  Tags,
  text,
  textIfSent,
  Timestamp,
} from "./contract/operations/fields.ts";
export { hasQueryParameter } from "./contract/operations/query-map.ts";
export { recordFields, type RecordFields, showsAs } from "./contract/operations/record-fields.ts";
export { checkIfMatch, checkTag, etagOf } from "./contract/operations/etag.ts";
export { BulkError, BulkResult } from "./contract/operations/bulk.ts";

// The methods with what they take, give and throw, written from the operations
export type * from "./contract/generated/api.ts";

// Contract: errors, permissions, events, principals
export {
  type DeclaredError,
  defineErrors,
  type DetailsOf,
  type ErrorCatalogue,
  type ErrorDefinition,
  type ErrorKind,
  errorOf,
  InventoryError,
  publicDetailsOf,
} from "./contract/errors/error.ts";
export { type ErrorAnswer, httpAnswerOf, publicErrorOf, statusOf, statusOfCode, toResponse } from "./contract/errors/error-answer.ts";
export {
  type ConflictingAllocation,
  type ConflictSubjects,
  coreErrors,
  type FieldProblem,
  type FieldProblems,
} from "./contract/errors/core-errors.ts";
export {
  type BuiltInRole,
  type DeclaredPermission,
  definePermissions,
  type Permission,
  type PermissionDeclaration,
} from "./contract/access/permission.ts";
export {
  dataShownTo,
  defineEvent,
  type EventDataOf,
  type GuardedData,
  type EventType,
  type LoggedEvent,
  type StoredEvent,
  type StoredEventPage,
} from "./contract/storage/event.ts";
export { ANONYMOUS, type Credential, holds, isLetIn, type Principal, type PrincipalProfile, SYSTEM } from "./contract/access/principal.ts";

// Contract: storage and scanners
export type {
  AppliedMigration,
  ConnectionCounts,
  DialectName,
  IndexedTable,
  Lock,
  MigrationCompatibility,
  OpenStorage,
  Queries,
  SqlFragment,
  SqlValue,
  StaleText,
  Storage,
  StorageCapabilities,
  StorageMigration,
  MigrationStep,
  MigrationTransaction,
  StoredDocuments,
  StorageOpenOptions,
  StorageStatistics,
  FollowerTable,
  StoredModel,
  TableIntegrity,
  TextComparison,
  TextIndex,
  TextSearch,
  TextStep,
  TextSteps,
  Transaction,
  TransactionCounts,
  WriteOptions,
} from "./contract/storage/storage.ts";
export type { Column, StoredEntity, UnitOfWork } from "./contract/storage/unit-of-work.ts";
export { schemaProblem } from "./storage/postgresql/postgresql-place.ts";
export { announcementOf, MAX_REVISION_LAG_MS, type Revision } from "./contract/storage/revision.ts";
export { incompatibleMigrations } from "./storage/opening/migration-compatibility.ts";
export type { StoredRow, StoredRows, StoredTable } from "./contract/storage/stored-rows.ts";
export type { KeyedRequest } from "./contract/operations/keyed-request.ts";
export { MAX_REQUEST_KEY_LENGTH } from "./contract/operations/request-key.ts";
export type { Outcome } from "./contract/storage/outcome.ts";
export type { AuditEntry, Change, ObservedChange, WritePath } from "./contract/storage/write-path.ts";
export { printable } from "./contract/scanning/printable-text.ts";
export {
  DOUBTS,
  EVIDENCE,
  HardwareHeard,
  HostDone,
  NAME_SOURCES,
  NeighboursHeard,
  Observation,
  ScanReport,
  ScanWarning,
} from "./contract/scanning/scan-report.ts";
export { turnsAs } from "./contract/access/turns-as.ts";
export { SCAN_REACH, type ScanReach } from "./contract/scanning/scan-reach.ts";
export { ScanType } from "./contract/scanning/scanner.ts";
export type { Doubt, Evidence, HeardNeighbour, NameSource, ObservedService, SkipReason } from "./contract/scanning/scan-report.ts";
export { SCAN_AFFINITY, type ScanAffinity } from "./contract/scanning/scan-affinity.ts";
export { CHANGES, changedFields } from "./contract/storage/changed-fields.ts";
export {
  SITE_LEASES,
  type SiteLease,
  type SiteLeaseBatch,
  type SiteLeaseEnd,
  type SiteLeases,
  type SiteLeaseTask,
  type WaitingLeaseSource,
} from "./contract/scanning/site-leases.ts";
export type { SecretRecord, ServedPlaces, SiteSecrets } from "./contract/scanning/site-secrets.ts";
export { SITE_WITNESSES, type SiteHearing, type SiteWitness, type SiteWitnesses } from "./contract/scanning/site-witnesses.ts";
export {
  AGENT_REPORTS,
  AGENT_SCANS,
  type AgentEnding,
  type AgentReports,
  type AgentScan,
  type AgentScans,
  type AgentScanState,
  type HeldScan,
  type ReportBatch,
  type WaitingNote,
  type WaitingScan,
} from "./discovery/agents/agent-scanning.ts";
export { PLAN_MAKER, type PlanMaker, type ProposedPlan } from "./contract/plan-maker.ts";
export {
  LEASE_WITNESS,
  type LeaseNetworks,
  type LeaseWitness,
  MAX_LEASES_AT_ONCE,
  type WitnessedLease,
} from "./contract/scanning/lease-witness.ts";
export type { Scanner, ScannerCapabilities, ScanLimits, ScanOptions, ScanPlan, ScanTargets } from "./contract/scanning/scanner.ts";
export {
  addedFields,
  documentOf,
  type DocumentFields,
  type DocumentStep,
  DocumentType,
  type DocumentTypeOptions,
} from "./storage/document-type.ts";
export { Documents } from "./storage/documents.ts";
export { newDocumentVersion } from "./storage/document-version.ts";
export { listOfRecords, listOfRows } from "./storage/lists.ts";
export { type CallerPath, FairQueue, type FairQueueLimits } from "./background/fair-queue.ts";
export { isTurnOver } from "./background/loop-turn.ts";
export { hasTurn, nextTurn, WorkMeter, workMeter } from "./background/work-meter.ts";
export { WorkAccount } from "./background/work-account.ts";
export type { CallBudget } from "./contract/operations/call-budget.ts";
export { RepeatedTask } from "./background/repeated-task.ts";
export {
  BadTarget,
  connectionTarget,
  type ConnectionTarget,
  type DatabaseHost,
} from "./storage/postgresql/connection/connection-target.ts";
export { containsPattern } from "./storage/like.ts";
export { foldText, searchTextOf } from "./storage/search-text.ts";
export { columnsOf, defineTable, insertRow, type RowOf, type SchemaShape, type Table } from "./storage/table.ts";
export { Where } from "./storage/where.ts";

// Resources: schemas, and types of the same names
export { Datacenter, DatacenterCreate, DatacenterFilter, DatacenterUpdate } from "./datacenters/datacenter.ts";
export { Field, FieldCreate, FieldDeletion, FieldFilter, FieldUpdate } from "./fields/field.ts";
export { NetworkMerge, NetworkRenumber, NetworkResize, NetworkSplit } from "./network-plans/network-plan.ts";
export { Plan, PlanCreate, PlanEffects, PlanFilter, PlannedStep, PlanRejection, PlanSummary } from "./plans/plan.ts";
export type { PlanReview } from "./plans/plan-review.ts";
export { Space, SpaceCreate, SpaceFilter, SpaceUpdate } from "./spaces/space.ts";
export { AddressCount, Network, NetworkCreate, NetworkFilter, NetworkUpdate, NetworkUtilization } from "./networks/network.ts";
export { NextIp, Pool, PoolCreate, PoolFilter, PoolUpdate } from "./pools/pool.ts";
export { HeatmapEntry, HeatmapQuery } from "./pools/heatmap/heatmap.ts";
export { Allocation, AllocationRequest, AllocationResult } from "./pools/allocations/allocation.ts";
export {
  Address,
  AddressInput,
  Device,
  DeviceCreate,
  DeviceFilter,
  DeviceStatusCounts,
  DeviceUpdate,
  SearchQuery,
} from "./devices/device.ts";
export { RelatedFilter, Relationship, RelationshipCreate } from "./relationships/relationship.ts";
export { RELATIONSHIP_TYPES, type RelationshipType, type RelationshipTypeRow } from "./relationships/relationship-type.ts";
export { Conflict, ConflictDetection, ConflictFilter, ConflictIgnoring, ConflictResolution } from "./conflicts/conflict.ts";
export { DiscoveryOptions } from "./discovery/discovery-options.ts";
export { Scan, ScanCoverage, ScanCreate, ScanFilter, ScanStatus } from "./discovery/scans/scan.ts";
export { DiscoveredDevice, DiscoveredService, SeenDifference } from "./reconciliation/discovered-device.ts";
export {
  Acceptance,
  DeviceLink,
  DiscoveredDeviceDeletion,
  DiscoveredDeviceFilter,
  Ignoring,
  PromotedDevices,
  Promotion,
  PromotionOfMany,
} from "./discovery/found/discovered-device.ts";
export { MissingAddress, MissingFilter } from "./discovery/missing/missing-address.ts";
export { DiscoveryRule, DiscoveryRuleCreate, DiscoveryRuleUpdate } from "./discovery/rules/discovery-rule.ts";
export { Dashboard, DashboardQuery } from "./dashboard/dashboard.ts";
export { RecordName } from "./names/record-name.ts";
export { SearchResult, SearchResults } from "./search/search.ts";
export { AnsibleHostNames, ansibleInventory } from "./exports/ansible-inventory.ts";
export { TargetGroup, targetGroupOf, type TargetOptions } from "./exports/target-group.ts";
export { AuditFilter, AuditRecord } from "./audit/audit-record.ts";
export { Event, EventPage, EventQuery, EventStreamQuery } from "./events/event.ts";
export { type ImportAction, ImportCounts, ImportFailure, ImportReport, PlanLine, PlanStep } from "./import/plan/import-plan.ts";
export {
  ADDRESS_REFERENCES,
  IMPORT_ADDRESS_FIELDS,
  IMPORT_FIELDS,
  IMPORT_TYPES,
  type ImportPlace,
  ImportProblem,
  ImportReference,
  ImportRow,
  type ImportType,
  REFERENCE_FIELDS,
} from "./import/import-row.ts";
