import { parseAll } from "@cadastre/inventory-core";
import { z } from "zod";

/** A host name or address without a port; IPv6 in brackets, as URLs have it. */
const HOST_NAME = /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)$/;

/** How many sessions a process keeps, and for how long. */
const SessionOptions = z.object({
  max: z.int().min(1).max(100_000).default(1_000).describe("Maximum concurrent sessions of this process"),
  maxPerUser: z.int().min(1).max(100_000).default(20).describe("Maximum concurrent sessions of one user in this process"),
  idleSeconds: z.int().min(1).max(86_400).default(1_800).describe("Idle timeout of a session without requests in progress"),
});

/** Settings of the MCP endpoint. */
export const McpOptions = z.object({
  allowedHosts: z
    .array(z.string().toLowerCase().regex(HOST_NAME, { error: "must be a host name without scheme and port" }))
    .default([])
    .describe("Host names by which clients and web pages may reach the endpoint; localhost and IP addresses are always allowed"),
  resourceMetadataUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Absolute URL of the OAuth protected resource metadata (RFC 9728), sent to unauthenticated clients"),
  bodyLimitBytes: z.int().min(1_024).max(1_000_000).default(1_000_000).describe("Largest request body"),
  toolsets: z
    .array(z.string())
    .default(["core"])
    .describe(
      "Sets of tools listed for clients that ask for none with ?toolsets=: core unless given, all, or by what they are about, such as ipam",
    ),
  listRecords: z.int().min(1).max(1_000).default(50).describe("Maximum records of a list in one result"),
  resultCharacters: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(24_000)
    .describe("Approximate maximum of characters of records in one result"),
  sessions: SessionOptions.optional().describe(
    "Give clients of revisions before 2026-07-28 a session, so that tools can send them requests during a call; kept in the " +
      "memory of one process, to which all requests of a session must be routed; off by default",
  ),
});

export type McpOptions = z.input<typeof McpOptions>;
export type McpSettings = z.output<typeof McpOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: McpOptions): McpSettings {
  return parseAll(McpOptions, options);
}
