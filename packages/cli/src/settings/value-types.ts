import { IssuerUrl } from "@cadastre/auth/oauth";
import { HttpOptions } from "@cadastre/http-h3";
import { DiscoveryOptions, KeyRing } from "@cadastre/inventory-core";
import { BadTarget, connectionTarget, schemaProblem } from "@cadastre/inventory-core/upkeep";
import { WebhooksOptions } from "@cadastre/webhooks";
import { McpOptions } from "@cadastre/mcp";
import { isIP } from "node:net";
import { accessSync, constants } from "node:fs";
import { isAbsolute, normalize } from "node:path";
import { z } from "zod";
import { parseDuration } from "./duration.ts";

/** A text that `read` understands; `undefined` from it means that it does not. */
function read<T>(what: string, reader: (text: string) => T | undefined): z.ZodType<T, string> {
  return z.string().transform((text, context) => {
    const value = reader(text);
    if (value !== undefined) return value;
    context.issues.push({ code: "custom", input: undefined, message: `must be ${what}` });
    return z.NEVER;
  });
}

export const flag = read(
  "true or false",
  (text) => ({ true: true, "1": true, yes: true, on: true, false: false, "0": false, no: false, off: false })[text.toLowerCase()],
);

/** Checked as the webhooks check it. */
export const headerPrefix = read("letters, digits and hyphens that begin with a letter and end with a hyphen, such as X-Service-", (text) =>
  WebhooksOptions.shape.headerPrefix.safeParse(text).success ? text : undefined,
);

/** A whole number within bounds. */
export function count(least: number, most: number): z.ZodType<number, string> {
  return read(`a whole number from ${least} to ${most}`, (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= least && value <= most ? value : undefined;
  });
}

/** A part of a hundred that is not nothing. */
export const percentage = read("a percentage above 0 and at most 100, such as 90 or 87.5", (text) => {
  const value = /^\d{1,3}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
  return value > 0 && value <= 100 ? value : undefined;
});

/** A duration of at least a second, in milliseconds. */
export const duration = read("a duration of at least one second, such as 24h, 90s or 1h30m", (text) => {
  const ms = parseDuration(text);
  return ms !== undefined && ms >= 1000 ? ms : undefined;
});

/** One of several words. */
export function oneOf<const T extends string>(...words: readonly T[]): z.ZodType<T, string> {
  return read(`one of ${words.join(", ")}`, (text) => words.find((word) => word === text.toLowerCase()));
}

/** Where to listen: `""` as host name means all interfaces. */
export interface ListenAddress {
  readonly hostname: string;
  readonly port: number;
}

const LISTEN_FORM = /^(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9.-]*)):(\d{1,5})$/;

export const listenAddress = read<ListenAddress>("host:port, such as 127.0.0.1:8080, [::1]:8080 or :8080 for all interfaces", (text) => {
  const [, ipv6, name = "", port] = LISTEN_FORM.exec(text) ?? [];
  if (port === undefined || Number(port) > 65_535 || (ipv6 !== undefined && isIP(ipv6) !== 6)) return undefined;
  return { hostname: ipv6 ?? name, port: Number(port) };
});

/** Without a slash at the end, checked as the HTTP interface checks it. */
export const basePath = read(
  "a path such as /ipam: a slash, and letters, digits, dots, hyphens, underscores and tildes",
  (text) => HttpOptions.shape.basePath.safeParse(text.replace(/\/$/, "")).data,
);

/** Which database to open. */
export type DatabaseAddress = { readonly kind: "sqlite"; readonly path: string } | { readonly kind: "postgresql"; readonly url: string };

export const databaseAddress: z.ZodType<DatabaseAddress, string> = z.string().transform((text, context) => {
  const sqlite = /^sqlite:\/\/(.+)$/.exec(text)?.[1];
  // sqlite://rel.db would be a file of the working directory to one reader, and the host rel.db to another.
  if (sqlite === ":memory:" || (sqlite !== undefined && isAbsolute(sqlite))) return { kind: "sqlite", path: sqlite };
  const refuse = (message: string): never => {
    context.issues.push({ code: "custom", input: undefined, message: `must be ${message}` });
    return z.NEVER;
  };
  if (!/^postgres(ql)?:/.test(text))
    return refuse("sqlite:///path/to/file (three slashes: the path is absolute) or postgresql://user:password@host:port/database");
  try {
    connectionTarget(text);
    return { kind: "postgresql", url: text };
  } catch (error) {
    if (error instanceof BadTarget) return refuse(error.message);
    throw error;
  }
});

/** Name of a schema of PostgreSQL, checked as the storage checks it. */
export const schemaName: z.ZodType<string, string> = z.string().superRefine((text, context) => {
  const problem = schemaProblem(text);
  if (problem !== undefined) context.addIssue({ code: "custom", message: `must be ${problem}` });
});

