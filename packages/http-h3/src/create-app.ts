import { coreErrors, type Host } from "@cadastre/inventory-core";
import { failureTextOf, SPOOL, realTimers } from "@cadastre/inventory-core/protocol";
import type { IncomingMessage, ServerResponse } from "node:http";
import { H3 } from "h3";
import { Admission } from "./limits/admission.ts";
import { AT_ROOT, OUTSIDE_PATH } from "./server/base-path.ts";
import { type Answer, emptyAnswer, jsonAnswer } from "./answer/answer.ts";
import { ApiReference } from "./api-reference.ts";
import { Authenticators } from "./request/authenticate.ts";
import { callOperation } from "./request/call-operation.ts";
import { Callers } from "./limits/callers.ts";
import { WorkAccounts } from "./limits/work-accounts.ts";
import type { ClientAddresses } from "./request/client-address.ts";
import { errorAnswer } from "./answer/error-response.ts";
import { Exchange } from "./request/exchange.ts";
import { type Incoming, incomingOf, namesSeveralHosts, NodeIncoming } from "./request/incoming.ts";
import { Health } from "./server/health.ts";
import { httpErrors, invalidInput, outsideBasePath } from "./http.errors.ts";
import { type HttpMetrics, NO_ROUTE } from "./metrics/http-metrics.ts";
import { SCRAPE_TYPE, Scrapes } from "./metrics/scrape.ts";
import type { Lifecycle } from "./server/lifecycle.ts";
import { openApiDocument } from "./openapi/document.ts";
import { HEALTH_PATH, METRICS_PATH, OPENAPI_PATH, READINESS_PATH, REFERENCE_PATH } from "./openapi/system-paths.ts";
import type { HandlerSettings } from "./options.ts";
import type { RateLimits } from "./limits/rate-limit.ts";
import { responseAnswer } from "./answer/raw-response.ts";
import { CLIENT_GONE, requestLevelOf } from "./server/logged.ts";
import { discardRest } from "./bodies/discard-rest.ts";
import { allowOf, checkBasePath, checkRawHandlers, h3PathOf, type Route, routesOf } from "./route-table.ts";
import { HANDLED, sendAnswer } from "./answer/send-answer.ts";
import { RouteTree } from "./server/route-tree.ts";
import { RequestSpans } from "./tracing/request-spans.ts";

/** Permission of a scrape (the engine declares it). */
const METRICS_ACCESS = "metrics:read";

type Work = (exchange: Exchange) => Promise<Answer>;

/** What a path leads to. */
interface Place {
  readonly work: Work;
  /** What logs and metrics call it. */
  readonly route: string;
  /** As h3 writes it; undefined where there is none. */
  readonly pattern: string | undefined;
}

/** The routes of a host. */
export interface BuiltApp {
  readonly app: H3;
  /**
   * Answers a request for an operation without h3, where nobody could read its path differently.
   * @returns undefined for what h3 is to answer
   */
  readonly serveNode: (req: IncomingMessage, res: ServerResponse) => Promise<unknown> | undefined;
}

const failing = (error: unknown): Place => ({ work: () => Promise.reject(error), route: NO_ROUTE, pattern: undefined });

/** What logs, metrics and traces tell of a request. */
interface Watched {
  readonly route: string;
  /** By the clock of the process, in milliseconds. */
  readonly startedAt: number;
  readonly tellSpan: (status: number) => void;
}

/** Builds the h3 app of a host: one h3 route for each path, its methods told apart here, so that a wrong one is a 405. */
export class AppBuilder {
  readonly #host: Host;
  readonly #settings: HandlerSettings;
  readonly #lifecycle: Lifecycle;
  readonly #admission: Admission;
  readonly #callers: Callers;
  readonly #addresses: ClientAddresses;
  readonly #metrics: HttpMetrics;
  readonly #spans = new RequestSpans();
  readonly #app: H3;
  /** Where operations are; undefined where something else is, which h3 answers. */
  readonly #operations = new RouteTree<Place | undefined>();

