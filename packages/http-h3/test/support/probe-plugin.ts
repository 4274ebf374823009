import { setTimeout as delay } from "node:timers/promises";
import {
  type AnyOperation,
  type Authenticator,
  type CallContext,
  checkIfMatch,
  coreErrors,
  type Credential,
  defineErrors,
  defineOperation,
  defineOperations,
  definePermissions,
  definePlugin,
  type Draft,
  empty,
  errorOf,
  type HealthCheck,
  JsonList,
  JsonText,
  list,
  type Principal,
  provide,
  type RawHandler,
  record,
  serviceToken,
} from "@cadastre/inventory-core";
import { KEY_CREDENTIAL, SESSION_CREDENTIAL } from "@cadastre/testing";
import { z } from "zod";

const probeErrors = defineErrors({
  PROBE_NOT_FOUND: errorOf("not-found", "there is no such probe", (d: { id: string }) => `probe ${d.id} not found`),
  PROBE_KEY_EXPIRED: errorOf("unauthenticated", "the key has expired", (_: Record<never, never>) => "the key has expired"),
  PROBE_WRONG_PASSWORD: errorOf("unauthenticated", "wrong name or password", (_: Record<never, never>) => "wrong name or password"),
  PROBE_EXHAUSTED: errorOf("exhausted", "nothing is left", (_: Record<never, never>) => "nothing is left"),
  PROBE_GONE: errorOf("gone", "the cursor is too old", (_: Record<never, never>) => "the cursor is too old"),
});

export const Probe = z.object({ id: z.string(), name: z.string(), note: z.string().nullable() }).meta({ id: "Probe" });
type Probe = z.infer<typeof Probe>;

const ProbeBody = z.object({
  name: z.string({ error: "is required" }).min(1),
  note: z.string().nullable().optional(),
  tree: z.unknown().optional(),
  labels: z.record(z.string(), z.string()).optional(),
});

const Item = z.object({ n: z.int(), pad: z.string() }).meta({ id: "Item" });
const Count = z.coerce.number({ error: "must be a number" }).int().min(0);

interface PageQuery {
  readonly count: number;
  readonly size: number;
  readonly pad: number;
  readonly failAt?: number | undefined;
  readonly stepMs: number;
}

/** What the tests look at and steer. */
export class ProbeService {
  readonly probes = new Map<string, Probe>([["p1", { id: "p1", name: "one", note: null }]]);
  /** Pages handed out by the list that runs. */
  pagesRead = 0;
  listsOpen = 0;
  aborted = 0;
  calls: CallContext[] = [];

  get(id: string): Probe {
    const probe = this.probes.get(id);
    if (probe === undefined) throw probeErrors.PROBE_NOT_FOUND({ id });
    return probe;
  }

  put(id: string, draft: Draft<{ name?: string; note?: string | null }>, call: CallContext): Probe {
    const before = this.get(id);
    checkIfMatch(call, JSON.stringify(before));
    const probe = { ...before, ...pick(draft.valid()) };
    this.probes.set(id, probe);
    return probe;
  }

  /** With `stepMs` each page takes that long, and the signal is not looked at. */
  async *pages({ count, size, pad, failAt, stepMs }: PageQuery, signal?: AbortSignal): AsyncGenerator<readonly string[]> {
    this.listsOpen += 1;
    this.pagesRead = 0;
    try {
      for (let start = 0; start < count; start += size) {
        await delay(stepMs);
        if (stepMs === 0) signal?.throwIfAborted();
        if (failAt !== undefined && start >= failAt) throw new Error("secret: select * from probe where token='x'");
        this.pagesRead += 1;
        yield Array.from({ length: Math.min(size, count - start) }, (_, index) =>
          JSON.stringify({ n: start + index, pad: "x".repeat(pad) }),
        );
      }
    } finally {
      this.listsOpen -= 1;
    }
  }
}

function pick(fields: { name?: string; note?: string | null }): Partial<Probe> {
  return { ...(fields.name === undefined ? {} : { name: fields.name }), ...(fields.note === undefined ? {} : { note: fields.note }) };
}

export const PROBES = serviceToken<ProbeService>("probes");

const failures: Record<string, () => unknown> = {
  conflict: () => coreErrors.CONFLICT({ reason: "not now" }),
  exhausted: () => probeErrors.PROBE_EXHAUSTED({}),
  gone: () => probeErrors.PROBE_GONE({}),
  unavailable: () => coreErrors.UNAVAILABLE({ reason: "storage is busy" }, { retryAfterSeconds: 7 }),
  unknown: () => new Error("secret: /home/someone/file.ts select password from users"),
  text: () => "just a text",
};