/** URL of a Valkey or Redis server. */
export const valkeyAddress = read("redis://host:port, or rediss://, valkey:// or valkeys://", (text) =>
  /^(redis|valkey)s?:\/\/[^/]/.test(text) && URL.canParse(text) ? text : undefined,
);

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 6 ? 128 : 32));
}

/** Addresses and networks, separated by commas. */
export const networkList = read<readonly string[]>("a list of addresses and CIDRs, separated by commas", (text) => {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return entries.every(isNetwork) ? entries : undefined;
});

/** Names of hosts, checked as the MCP endpoint checks them. */
export const hostNames = read<readonly string[]>("host names without scheme and port, separated by commas", (text) => {
  const entries = text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  return McpOptions.shape.allowedHosts.safeParse(entries).data;
});

/** Texts, which are looked up when they are used. */
export const textList = read<readonly string[]>("texts separated by commas", (text) =>
  text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ""),
);

/** Names of tool sets, which the MCP endpoint checks when it knows the operations of the plugins. */
export const toolsets = read<readonly string[]>("names of tool sets, separated by commas", (text) => {
  const names = text.split(",").map((name) => name.trim());
  return names.every((name) => /^[a-z][a-z0-9-]*$/.test(name)) ? names : undefined;
});

/** Addresses, checked as the engine checks them. */
export const addressRanges = read("addresses, CIDRs and ranges such as 10.0.0.1-10.0.0.9, separated by commas", (text) =>
  DiscoveryOptions.shape.doNotProbe.safeParse(text).success ? text : undefined,
);

const MAX_PORTS = 1024;

/** Ports and ranges of ports, separated by commas; each port once. */
export const portList = read<readonly number[]>(
  `ports and ranges such as 22,80,8000-8010, separated by commas, at most ${MAX_PORTS}`,
  (text) => {
    const ports = new Set<number>();
    for (const part of text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "")) {
      const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part) ?? [];
      if (
        first === undefined ||
        Number(first) < 1 ||
        Number(last) > 65_535 ||
        Number(last) < Number(first) ||
        Number(last) - Number(first) >= MAX_PORTS
      )
        return undefined;
      for (let port = Number(first); port <= Number(last); port += 1) ports.add(port);
    }
    return ports.size <= MAX_PORTS ? [...ports] : undefined;
  },
);

/** Name servers, separated by commas. */
export const nameServers = read<readonly string[]>(
  "addresses of name servers, each with a port if it is not 53 (192.0.2.53, 192.0.2.53:5353, [2001:db8::53]:5353), separated by commas",
  (text) => {
    const entries = text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
    const valid = (entry: string): boolean => {
      const [, bracketed, plain, port = "53"] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? [undefined, undefined, entry];
      return Number(port) > 0 && Number(port) <= 65_535 && isIP(bracketed ?? plain ?? "") > 0;
    };
    return entries.length <= 8 && entries.every(valid) ? entries : undefined;
  },
);

/** Folders, separated by commas. */
export const folders = read<readonly string[]>(
  "absolute paths of folders without . and .., and not the root, separated by commas, such as /var/lib/misc,/var/lib/kea",
  (text) => {
    const entries = text
      .split(",")
      .map((entry) => entry.trim())
      .filter((entry) => entry !== "");
    const valid = (entry: string): boolean => entry !== "/" && isAbsolute(entry) && normalize(entry) === entry;
    return entries.every(valid) ? entries : undefined;
  },
);

/** Keys, the newest first. */
export const encryptionKeys = read<KeyRing>(
  "keys of 32 random bytes in base64 or hex, separated by commas, each once (openssl rand -base64 32 makes one)",
  (text) => {
    try {
      return KeyRing.parse(text);
    } catch {
      return undefined;
    }
  },
);

/** A span of seconds that may be none, in milliseconds. */
export function durationUpTo(most: string): z.ZodType<number, string> {
  return read(`0, or a duration of at most ${most}`, (text) => {
    const ms = text === "0" ? 0 : parseDuration(text);
    return ms !== undefined && ms % 1000 === 0 && ms <= (parseDuration(most) ?? 0) ? ms : undefined;
  });
}

/** Where the server is reached, checked as OAuth checks it. */
export const issuerUrl = read(
  "a URL such as https://inventory.example.com or https://example.com/ipam: https unless it is this machine, and nothing after " +
    "its path",
  (text) => IssuerUrl.safeParse(text).data,
);

/** Path of a file that can be read. */
export const readableFile = read("the path of a readable file", (text) => {
  try {
    accessSync(text, constants.R_OK);
    return text;
  } catch {
    return undefined;
  }
});

/** Id of a scanner; whether there is one is known when the plugins are. */
export const scannerId = read("the id of a scanner, such as connect or nmap", (text) =>
  /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(text.toLowerCase()) ? text.toLowerCase() : undefined,
);
