import { z } from "zod";
import { BASE_PATH_FORM } from "./server/base-path.ts";

/** Host names and addresses that listhen takes as they are; it silently replaces any other by localhost. */
const HOSTNAME = /^$|^(?!-)[\d.:A-Za-z-]{1,63}(?<!-)$/;

const milliseconds = (description: string, value: number) => z.int().min(1).default(value).describe(description);

/** Limits of requests per client, in fixed windows. */
export const RateLimitOptions = z.object({
  enabled: z.boolean().default(true).describe("False disables the limits and their headers"),
  requests: z.int().min(1).default(100).describe("Requests of a client per window"),
  keyRequests: z
    .int()
    .min(1)
    .optional()
    .describe("Requests of a user with API keys per window, all keys together and counted separately; `requests` unless set"),
  windowMs: milliseconds("Length of the rate limit window", 60_000),
  loginRequests: z.int().min(1).default(5).describe("Login attempts of an address per window"),
  loginWindowMs: milliseconds("Length of the login window", 60_000),
  registrationRequests: z.int().min(1).default(20).describe("Registrations of OAuth clients from an address per window"),
  registrationWindowMs: milliseconds("Length of the registration window", 60_000),
  tokenRequests: z.int().min(1).default(100).describe("Requests for OAuth tokens from an address per window"),
  tokenWindowMs: milliseconds("Length of the token window", 60_000),
});

/** Lists and files of more than one page that are on their way to clients at once. */
export const ListOptions = z.object({
  perCaller: z.int().min(1).default(10).describe("Concurrent lists of one caller; further ones are refused with 429"),
  total: z.int().min(1).default(100).describe("Concurrent lists of all callers; further ones are refused with 503"),
});

/** Bounds of the work that one caller has done at once and in a window, beside the number of requests. */
export const WorkOptions = z.object({
  concurrency: z.int().min(1).default(16).describe("Concurrent requests of a caller; further ones are queued fairly with those of others"),
  totalConcurrency: z
    .int()
    .min(1)
    .default(64)
    .describe("Concurrent requests of all callers; callers without a running request get some more"),
  queue: z.int().min(1).default(1_000).describe("Queued requests of a caller; further ones are refused"),
  budgetMs: z
    .int()
    .min(0)
    .default(15_000)
    .describe(
      "Milliseconds of the process and its database that the requests of a caller may take in a window, beyond the first 25 of each; " +
        "then further requests of that kind are refused. 0 for no limit",
    ),
  windowMs: milliseconds("Length of the window", 60_000),
  streams: z.int().min(1).default(20).describe("Open event streams per caller"),
});

/** Settings of a handler: everything but the socket. */
export const HandlerOptions = z.object({
  basePath: z
    .string()
    .regex(BASE_PATH_FORM, { error: "must be a path such as /ipam, without a slash at the end" })
    .default("")
    .describe('Public base path of the server, such as "/ipam"; "" for the root of its host'),
  trustedProxies: z.array(z.string()).default([]).describe("Addresses and CIDRs of proxies whose X-Forwarded-For is trusted"),
  rateLimit: RateLimitOptions.prefault({}),
  lists: ListOptions.prefault({}),
  work: WorkOptions.prefault({}),
  bodyLimitBytes: z.int().min(1).default(1_048_576).describe("Largest request body"),
  stalledClientMs: milliseconds("Connections of clients that read nothing of a streamed response for this long are closed", 30_000),
  apiReference: z.boolean().default(true).describe("Serve the API reference page at /docs"),
  strictTransportSecurity: z.boolean().optional().describe("Send Strict-Transport-Security; default is on with tls"),
});

/** Settings of the HTTP plugin. */
export const HttpOptions = HandlerOptions.extend({
  hostname: z
    .string()
    .regex(HOSTNAME, { error: "must be a host name or an address" })
    .default("127.0.0.1")
    .describe('Address to listen on; "" for all interfaces'),
  port: z.int().min(0).max(65535).default(8080).describe("Port; 0 for any free port"),
  tls: z.object({ certFile: z.string(), keyFile: z.string() }).optional().describe("PEM files; enables HTTPS"),
  selfSigned: z
    .boolean()
    .default(false)
    .describe("HTTPS with a self-signed certificate for localhost, generated at each start. For evaluation on one machine"),
  stopTimeoutMs: z.int().min(0).max(9_000).default(8_000).describe("Time for requests in flight to finish on stop"),
  headersTimeoutMs: milliseconds("Time for a client to send its headers", 15_000),
  requestTimeoutMs: milliseconds("Time for a client to send a complete request", 120_000),
  connectionsPerAddress: z
    .int()
    .min(1)
    .default(256)
    .describe("Open connections of an address (IPv6: its /64), except of trusted proxies; further ones are closed"),
  keepAliveTimeoutMs: milliseconds("Idle timeout of connections, longer than that of the proxy in front of it", 75_000),
});

export type WorkSettings = z.output<typeof WorkOptions>;
export type HandlerSettings = z.output<typeof HandlerOptions>;
export type HandlerOptions = z.input<typeof HandlerOptions>;
export type HttpSettings = z.output<typeof HttpOptions>;
export type HttpOptions = z.input<typeof HttpOptions>;
