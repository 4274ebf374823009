// What programs and plugins use: the engine, the contract of plugins, and schemas of records.
// Each value is named in a guide, an example or a template, or is a schema (docs/scripts/library-page.ts).

// Engine
export {
  createInventory,
  type ErrorCode,
  type ErrorDetails,
  type ErrorWithCode,
  type EventData,
  type EventListeners,
  type EventName,
  EVENTS,
  type EventSource,
  type EventSubscriptions,
  type Inventory,
  type InventoryOptions,
  type InventoryServices,
  type InventoryTransaction,
  isErrorOf,
  isInventoryError,
  type KnownError,
  type KnownEvent,
  migrate,
  type Migrated,
  type MigrateOptions,
  type MigrationStatus,
  migrationStatus,
  migrationStatusOf,
  type MigrationStatusOptions,
  type OperationError,
  servicesOf,
  type SubscribedEvent,
  type SubscribeOptions,
  type TransactionClient,
  type TransactionClientResult,
  type TransactionOptions,
  type TransactionServices,
  type UpkeepOptions,
} from "./inventory.ts";
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
export type { ActingUser } from "./callers/acting-user.ts";
export { type ApplicationAuthentication, type ApplicationUser, applicationUsers } from "./callers/application-users.ts";
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
export { provide, type ServiceLifetime, type ServiceProvider, type ServiceToken, serviceToken } from "./contract/service-token.ts";
export { CLOCK, IDS, LOGGER, STORAGE, TEXT_SEARCH, WRITES } from "./contract/ports.ts";
export type { Spool, SpoolFile } from "./contract/storage/spool.ts";
export { ALLOCATION_STRATEGY, type AllocationStrategy, type PoolToAllocate } from "./contract/allocation-strategy.ts";
export { type Clock, timestampOf } from "./contract/clock.ts";
export { type DashboardPart, type DashboardSource, MAX_COUNTED } from "./contract/dashboard.ts";
export { type Metric, type MetricSample, type MetricSource, Tally } from "./contract/metrics.ts";
export { systemClock } from "./system-clock.ts";
export { type Logger, silentLogger } from "./contract/logger.ts";
export { messageOf } from "./contract/errors/failure-text.ts";
export { type EncryptedColumn, type Secrets, SECRETS } from "./contract/secrets.ts";
export { type Ids, isRecordId, newId } from "./contract/new-id.ts";

// Contract: operations
export {
  type AnswerHeaders,
  type AnyOperation,
  type CallContext,
  defineOperation,
  defineOperations,
  empty,
  file,
  type HttpMethod,
  type ItemsForm,
  type ItemsSpec,
  type LimitName,
  type NamedOperations,
  list,
  type Operation,
  type OperationRoute,
  type OperationSpec,
  record,
  streamed,
  watched,
} from "./contract/operations/operation.ts";
export type { CallErrorCode, ErrorsOf, FallibleOperation, OperationErrorsOf } from "./contract/operations/possible-errors.ts";
export type { ListOrder, OrderColumn, OrderValue, PagedList, PageParameters, PageRequest } from "./contract/operations/paging.ts";
export type {
  CallOptions,
  Facade,
  KeyCallOptions,
  Method,
  Page,
  PagedRecordList,
  RecordList,
  Streamed,
} from "./contract/operations/facade.ts";
export { JsonList, JsonText, type PagePlace, TextFile, Watch, type WatchedState } from "./contract/operations/result.ts";
export { type Draft, type Fields, invalidField, parseAll, Problems } from "./contract/errors/validation.ts";
export { refersTo } from "./contract/operations/reference.ts";
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
export { recordFields, type RecordFields, showsAs } from "./contract/operations/record-fields.ts";
export { checkIfMatch, etagOf } from "./contract/operations/etag.ts";
export { BulkError, BulkResult } from "./contract/operations/bulk.ts";