  constructor(
    host: Host,
    settings: HandlerSettings,
    lifecycle: Lifecycle,
    limits: RateLimits | undefined,
    addresses: ClientAddresses,
    metrics: HttpMetrics,
  ) {
    this.#host = host;
    this.#settings = settings;
    this.#lifecycle = lifecycle;
    const accounts = new WorkAccounts();
    this.#admission = new Admission(limits, new Authenticators(host.authenticators, host.logger), accounts, host.clock);
    this.#callers = new Callers(this.#admission, accounts, settings, host.get(SPOOL), host.clock);
    this.#metrics = metrics;
    this.#addresses = addresses;
    // Nothing is left to h3's own error answers: they name the URL and print stacks.
    this.#app = new H3({
      silent: true,
      allowMalformedURL: true,
      onError: async (error, event) => await this.#serve(incomingOf(event), failing(error)),
    });
  }

  /** @throws HTTP_ROUTE_WITHOUT_ACCESS, HTTP_UNDECLARED_ERROR, HTTP_BASE_PATH_TAKEN */
  build(): BuiltApp {
    for (const route of routesOf(this.#host)) {
      const pattern = h3PathOf(route.path);
      const place: Place = { work: (exchange) => this.#dispatch(route, exchange), route: route.path, pattern };
      this.#all(pattern, route.path, place.work, place);
    }
    checkBasePath(this.#host, this.#settings.basePath);
    if (this.#settings.basePath !== "")
      this.#app.all(
        OUTSIDE_PATH,
        async (event) =>
          await this.#serve(incomingOf(event), { ...failing(undefined), work: async (exchange) => await this.#outside(exchange) }),
      );
    this.#openApi();
    if (this.#settings.apiReference) this.#apiReference();
    this.#health();
    this.#scrapes();
    checkRawHandlers(this.#host.rawHandlers);
    for (const handler of this.#host.rawHandlers) {
      const work: Work = async (exchange) => {
        exchange.challenge = handler.challenge ?? exchange.challenge;
        this.#refuseWhenStopping();
        const principal = await this.#admission.admit(exchange, {
          access: handler.access,
          limit: handler.limit,
          anyOrigin: true,
          uncounted: handler.uncounted === true,
        });
        this.#admission.checkPermission(principal, handler.access);
        const response = await this.#callers.runRaw(
          exchange,
          principal,
          async () => await handler.handle(exchange.whole, this.#callers.contextOf(exchange, principal)),
        );
        // What it left unread passes by, or the next request of the connection would wait behind it.
        if (exchange.node !== undefined) discardRest(exchange.node.req);
        return responseAnswer(response, this.#lifecycle, exchange.isHead);
      };
      const prefix = handler.path.replace(/\/+$/, "");
      const add = handler.access === "public" ? this.#inTurn.bind(this) : this.#all.bind(this);
      if (prefix !== "") add(prefix, handler.path, work);
      add(`${prefix}/**`, handler.path, work);
    }
    // A page mounted at / takes every path that nobody else has, but none of the interface's.
    this.#inTurn("/api/**", NO_ROUTE, (exchange) => this.#unknownPath(exchange));
    if (!this.#host.rawHandlers.some((handler) => handler.path === "/"))
      this.#inTurn("/**", NO_ROUTE, (exchange) => this.#unknownPath(exchange));
    return { app: this.#app, serveNode: (req, res) => this.#serveNode(req, res) };
  }

  /** @param route what logs and metrics call it @param operations set where there are operations */
  #all(path: string, route: string, work: Work, operations?: Place): void {
    this.#app.all(path, async (event) => await this.#serve(incomingOf(event), { work, route, pattern: path }));
    this.#operations.add(path, operations);
  }

  /** Like {@link #all}, for answers that do not depend on the caller. */
  #inTurn(path: string, route: string, work: Work): void {
    this.#all(path, route, (exchange) => this.#callers.inTurn(exchange, () => work(exchange)));
  }

  #serveNode(req: IncomingMessage, res: ServerResponse): Promise<unknown> | undefined {
    const { found: place, params } = this.#operations.find(req.url) ?? {};
    if (place === undefined) return undefined;
    const incoming = new NodeIncoming(req, res, params, this.#settings.bodyLimitBytes);
    // What could not be sent is answered with 500, as h3's onError does.
    return this.#serve(incoming, place).catch(async (error: unknown) => await this.#serve(incoming, failing(error)));
  }

  async #serve(incoming: Incoming, { work, route, pattern }: Place): Promise<unknown> {
    const startedAt = realTimers.performance.now();
    const exchange = new Exchange(incoming, this.#addresses, pattern, this.#settings.basePath);
    return await this.#spans.within(exchange, route, (tellSpan) => this.#answer(exchange, work, { route, startedAt, tellSpan }));
  }

  async #answer(exchange: Exchange, work: Work, { route, startedAt, tellSpan }: Watched): Promise<unknown> {
    const measured = this.#metrics.begin(exchange.method, route);
    let answer: Answer;
    let gone = false;
    try {
      if (exchange.node !== undefined && namesSeveralHosts(exchange.node))
        throw invalidInput("invalid", "the request has several Host headers");
      answer = await work(exchange);
    } catch (error) {
      // Nobody is left to answer, and what failed because of that is no fault.
      gone = exchange.signal.aborted;
      if (gone) exchange.node?.res.destroy();
      answer = errorAnswer(error, exchange, exchange.signal.aborted ? { ...this.#host.logger, error: () => {} } : this.#host.logger);
    }
    this.#admission.look(exchange);
    const { stalledClientMs, strictTransportSecurity } = this.#settings;
    try {
      const sent = sendAnswer(exchange, answer, {
        strictTransport: strictTransportSecurity === true,
        stalledClientMs,
        closeConnection: this.#lifecycle.stopping,
      });
      return sent instanceof Promise ? await sent : sent;
    } catch (error) {
      const res = exchange.node?.res;
      // Nothing has gone out (a header that cannot be sent): h3 hands it to onError, which answers with 500.
      if (res === undefined || !(res.headersSent || res.destroyed)) throw error;
      if (!exchange.signal.aborted) {
        this.#host.logger.error("a response was interrupted", {
          requestId: exchange.requestId,
          method: exchange.method,
          path: exchange.loggedPath,
          error: failureTextOf(error),
        });
      }
      res.destroy();
      return HANDLED;
    } finally {
      const status = gone ? CLIENT_GONE : answer.status;
      const ms = realTimers.performance.now() - startedAt;
      measured(status, ms / 1000, exchange.refusedBy);
      tellSpan(status);
      const level = requestLevelOf(status);
      if (this.#host.logger.writes?.(level) !== false) this.#log(level, exchange, route, status, ms);
    }
  }

  #log(level: "debug" | "info" | "warn", exchange: Exchange, route: string, status: number, ms: number): void {
    const { method, requestId, address, loggedPath: path, principalId: principal } = exchange;
    const fields = { method, route, path, status, ms: Math.round(ms), requestId, address };
    this.#host.logger[level]("request", principal === undefined ? fields : { ...fields, principal });
  }

  #dispatch(route: Route, exchange: Exchange): Promise<Answer> {
    const operation = route.methods.get(exchange.isHead ? "GET" : exchange.method);
    if (operation === undefined) return this.#otherMethod(exchange, route.allow);
    this.#refuseWhenStopping();
    return callOperation(this.#host, this.#callers, exchange, operation, this.#settings.bodyLimitBytes, this.#lifecycle);
  }

  /** OPTIONS, or a method that the path does not take. */
  async #otherMethod(exchange: Exchange, allow: string): Promise<Answer> {
    this.#admission.countUnproved(exchange);
    if (exchange.method === "OPTIONS") return emptyAnswer(204, [["allow", allow]]);
    const answer = errorAnswer(httpErrors.METHOD_NOT_ALLOWED({ method: exchange.method, allow }), exchange, this.#host.logger);
    return { ...answer, headers: [...answer.headers, ["allow", allow]] };
  }

  async #unknownPath(exchange: Exchange): Promise<Answer> {
    this.#admission.countUnproved(exchange);
    throw coreErrors.NOT_FOUND({ what: "path" });
  }

  /** A path that is not under the base path. Who opens the bare address of the server is sent to its page. */
  async #outside(exchange: Exchange): Promise<Answer> {
    this.#admission.countUnproved(exchange);
    const { basePath } = this.#settings;
    if (exchange.search === AT_ROOT && (exchange.isHead || exchange.method === "GET"))
      return emptyAnswer(307, [["location", `${basePath}/`]]);
    throw outsideBasePath(basePath);
  }

  #refuseWhenStopping(): void {
    if (this.#lifecycle.stopping) throw coreErrors.UNAVAILABLE({ reason: "the service is stopping" });
  }

  /** A path of the server's own, for GET and HEAD. */
  #page(path: string, work: (exchange: Exchange) => Promise<Answer>): void {
    this.#inTurn(path, path, async (exchange) => {
      if (exchange.method === "GET" || exchange.isHead) return await work(exchange);
      return await this.#otherMethod(exchange, allowOf(["GET"]));
    });
  }

  #openApi(): void {
    let text: string | undefined;
    this.#page(OPENAPI_PATH, async (exchange) => {
      this.#refuseWhenStopping();
      const principal = await this.#admission.admit(exchange, { access: "authenticated" });
      this.#admission.checkPermission(principal, "authenticated");
      text ??= JSON.stringify(openApiDocument(this.#host, this.#settings.basePath));
      return jsonAnswer(200, text);
    });
  }

  /** Needs no credentials: it is the same in every installation, and what it shows is asked for with those of its reader. */
  #apiReference(): void {
    const reference = new ApiReference();
    for (const path of ApiReference.paths) {
      this.#page(REFERENCE_PATH + path, async (exchange) => {
        this.#refuseWhenStopping();
        await this.#admission.admit(exchange, { access: "public", anyOrigin: true });
        return await reference.answer(exchange, path);
      });
    }
  }

  #scrapes(): void {
    const scrapes = new Scrapes(this.#host, this.#metrics);
    this.#page(METRICS_PATH, async (exchange) => {
      this.#refuseWhenStopping();
      const principal = await this.#admission.admit(exchange, { access: METRICS_ACCESS });
      this.#admission.checkPermission(principal, METRICS_ACCESS);
      return { status: 200, headers: [["content-type", SCRAPE_TYPE]], body: await scrapes.text() };
    });
  }

  #health(): void {
    const health = new Health(this.#host, this.#lifecycle);
    this.#page(HEALTH_PATH, async () => health.alive());
    this.#page(READINESS_PATH, async () => await health.ready());
  }
}
