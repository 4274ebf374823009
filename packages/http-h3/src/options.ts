import { z } from "zod";
import { BASE_PATH_FORM } from "./server/base-path.ts";

/** Host names and addresses that listhen takes as they are; it silently replaces any other by localhost. */
const HOSTNAME = /^$|^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/;

const milliseconds = (description: string, value: number) => z.int().min(1).default(value).describe(description);

/** Limits of requests per client, in fixed windows. */
export const RateLimitOptions = z.object({
  enabled: z.boolean().default(true).describe("False switches the limits and their headers off"),
  requests: z.int().min(1).default(100).describe("Requests of a client per window"),
  keyRequests: z
    .int()
    .min(1)
    .default(1_000)
    .describe("Requests of a user with API keys per window, all keys together and apart from the others; `requests` where that is more"),
  windowMs: milliseconds("Length of the window", 60_000),
  loginRequests: z.int().min(1).default(5).describe("Login attempts of an address per window"),
  loginWindowMs: milliseconds("Length of the login window", 60_000),
  registrationRequests: z.int().min(1).default(20).describe("Registrations of OAuth clients from an address per window"),
  registrationWindowMs: milliseconds("Length of the registration window", 60_000),
  tokenRequests: z.int().min(1).default(100).describe("Requests for OAuth tokens from an address per window"),
  tokenWindowMs: milliseconds("Length of the token window", 60_000),
});

/** Lists and files of more than one page that are on their way to clients at once. */
export const ListOptions = z.object({
  perCaller: z.int().min(1).default(10).describe("Lists that one caller may read at once; further ones are refused with 429"),
  total: z.int().min(1).default(100).describe("Lists that all callers together may read at once; further ones are refused with 503"),
});

/** Bounds of the work that one caller has done at once and in a window, beside the number of requests. */
export const WorkOptions = z.object({
  concurrency: z
    .int()
    .min(1)
    .default(16)
    .describe("Requests of a caller that are computed at once; further ones wait in turn with those of others"),
  totalConcurrency: z
    .int()
    .min(1)
    .default(64)
    .describe("Requests of all callers that are computed at once; callers without any get some more"),
  queue: z.int().min(1).default(1_000).describe("Requests of a caller that may wait for that; more are refused"),
  budgetMs: z
    .int()
    .min(0)
    .default(15_000)
    .describe(
      "Milliseconds of the process and its database that the requests of a caller may take in a window, beyond the first 25 of each; " +
        "then what took them is refused. 0 for no such limit",
    ),
  windowMs: milliseconds("Length of that window", 60_000),
  streams: z.int().min(1).default(20).describe("Event streams that a caller may have open"),
});

/** Settings of a handler: everything but the socket. */
export const HandlerOptions = z.object({
  basePath: z
    .string()
    .regex(BASE_PATH_FORM, { error: "must be a path such as /ipam, without a slash at the end" })
    .default("")
    .describe('Path under which the world reaches the server, such as "/ipam"; "" for the root of its host'),
  trustedProxies: z.array(z.string()).default([]).describe("Addresses and CIDRs of proxies whose X-Forwarded-For is believed"),
  rateLimit: RateLimitOptions.prefault({}),
  lists: ListOptions.prefault({}),
  work: WorkOptions.prefault({}),
  bodyLimitBytes: z.int().min(1).default(1_048_576).describe("Largest request body"),
  stalledClientMs: milliseconds("A client that reads nothing of a streamed answer for this long is cut off", 30_000),
  apiReference: z.boolean().default(true).describe("Serve the page at /docs that shows the OpenAPI document"),
  strictTransportSecurity: z.boolean().optional().describe("Send Strict-Transport-Security; on with tls unless set"),
});

/** Settings of the HTTP plugin. */
export const HttpOptions = HandlerOptions.extend({
  hostname: z
    .string()
    .regex(HOSTNAME, { error: "must be a host name or an address" })
    .default("127.0.0.1")
    .describe('Where to listen; "" listens on all interfaces'),
  port: z.int().min(0).max(65535).default(8080).describe("Port; 0 takes any that is free"),
  tls: z.object({ certFile: z.string(), keyFile: z.string() }).optional().describe("PEM files; HTTPS when given"),
  selfSigned: z
    .boolean()
    .default(false)
    .describe("HTTPS without files: a certificate for localhost that nobody trusts is made at each start. For trials on one machine"),
  stopTimeoutMs: z.int().min(0).max(9_000).default(8_000).describe("How long requests in flight may take to finish on stop"),
  headersTimeoutMs: milliseconds("How long a client may take to send its headers", 15_000),
  requestTimeoutMs: milliseconds("How long a client may take to send a whole request", 120_000),
  keepAliveTimeoutMs: milliseconds("How long an idle connection is kept", 5_000),
});

export type WorkSettings = z.output<typeof WorkOptions>;
export type HandlerSettings = z.output<typeof HandlerOptions>;
export type HandlerOptions = z.input<typeof HandlerOptions>;
export type HttpSettings = z.output<typeof HttpOptions>;
export type HttpOptions = z.input<typeof HttpOptions>;