// The methods with what they take, give and throw, written from the operations
export type * from "./contract/generated/api.ts";
// Schemas have the names of these, which makes them aliases here: an emitted declaration can only name a type by an export of itself.
export type {
  Address as AddressRecord,
  AddressInput as AddressInputRecord,
  Allocation as AllocationRecord,
  AllocationResult as AllocationResultRecord,
  AuditRecord as AuditRecordRecord,
  BulkError as BulkErrorRecord,
  BulkResult as BulkResultRecord,
  Conflict as ConflictRecord,
  ConflictDetection as ConflictDetectionRecord,
  Dashboard as DashboardRecord,
  Datacenter as DatacenterRecord,
  Device as DeviceRecord,
  DeviceStatusCounts as DeviceStatusCountsRecord,
  DiscoveredDevice as DiscoveredDeviceRecord,
  DiscoveredService as DiscoveredServiceRecord,
  DiscoveryOptions as DiscoveryOptionsRecord,
  DiscoveryRule as DiscoveryRuleRecord,
  Event as EventRecord,
  EventPage as EventPageRecord,
  Field as FieldRecord,
  HeatmapEntry as HeatmapEntryRecord,
  ImportCounts as ImportCountsRecord,
  ImportFailure as ImportFailureRecord,
  ImportPlace as ImportPlaceRecord,
  ImportReport as ImportReportRecord,
  ImportRow as ImportRowRecord,
  MissingAddress as MissingAddressRecord,
  Network as NetworkRecord,
  NetworkUtilization as NetworkUtilizationRecord,
  NextIp as NextIpRecord,
  Plan as PlanRecord,
  PlanEffects as PlanEffectsRecord,
  PlanSummary as PlanSummaryRecord,
  PlannedStep as PlannedStepRecord,
  Pool as PoolRecord,
  PromotedDevices as PromotedDevicesRecord,
  RecordName as RecordNameRecord,
  RecordWithin,
  Relationship as RelationshipRecord,
  ScanCoverage as ScanCoverageRecord,
  SearchResult as SearchResultRecord,
  SearchResults as SearchResultsRecord,
  SeenDifference as SeenDifferenceRecord,
  Space as SpaceRecord,
} from "./contract/generated/api.ts";

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
} from "./contract/errors/error.ts";
export { statusOf, toResponse } from "./contract/errors/error-answer.ts";
export {
  type ConflictingAllocation,
  type ConflictSubjects,
  type ReferringRecords,
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
  defineEvent,
  type EventDataOf,
  type GuardedData,
  type EventType,
  type LoggedEvent,
  type StoredEvent,
  type StoredEventPage,
} from "./contract/storage/event.ts";
export { ANONYMOUS, type Credential, holds, type Principal, type PrincipalProfile, SYSTEM } from "./contract/access/principal.ts";

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
  TextMatches,
  TextStep,
  TextSteps,
  Transaction,
  TransactionCounts,
  WriteOptions,
} from "./contract/storage/storage.ts";
export type { ModelPlugin, PendingMigration, PluginSource, RecordedPlugin } from "./contract/storage/plugin-migrations.ts";
export type { Column, StoredEntity, UnitOfWork } from "./contract/storage/unit-of-work.ts";
export type { Revision } from "./contract/storage/revision.ts";
export type { StoredRow, StoredRows, StoredTable } from "./contract/storage/stored-rows.ts";
export type { KeyedRequest } from "./contract/operations/keyed-request.ts";
export type { Outcome } from "./contract/storage/outcome.ts";
export type { AuditEntry, Change, ExtensionRunner, ObservedChange, WritePath } from "./contract/storage/write-path.ts";
export { printable } from "./contract/scanning/printable-text.ts";
export { HardwareHeard, HostDone, NeighboursHeard, Observation, ScanReport, ScanWarning } from "./contract/scanning/scan-report.ts";
export { ScanType } from "./contract/scanning/scanner.ts";
export type { Doubt, Evidence, HeardNeighbour, NameSource, ObservedService, SkipReason } from "./contract/scanning/scan-report.ts";
export { CHANGES, changedFields } from "./contract/storage/changed-fields.ts";
export type { Scanner, ScannerCapabilities, ScanLimits, ScanOptions, ScanPlan, ScanTargets } from "./contract/scanning/scanner.ts";
export { addedFields, type DocumentFields, type DocumentStep, DocumentType, type DocumentTypeOptions } from "./storage/document-type.ts";
export { Documents } from "./storage/documents.ts";
export { newDocumentVersion } from "./storage/document-version.ts";
export { listOfRecords, listOfRows } from "./storage/lists.ts";
export type { CallBudget } from "./contract/operations/call-budget.ts";
export { RepeatedTask } from "./background/repeated-task.ts";
export { containsPattern } from "./storage/like.ts";
export { columnsOf, defineTable, insertRow, type RowOf, type SchemaShape, type Table } from "./storage/table.ts";
export { Where } from "./storage/where.ts";

// Resources: schemas, and types of the same names
export { Datacenter } from "./datacenters/datacenter.ts";
export { Field } from "./field-definitions/field.ts";
export { NetworkMerge, NetworkRenumber, NetworkResize, NetworkSplit } from "./network-plans/network-plan.ts";
export { Plan, PlanCreate, PlanEffects, PlanFilter, PlannedStep, PlanRejection, PlanSummary } from "./plans/plan.ts";
export type { PlanReview } from "./plans/plan-review.ts";
export { Space } from "./spaces/space.ts";
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
export { DiscoveryRule } from "./discovery/rules/discovery-rule.ts";
export { Dashboard, DashboardQuery } from "./dashboard/dashboard.ts";
export { RecordName } from "./names/record-name.ts";
export { SearchResult, SearchResults } from "./search/search.ts";
export { TargetGroup } from "./exports/target-group.ts";
export { AuditFilter, AuditRecord } from "./audit/audit-record.ts";
export { Event, EventPage, EventQuery, EventStreamQuery } from "./events/event.ts";
export type {
  Subscription,
  SubscriptionCall,
  SubscriptionOptions,
  SubscriptionState,
} from "./events/subscriptions/subscription-options.ts";
export { type ImportAction, ImportCounts, ImportFailure, ImportReport, PlanLine, PlanStep } from "./import/plan/import-plan.ts";
export { ImportProblem, ImportReference, ImportRow } from "./import/import-row.ts";