const operations = defineOperations("probes", {
  list: defineOperation({
    summary: "List items",
    service: PROBES,
    access: "probe:list",
    http: { method: "GET", path: "/api/probes", status: 200 },
    query: z.object({
      count: Count.default(3),
      size: Count.default(100),
      pad: Count.default(0),
      failAt: Count.optional(),
      stepMs: Count.default(0),
    }),
    output: list(Item),
    run: async (probes, { query }, call) => new JsonList<z.infer<typeof Item>>(probes.pages(query, call.signal)),
  }),
  create: defineOperation({
    summary: "Create a probe",
    service: PROBES,
    access: "probe:create",
    http: { method: "POST", path: "/api/probes", status: 201 },
    body: ProbeBody,
    output: record(Probe),
    run: async (probes, { body }) => {
      const given = body.valid();
      const probe: Probe = { id: `p${probes.probes.size + 1}`, name: given.name, note: given.note ?? null };
      probes.probes.set(probe.id, probe);
      return probe;
    },
  }),
  get: defineOperation({
    summary: "Get a probe",
    service: PROBES,
    access: "probe:read",
    http: { method: "GET", path: "/api/probes/{id}", status: 200 },
    output: record(Probe),
    errors: ["PROBE_NOT_FOUND"],
    conditional: true,
    run: async (probes, { params }) => new JsonText<Probe>(JSON.stringify(probes.get(params.id))),
  }),
  update: defineOperation({
    summary: "Change a probe",
    service: PROBES,
    access: "probe:update",
    http: { method: "PUT", path: "/api/probes/{id}", status: 200 },
    body: z.object({ name: z.string().min(1).optional(), note: z.string().nullable().optional() }),
    output: record(Probe),
    errors: ["PROBE_NOT_FOUND"],
    conditional: true,
    exists: async (probes, { id }) => void probes.get(id),
    run: async (probes, { params, body }, call) => probes.put(params.id, body, call),
  }),
  delete: defineOperation({
    summary: "Delete a probe",
    service: PROBES,
    access: "probe:delete",
    http: { method: "DELETE", path: "/api/probes/{id}", status: 204 },
    output: empty,
    errors: ["PROBE_NOT_FOUND"],
    conditional: true,
    run: async (probes, { params }, call) => {
      checkIfMatch(call, JSON.stringify(probes.get(params.id)));
      probes.probes.delete(params.id);
    },
  }),
  fail: defineOperation({
    summary: "Fail in a chosen way",
    service: PROBES,
    access: "authenticated",
    http: { method: "GET", path: "/api/probes/fail", status: 200 },
    query: z.object({ how: z.string() }),
    output: empty,
    errors: ["CONFLICT", "PROBE_EXHAUSTED", "PROBE_GONE"],
    run: async (_, { query }) => {
      throw failures[query.how]?.();
    },
  }),
  slow: defineOperation({
    summary: "Answer late",
    service: PROBES,
    access: "authenticated",
    http: { method: "GET", path: "/api/probes/slow", status: 200 },
    query: z.object({ ms: Count }),
    output: record(z.object({ waited: z.int() })),
    run: async (probes, { query }, call) => {
      call.signal?.addEventListener("abort", () => (probes.aborted += 1));
      await delay(query.ms, undefined, call.signal === undefined ? {} : { signal: call.signal });
      return { waited: query.ms };
    },
  }),
  context: defineOperation({
    summary: "Tell what the engine is told",
    service: PROBES,
    access: "authenticated",
    http: { method: "POST", path: "/api/probes/context", status: 200 },
    body: z.object({ note: z.string().optional() }),
    idempotent: "own",
    output: record(
      z.object({
        source: z.string(),
        requestId: z.string().nullable(),
        remoteAddress: z.string().nullable(),
        idempotencyKey: z.string().nullable(),
        username: z.string(),
      }),
    ),
    run: async (probes, _, call) => {
      probes.calls.push(call);
      return {
        source: call.source,
        requestId: call.requestId ?? null,
        remoteAddress: call.remoteAddress ?? null,
        idempotencyKey: call.idempotencyKey ?? null,
        username: call.principal.username,
      };
    },
  }),
  login: defineOperation({
    summary: "Sign in",
    service: PROBES,
    access: "public",
    http: { method: "POST", path: "/api/probes/login", status: 200 },
    body: z.object({ password: z.string() }),
    limit: "login",
    output: record(z.object({ username: z.string() })),
    errors: ["PROBE_WRONG_PASSWORD"],
    run: async (_, { body }, call) => {
      if (body.valid().password === "header") call.answerHeaders?.append("x-bad", "a\r\nSet-Cookie: b=1");
      else if (body.valid().password !== "right") throw probeErrors.PROBE_WRONG_PASSWORD({});
      call.answerHeaders?.append("Set-Cookie", "a=1; HttpOnly");
      call.answerHeaders?.append("Set-Cookie", "b=2; HttpOnly");
      return { username: call.principal.username };
    },
  }),
});

