export type * from "./generated/api.ts";
export type { ServiceErrorCodes } from "./generated/error-codes.ts";
export type { CallOptions, GivenItems, RecordList, ServiceFile, Watched, WatchedEvent } from "./answers/answers.ts";
export { CadastreError, type CadastreErrorInit, type ErrorCode, type ErrorCodes } from "./answers/client-error.ts";
export type { ClientOptions, ReceivedResponse, RetryOptions, RetryWait, SentRequest } from "./client-options.ts";
export { type AnyAnswer, type Callable, type Client, clientOf, createClient, type RouteTable } from "./create-client.ts";
export type { ErrorKind } from "./answers/error-kind.ts";
export { etagOf } from "./answers/read-answer.ts";
export { RELATIONSHIP_TYPES } from "./generated/relationship-types.ts";
