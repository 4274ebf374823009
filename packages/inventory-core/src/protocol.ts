// Subpath ./protocol: what packages need that serve operations over a protocol (HTTP, MCP) or generate clients.

// Operations as data
export { Manifest, ManifestOperation, ManifestOutput } from "./manifest/manifest.ts";
export { ManifestField, ManifestType } from "./manifest/manifest-field.ts";
export { manifestOf } from "./manifest/manifest-of.ts";
export { type EventSchema, type Given, type OperationSchemas, type Schemas, schemasOf } from "./manifest/operation-schemas.ts";
export { type JsonSchema, objectOf, SchemaBook } from "./contract/operations/json-schema.ts";
export { argumentNames } from "./contract/operations/argument-names.ts";
export { isOfLibrary, parametersOf } from "./contract/operations/operation.ts";
export { libraryMethods } from "./inventory.ts";
export { PAGE_PARAMETERS, sortableText } from "./contract/operations/paging.ts";
export { hasQueryParameter } from "./contract/operations/query-map.ts";
export { REFERS_TO } from "./contract/operations/reference.ts";

// Access
export { acceptsCredential, isDestructive, showsChanges } from "./contract/operations/operation.ts";
export { isLetIn } from "./contract/access/principal.ts";
export { permissionRecords } from "./callers/permission-record.ts";
export { dataShownTo, isShownTo } from "./contract/storage/event.ts";

// Errors
export { COMMON_FAILURES, failureCodesOf } from "./manifest/failure-codes.ts";
export { methodErrors } from "./contract/operations/possible-errors.ts";
export { failureTextOf } from "./contract/errors/failure-text.ts";
export { publicDetailsOf } from "./contract/errors/error.ts";
export { type ErrorAnswer, type ErrorBody, httpAnswerOf, publicErrorOf, statusOfCode } from "./contract/errors/error-answer.ts";
export { draftOf, unknownNames } from "./contract/errors/validation.ts";

// Requests and results
export { MAX_REQUEST_KEY_LENGTH } from "./contract/operations/request-key.ts";
export { shapeProblem } from "./contract/operations/json-shape.ts";
export { checkTag } from "./contract/operations/etag.ts";
export { type DryRun, DryRunReport, DryRunResult, dryRunTexts, reportOf, type RowCount } from "./contract/operations/dry-run.ts";
export { JsonListRecord, JsonPieces, type ListPosition } from "./contract/operations/result.ts";
// Files of packages that bundlers leave out
export { packageFile } from "./storage/opening/package-files.ts";

// Timers
export { realTimers } from "./contract/real-timers.ts";

export { SPOOL } from "./contract/ports.ts";

// Fair scheduling of callers
export { charged } from "./contract/operations/call-budget.ts";
export { clientNetworkOf, clientNetworksOf } from "./address/client-network.ts";
export { type CallerPath, FairQueue, type FairQueueLimits } from "./background/fair-queue.ts";
export { TURN_BYTES, weighedSlices } from "./background/in-slices.ts";
export { isTurnOver } from "./background/loop-turn.ts";
export { hasTurn, nextTurn, WorkMeter, workMeter } from "./background/work-meter.ts";
export { WorkAccount } from "./background/work-account.ts";