const principal = (username: string, credential: Credential, permissions: Principal["permissions"]): Principal => ({
  kind: "user",
  userId: username,
  username,
  permissions,
  credential,
  credentialId: `${credential.kind}-${username}`,
});

const PEOPLE: Readonly<Record<string, Principal>> = {
  admin: principal("admin", KEY_CREDENTIAL, "all"),
  other: principal("other", KEY_CREDENTIAL, "all"),
  viewer: principal("viewer", KEY_CREDENTIAL, new Set(["probe:list", "probe:read"])),
  nobody: principal("nobody", KEY_CREDENTIAL, new Set()),
};

const TOKENS = serviceToken<Authenticator>("probe-tokens");
const SESSIONS = serviceToken<Authenticator>("probe-sessions");
const CHECK = serviceToken<HealthCheck>("probe-check");
const RAW = serviceToken<RawHandler>("probe-raw");
const RAW_PUBLIC = serviceToken<RawHandler>("probe-raw-public");
const RAW_ADMIN = serviceToken<RawHandler>("probe-raw-admin");

const echo = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/stream")) {
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")) }), {
      headers: { "content-type": "text/event-stream" },
    });
  }
  if (pathname.endsWith("/fail")) throw new Error(`failed on ${await request.text()}`);
  // Read as a stream, a body over the limit destroys the request below: what ended the process before the guard.
  const read = pathname.endsWith("/as-stream") ? async () => await new Response(request.body).text() : async () => await request.text();
  const body = request.method === "POST" ? await read() : "";
  return new Response(`${request.method} ${pathname} ${body.length}`, {
    headers: { "content-type": "text/plain", "cache-control": "max-age=60" },
  });
};

/** Steers the readiness of the plugin's health check. */
export const health = { fails: false };

/** A plugin whose operations do what the tests of the edge need; it brings its own credentials. */
export const probePlugin = definePlugin({
  id: "probe",
  engine: "*",
  services: [
    provide(PROBES, [], () => new ProbeService()),
    provide(TOKENS, [], () => ({
      id: "probe-tokens",
      priority: 20,
      authenticate: async ({ headers }) => {
        const token = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "")?.[1];
        if (token === undefined) return null;
        if (token === "expired") throw probeErrors.PROBE_KEY_EXPIRED({});
        if (token === "storage-down") throw coreErrors.UNAVAILABLE({ reason: "storage is out of reach" });
        const found = PEOPLE[token];
        if (found === undefined) throw coreErrors.UNAUTHORIZED({});
        return found;
      },
    })),
    provide(SESSIONS, [], () => ({
      id: "probe-sessions",
      priority: 10,
      authenticate: async ({ cookies }) =>
        cookies.get("service_session") === "s 1" ? principal("alice", SESSION_CREDENTIAL, "all") : null,
    })),
    provide(CHECK, [], () => ({
      id: "probe-check",
      check: async () => {
        if (health.fails) throw new Error("secret reason");
      },
    })),
    provide(RAW, [], () => ({ path: "/raw", access: "authenticated", handle: echo })),
    provide(RAW_PUBLIC, [], () => ({ path: "/open", access: "public", handle: echo })),
    provide(RAW_ADMIN, [], () => ({ path: "/raw-admin", access: "probe:delete", handle: echo })),
  ],
  permissions: definePermissions({ probe: { resource: "probes", actions: ["list", "read", "create", "update", "delete"] } }),
  operations: Object.values(operations) as unknown as readonly AnyOperation[],
  errors: probeErrors.definitions,
  authenticators: [TOKENS, SESSIONS],
  healthChecks: [CHECK],
  rawHandlers: [RAW, RAW_PUBLIC, RAW_ADMIN],
});
