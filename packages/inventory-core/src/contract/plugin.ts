import type { z } from "zod";
import type { Clock } from "./clock.ts";
import type { DeclaredError } from "./errors/error.ts";
import type { EventType } from "./storage/event.ts";
import type { Logger } from "./logger.ts";
import type { AnswerHeaders, AnyOperation, CallContext, LimitName } from "./operations/operation.ts";
import type { DashboardSource } from "./dashboard.ts";
import type { MetricSource } from "./metrics.ts";
import type { Permission } from "./access/permission.ts";
import type { Principal } from "./access/principal.ts";
import type { DryRun } from "./operations/dry-run.ts";
import type { JsonList, JsonListRecord, JsonPieces, JsonText, TextFile, Watch } from "./operations/result.ts";
import type { EncryptedColumn } from "./secrets.ts";
import type { ServiceProvider, ServiceToken } from "./service-token.ts";
import type { PluginSource } from "./storage/plugin-migrations.ts";
import type { FollowerTable, StoredDocuments, StoredModel } from "./storage/storage.ts";
import type { RecordExtension } from "./record-extensions.ts";
import type { RecordKind } from "./record-kind.ts";
import type { Scanner } from "./scanning/scanner.ts";
import type { UserProfiles } from "./access/current-user.ts";
import type { UserRights } from "./access/user-rights.ts";

/** Headers of a request. */
export interface RequestHeaders {
  /** The value of a header, null when it was not sent. @param name in lower case */
  get(name: string): string | null;
}

/** Request data an authenticator looks at. Header names are lower case. */
export interface Credentials {
  /** Headers of the request. */
  readonly headers: RequestHeaders;
  /** Cookies of the request, by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Address of the client, behind trusted proxies too; null where it is not known. */
  readonly remoteAddress: string | null;
  /** Where an authenticator may add headers to the answer (a session cookie that lives on); absent where there are none. */
  readonly answerHeaders?: AnswerHeaders | undefined;
  /** Path under which the world reaches the server (`/ipam`), which cookies hold to; none or "" for the root. */
  readonly basePath?: string | undefined;
  /**
   * The request as it was given to the handler, with what middleware put on it: an `IncomingMessage` of `node:http` (`req.session` of
   * express-session, `req.user` of Passport) or the `Request` that `fetch` was called with. Absent outside HTTP.
   */
  readonly request?: unknown;
}

/** Proves who is calling. An application with users of its own writes one function: see `applicationUsers`. */
export interface Authenticator {
  /** Lower-case words joined by hyphens, unique in a host. */
  readonly id: string;
  /** Higher goes first (a Bearer token decides over a cookie). */
  readonly priority: number;
  /**
   * Null: these credentials are not mine, ask the next; when nobody knows them, the answer is 401. An error of Cadastre goes to the
   * caller as it is (`coreErrors.UNAUTHORIZED`; `coreErrors.UNAVAILABLE` where the store of sessions is out of reach). Any other
   * error is 401 with a line in the log, as of libraries that check tokens. Open event streams ask again every 2 seconds.
   *
   * Whoever knows the answer without waiting gives it without a promise: that is one less for each request.
   */
  authenticate(credentials: Credentials): Promise<Principal | null> | Principal | null;
}

/** Says whether a part works; a rejection means that it does not. Its reason goes to the log, and its code at most to the caller. */
export interface HealthCheck {
  /** Under which name callers see it: `scheduler`. */
  readonly id: string;
  /**
   * True for what must be told and does not keep requests from being served: while it fails the service is `degraded`,
   * and stays in rotation. While it does not, callers do not see it.
   */
  readonly advisory?: boolean;
  /** Resolves when the part works. */
  check(): Promise<void>;
}

