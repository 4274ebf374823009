import type { IncomingMessage } from "node:http";
import type { ClientAddresses } from "../request/client-address.ts";
import { HEALTH_PATH, READINESS_PATH } from "../openapi/system-paths.ts";

/** Segments of letters, digits, dots, hyphens, underscores and tildes, none of them a step in a tree: `/ipam`, `/tools/ipam`. */
export const BASE_PATH_FORM = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~-]+)*$/;

/** Paths that probes of the machine ask for, whatever the world calls the server. */
const FOR_PROBES: ReadonlySet<string> = new Set([HEALTH_PATH, READINESS_PATH]);

/** Where requests go that are not under the base path. */
export const OUTSIDE_PATH = "/.outside";

/** The query there of who asked for the root of the host. */
export const AT_ROOT = "?root";

/** Metadata of what lies at a path is between the host and that path (RFC 8414 §3.1, RFC 9728 §3.1). */
const WELL_KNOWN = /^(\/\.well-known\/[^/?]+)(\/.*)$/;

/** Some clients send the whole URL (RFC 9112 §3.2.2). */
const ABSOLUTE = /^https?:\/\/[^/?#]*/i;

/** Takes the path under which the world sees the server off the paths of requests, so that nothing behind it knows of one. */
export class BasePath {
  readonly path: string;
  readonly #addresses: ClientAddresses;

  /** @param path without a slash at its end; "" for none */
  constructor(path: string, addresses: ClientAddresses) {
    this.path = path;
    this.#addresses = addresses;
  }

  /** The target of a request as the routes have it. */
  targetOf({ url = "/", headers, socket }: Pick<IncomingMessage, "url" | "headers" | "socket">): string {
    return this.inside(url, this.#isStripped(socket.remoteAddress, headers["x-forwarded-prefix"]));
  }

  /**
   * @param url path and query, or a whole URL
   * @param stripped a proxy of ours has taken the base path off already
   */
  inside(url: string, stripped = false): string {
    const target = url.replace(ABSOLUTE, "");
    const rest = this.#without(target);
    if (rest !== undefined) return rest;
    const end = target.search(/[?#]/);
    if (stripped || FOR_PROBES.has(end === -1 ? target : target.slice(0, end))) return target;
    const [, name, after = ""] = WELL_KNOWN.exec(target) ?? [];
    const suffix = name === undefined ? undefined : this.#without(after);
    if (suffix !== undefined) return `${name}${suffix === "/" ? "" : suffix.replace(/^\/(?=\?)/, "")}`;
    return target === "/" ? OUTSIDE_PATH + AT_ROOT : OUTSIDE_PATH;
  }

  /** Whether a proxy of ours says that it took the base path off (X-Forwarded-Prefix). */
  #isStripped(peer: string | undefined, prefix: string | string[] | undefined): boolean {
    return typeof prefix === "string" && prefix.trim().replace(/\/+$/, "") === this.path && this.#addresses.trusts(peer);
  }

  /** What follows the base path, with a slash first; undefined for a path that is not under it. */
  #without(target: string): string | undefined {
    if (!target.startsWith(this.path)) return undefined;
    const rest = target.slice(this.path.length);
    if (rest === "" || rest.startsWith("?") || rest.startsWith("#")) return `/${rest}`;
    return rest.startsWith("/") ? rest : undefined;
  }
}
