import { parseAll } from "@cadastre/inventory-core";
import { z } from "zod";

/** A host name or address without a port; IPv6 in brackets, as URLs have it. */
const HOST_NAME = /^(?:\[[\da-f:.]+\]|[a-z\d](?:[a-z\d.-]*[a-z\d])?)$/;

/** How many sessions a process keeps, and for how long. */
const SessionOptions = z.object({
  most: z.int().min(1).max(100_000).default(1_000).describe("Most sessions at once, in this process"),
  mostPerUser: z.int().min(1).max(100_000).default(20).describe("Most sessions of one user at once, in this process"),
  idleSeconds: z
    .int()
    .min(1)
    .max(86_400)
    .default(1_800)
    .describe("A session ends when nothing was asked in it for so long, and nothing is being answered"),
});

/** Settings of the MCP endpoint. */
export const McpOptions = z.object({
  allowedHosts: z
    .array(z.string().toLowerCase().regex(HOST_NAME, { error: "must be a host name without scheme and port" }))
    .default([])
    .describe("Host names by which clients and web pages may reach the endpoint; localhost and plain addresses always do"),
  resourceMetadataUrl: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe("Absolute URL of the OAuth protected resource metadata (RFC 9728), told to clients that are not let in"),
  bodyLimitBytes: z.int().min(1_024).max(1_000_000).default(1_000_000).describe("Largest request body"),
  listRecords: z.int().min(1).max(1_000).default(50).describe("Most records of a list in one result"),
  resultCharacters: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(24_000)
    .describe("About how many characters of records one result has at most"),
  sessions: SessionOptions.optional().describe(
    "Give clients of revisions before 2026-07-28 a session, so that tools can ask them something in the midst of a call; kept in the " +
      "memory of one process, to which all requests of a session have to come; off unless set",
  ),
});

export type McpOptions = z.input<typeof McpOptions>;
export type McpSettings = z.output<typeof McpOptions>;

/** @throws VALIDATION_ERROR naming each option that is wrong */
export function settingsOf(options: McpOptions): McpSettings {
  return parseAll(McpOptions, options);
}