/** What a health check rejects with to give callers a code: `AUDIT_NOT_SEALED`. Its sentence goes to the log only. */
export class HealthProblem extends Error {
  /** What callers are told: upper-case words joined by underscores. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = "HealthProblem";
    this.code = code;
  }
}

/** A handler outside the operations (metrics, OAuth, a page), mounted under a path prefix. */
export interface RawHandler {
  /** Prefix of the paths that it serves: `/oauth`. */
  readonly path: string;
  /** What it needs, as for operations. */
  readonly access: string;
  /** Counted against its own, smaller limit beside the general one. */
  readonly limit?: LimitName;
  /** Its requests count against no limit: files of a page, of which each visit needs several. Only for public handlers. */
  readonly uncounted?: boolean;
  /** Value of the WWW-Authenticate header of its 401 (RFC 9110 §11.6.1); `Bearer` unless set. */
  readonly challenge?: string | undefined;
  /** What it tells programs of itself: paths under its own, for the OpenAPI document. Pages for people need none. */
  readonly routes?: readonly RawRoute[];
  /** Answers a request whose caller has the permission. */
  handle(request: Request, call: CallContext): Promise<Response>;
}

/** The body that a raw route takes. */
export interface RawBody {
  /** Media type: `application/x-www-form-urlencoded`. */
  readonly type: string;
  /** What it holds. */
  readonly schema: z.ZodType;
}

/** A path of a raw handler and a method that it takes there. */
export interface RawRoute {
  /** Like that of an operation: `oauth.token`. */
  readonly id: string;
  /** Method of the request. */
  readonly method: "GET" | "POST";
  /** From the root of the server: `/oauth/token`. */
  readonly path: string;
  /** A sentence without its full stop. */
  readonly summary: string;
  /** More than the summary says. */
  readonly description?: string;
  /** Parameters of the query, as an object. */
  readonly query?: z.ZodType;
  /** What the request holds; none unless given. */
  readonly body?: RawBody;
  /** Its own answers, by status. */
  readonly answers: Readonly<Record<number, RawAnswer>>;
  /** Codes of errors that it answers in the form that all operations share. */
  readonly errors?: readonly string[];
}

/** An answer of a raw route. */
export interface RawAnswer {
  /** When it is given, in a sentence without its full stop. */
  readonly description: string;
  /** Its body by media type; none unless given. */
  readonly content?: Readonly<Record<string, z.ZodType>>;
  /** Headers of its own, with what they say. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A page that a plugin has, for the navigation of the web page. */
export interface NavItem {
  /** What the page is called. */
  readonly label: string;
  /** From the root of the server: `/racks`. The web page itself shows the records of a group of operations at `/records/racks`. */
  readonly path: string;
  /** Permission that its user needs; none for everybody signed in. */
  readonly access?: string;
}

/** How an operation is called by an edge. */
export interface ExecuteInput {
  /** Parameters of the path, by name. */
  readonly params: Readonly<Record<string, string>>;
  /** Parameters of the query, before they are checked. */
  readonly query: unknown;
  /** Read after permission and existence are settled. */
  readonly body: () => Promise<unknown>;
  /** Receives a body of lines, for operations that take one. */
  readonly items?: () => Promise<ReceivedItems | undefined>;
}

/** A received body of lines. */
export interface ReceivedItems {
  /** Its values, once. @throws INVALID_INPUT at the place where the body is wrong */
  readonly values: AsyncIterable<unknown>;
  /** Size of the body. */
  readonly bytes: number;
}

/** The answer of an executed operation. */
export type ExecuteResult =
  /** `isReplay`: the answer that the same call was given before, under its Idempotency-Key. */
  | { readonly kind: "record"; readonly value: JsonText<unknown>; readonly isReplay?: boolean }
  | { readonly kind: "list-record"; readonly value: JsonListRecord<unknown> }
  | { readonly kind: "long-record"; readonly value: JsonPieces<unknown>; readonly isReplay?: boolean }
  | { readonly kind: "list"; readonly value: JsonList<unknown> }
  | { readonly kind: "watch"; readonly value: Watch<unknown> }
  | { readonly kind: "file"; readonly value: TextFile }
  | { readonly kind: "empty" };

/** A service that was bound in place of the one that is there otherwise. */
export interface BoundService {
  /** What its token is called: `clock`. */
  readonly service: string;
  /** Who bound it: the id of a plugin, or `application`. */
  readonly by: string;
}

/** What a started host offers its plugins. */
export interface Host {
  /** Version of the engine. */
  readonly version: string;
  /** The clock that everything goes by. */
  readonly clock: Clock;
  /** Where log lines go. */
  readonly logger: Logger;
  /** True in an inventory that was opened read-only: every write throws READ_ONLY, and no `startWork` is called. */
  readonly readOnly: boolean;
  /** Operations of the engine and of every plugin. */
  readonly operations: readonly AnyOperation[];
  /** Permissions that the engine and the plugins declare. */
  readonly permissions: readonly Permission[];
  /** Events that the engine and the plugins declare. */
  readonly events: readonly EventType[];
  /** Errors that the engine and the plugins declare: kind and meaning, by code. */
  readonly errors: Readonly<Record<string, DeclaredError>>;
  /** Authenticators of the plugins, in the order in which they are asked. */
  readonly authenticators: readonly Authenticator[];
  /** What users may do; undefined when no plugin keeps users. */
  readonly userRights: UserRights | undefined;
  /** Who the users of this host are; undefined when no plugin keeps users. */
  readonly userProfiles: UserProfiles | undefined;
  /** Health checks of the engine and of the plugins. */
  readonly healthChecks: readonly HealthCheck[];
  /** Sources of metrics of the engine and of the plugins. */
  readonly metricSources: readonly MetricSource[];
  /** What plugins add to the dashboard. */
  readonly dashboardSources: readonly DashboardSource[];
  /** Handlers of the plugins that are no operations. */
  readonly rawHandlers: readonly RawHandler[];
  /** Scanners of the plugins. */
  readonly scanners: readonly Scanner[];
  /** What the plugins say that this host offers, each once, sorted; `discovery` when there is a scanner. */
  readonly features: readonly string[];
  /** Pages of the plugins. */
  readonly navItems: readonly NavItem[];
  /** Columns that hold encrypted texts. */
  readonly encryptedColumns: readonly EncryptedColumn[];
  /** Documents that the plugins store. */
  readonly documents: readonly StoredDocuments[];
  /** Tables whose rows follow records of the inventory. */
  readonly followers: readonly FollowerTable[];
  /** Calls and lists of the inventory, and requests of its plugins, that run at this moment. */
  readonly runningCalls: number;
  /** Services that were bound anew. */
  readonly replacements: readonly BoundService[];
  /**
   * The service of a token.
   * @throws Error for a token that nobody provides
   */
  get<T>(token: ServiceToken<T>): T;
  /** Checks permission, existence and input, in this order, then runs the operation. */
  execute(operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<ExecuteResult>;
  /**
   * What a destructive operation, or one with `dryRun: "changes"`, would do now: the same checks, the same transaction
   * and the same errors, and then everything
   * is rolled back. Rows, audit trail, events and listeners see nothing of it.
   * @throws TypeError for another operation; what {@link execute} throws
   */
  dryRun(operation: AnyOperation, input: ExecuteInput, call: CallContext): Promise<DryRun>;
}

/** A plugin: data. What is a function of the container is given as one. */
export interface Plugin {
  /** Lower-case words joined by hyphens, unique in a host. */
  readonly id: string;
  /** Versions of the engine it works with, all by default: `^1.2.0`, `>=1.0.0 <3.0.0`. */
  readonly engine?: string | undefined;
  /** How programs import it. Errors of a program that lacks the plugin say so. */
  readonly source?: PluginSource;
  /** Ids of plugins that must be there and start first. */
  readonly requires?: readonly string[];
  /** Kinds of record that it declares: of `defineRecord`. */
  readonly records?: readonly RecordKind[];
  /** Checks and consequences that it adds to kinds of record of others: of `extendRecord`. */
  readonly recordExtensions?: readonly RecordExtension[];
  /** Services that it provides, by token. */
  readonly services?: readonly ServiceProvider[];
  /**
   * Services of others that it binds anew, under their tokens: `provide(CLOCK, [], () => myClock)`. What `createInventory` is given as
   * `bind` wins over it.
   */
  readonly replaces?: readonly ServiceProvider[];
  /** What it keeps in the database. */
  readonly model?: StoredModel;
  /** Columns that hold what {@link Secrets} encrypts: their keys are checked at the start, and rotated. */
  readonly encryptedColumns?: readonly EncryptedColumn[];
  /** Permissions that its operations need: of `definePermissions`. */
  readonly permissions?: readonly Permission[];
  /** Its operations: of `defineOperations`. */
  readonly operations?: Readonly<Record<string, AnyOperation>> | readonly AnyOperation[];
  /** Events that it tells: of `defineEvent`. */
  readonly events?: readonly EventType[];
  /** Errors that it throws: `definitions` of `defineErrors`. */
  readonly errors?: Readonly<Record<string, DeclaredError>>;
  /** Schema of the plugin's settings, for the reference. */
  readonly options?: z.ZodType;
  /** Scanners that it brings. */
  readonly scanners?: readonly Scanner[];
  /** What it adds to what a host offers, for clients that show only what there is: `webhooks`. */
  readonly features?: readonly string[];
  /** Pages of its own, served by its raw handlers. */
  readonly navItems?: readonly NavItem[];
  /** Tokens of its authenticators. */
  readonly authenticators?: readonly ServiceToken<Authenticator>[];
  /** Who the users that it keeps are; one plugin of a host has it. */
  readonly userProfiles?: ServiceToken<UserProfiles>;
  /** What the users that it keeps may do; one plugin of a host has it. */
  readonly userRights?: ServiceToken<UserRights>;
  /** Tokens of its health checks. */
  readonly healthChecks?: readonly ServiceToken<HealthCheck>[];
  /** Tokens of its sources of metrics. */
  readonly metricSources?: readonly ServiceToken<MetricSource>[];
  /** Tokens of what it adds to the dashboard. */
  readonly dashboardSources?: readonly ServiceToken<DashboardSource>[];
  /** Tokens of its handlers that are no operations. */
  readonly rawHandlers?: readonly ServiceToken<RawHandler>[];
  /** Runs in order of need, after every plugin's services are bound. It must not write: see {@link Plugin.startWork}. */
  readonly start?: (host: Host) => Promise<void> | void;
  /**
   * Starts background work, and writes what the plugin needs in the database: timers, queues, repairs, first rows. Runs after `start` of
   * the same plugin. The host does not call it in a read-only inventory (decision 0488), so `stop` must also work without it.
   *
   * @example
   * definePlugin({ id: "racks", startWork: (host) => host.get(SWEEPER).start(), stop: async (host) => await host.get(SWEEPER).stop() })
   */
  readonly startWork?: (host: Host) => Promise<void> | void;
  /** Runs in reverse order; also when a later plugin failed to start. */
  readonly stop?: (host: Host) => Promise<void> | void;
}

/** Declares a plugin; its type is checked and kept. */
export function definePlugin<const P extends Plugin>(plugin: P): P {
  return plugin;
}
