/** A server that a database URL names. */
export interface DatabaseHost {
  /** `db1.example.com:5432`, `[2001:db8::5]:5432` or `/run/postgresql:5432`, for people. */
  readonly name: string;
  /** The URL with this host alone, as the driver takes it. It may have the password. */
  readonly url: string;
}

/** What a database URL says: which servers, in which order, and which of them will do. */
export interface ConnectionTarget {
  /** Hosts in the order in which they are tried. */
  readonly hosts: readonly DatabaseHost[];
  /** `any` still prefers a server that takes writes. */
  readonly wants: "any" | "read-write" | "primary";
  /** Whether the hosts are tried in a random order. */
  readonly balances: boolean;
  /** Milliseconds that one host is given to answer. */
  readonly connectTimeoutMs: number;
  /** Name of the database. */
  readonly database: string;
  /** Whether the URL names a password. */
  readonly hasPassword: boolean;
  /** The URL with `***` for the password. */
  readonly description: string;
}

/** A database URL that cannot be used. Its sentence goes on after "must be", and has nothing of a password. */
export class BadTarget extends Error {}

const CONNECT_TIMEOUT_MS = 5_000;
const DEFAULT_PORT = "5432";
const HIDDEN = "***";

/** scheme, user and password, hosts, path, query. */
const FORM = /^(postgres(?:ql)?):\/\/(?:([^/?#]*)@)?([^@/?#]*)(\/[^/?#][^?#]*)(?:\?([^#]*))?$/;
const AUTHORITY_HOST = /^(\[[^[\]]+\]|[^:[\]]+)(?::(\d*))?$/;

/** What libpq takes beside those that we do, and why it is of no use here. */
const SERVERS_WITHOUT_WRITES = new Set(["read-only", "standby", "prefer-standby"]);

/** Parameters that are ours to follow: the driver of one host knows none of them. */
const OWN = ["target_session_attrs", "load_balance_hosts", "connect_timeout"];

/**
 * Reads a database URL as libpq does: one host or several with commas between, each with a port of its own or without,
 * in the authority or as `host=` and `port=`; `target_session_attrs`, `load_balance_hosts` and `connect_timeout`.
 *
 * @throws BadTarget
 */
export function connectionTarget(text: string): ConnectionTarget {
  const [, scheme, credentials, authority = "", path = "", query = ""] = FORM.exec(text) ?? [];
  if (scheme === undefined)
    throw new BadTarget(
      "postgresql://user:password@host:port/database, or with several hosts postgresql://user:password@host1:port1,host2:port2/database",
    );
  if (credentials === undefined && path.includes("@"))
    throw new BadTarget("a URL that has the marks / ? # of a user or password written as %2F, %3F and %23");
  const params = new URLSearchParams(query);
  const prefix = `${scheme}://${credentials === undefined ? "" : `${credentials}@`}`;
  const places = placesOf(authority, params);
  // The URL of a single host is left as it is.
  const hosts =
    places.length < 2
      ? [{ name: nameOf(places[0]), url: text }]
      : places.map((place) => ({ name: nameOf(place), url: urlOf(prefix, place, path, params) }));
  // Nothing of the text is repeated: where a mark of its form is missing, any part of it may be a password.
  for (const [index, { url }] of hosts.entries())
    if (!URL.canParse(url)) throw new BadTarget(`a URL that names hosts by name or address; host ${index + 1} is neither`);
  return {
    hosts,
    wants: wantedOf(params.get("target_session_attrs") ?? "any"),
    balances: wordOf(params, "load_balance_hosts", ["disable", "random"]) === "random",
    connectTimeoutMs: timeoutOf(params.get("connect_timeout")),
    database: decoded(path.slice(1)),
    hasPassword: credentials?.includes(":") === true || params.has("password"),
    description: described(scheme, credentials, authority, path, params),
  };
}

interface Place {
  readonly host: string;
  readonly port: string | undefined;
}

function placesOf(authority: string, params: URLSearchParams): readonly Place[] {
  const named = params.get("host");
  const ports = params.get("port")?.split(",");
  const places = named === null ? inAuthority(authority) : named.split(",").map((host) => ({ host, port: undefined }));
  if (places.some(({ host }) => host === "")) throw new BadTarget("a URL that names every host: one between two commas is empty");
  if (ports !== undefined && ports.length > 1 && ports.length !== places.length) {
    throw new BadTarget(
      `a URL that has one port for all hosts or one for each: there are ${places.length} hosts and ${ports.length} ports`,
    );
  }
  return places.map(({ host, port }, index) => ({
    host,
    port: checkedPort(ports === undefined ? port : ports.length === 1 ? ports[0] : ports[index]),
  }));
}

function inAuthority(authority: string): readonly Place[] {
  if (authority === "") return [];
  return authority.split(",").map((part, index) => {
    if (part === "") return { host: "", port: undefined };
    const [, host, port] = AUTHORITY_HOST.exec(part) ?? [];
    if (host === undefined)
      throw new BadTarget(
        `a URL that has host or host:port between commas, and an IPv6 address in [brackets]; host ${index + 1} is neither`,
      );
    return { host: decoded(host), port };
  });
}

function checkedPort(port: string | undefined): string | undefined {
  if (port === undefined || port === "") return undefined;
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > 65_535) throw new BadTarget("a URL that has ports from 1 to 65535");
  return port;
}

/** The driver takes these from the environment too, where the URL does not say. */
function nameOf(place: Place | undefined): string {
  return `${place?.host ?? process.env["PGHOST"] ?? "localhost"}:${place?.port ?? process.env["PGPORT"] ?? DEFAULT_PORT}`;
}

/** The URL of one of several hosts. A host in the query is taken before that of the authority, and may be a folder of sockets. */
function urlOf(prefix: string, { host, port }: Place, path: string, params: URLSearchParams): string {
  const rest = new URLSearchParams(params);
  for (const name of [...OWN, "host", "port"]) rest.delete(name);
  const isFolder = host.startsWith("/");
  if (isFolder) rest.set("host", host);
  const authority = `${isFolder ? "localhost" : host}:${port ?? process.env["PGPORT"] ?? DEFAULT_PORT}`;
  return `${prefix}${authority}${path}${rest.size === 0 ? "" : `?${rest.toString()}`}`;
}

function wantedOf(attributes: string): ConnectionTarget["wants"] {
  if (attributes === "any" || attributes === "read-write" || attributes === "primary") return attributes;
  const why = SERVERS_WITHOUT_WRITES.has(attributes)
    ? `; ${attributes} asks for a server that may take no writes, and this program writes`
    : "";
  throw new BadTarget(`a URL that has target_session_attrs any, read-write or primary${why}`);
}

function wordOf(params: URLSearchParams, name: string, words: readonly string[]): string | undefined {
  const value = params.get(name);
  if (value !== null && !words.includes(value)) throw new BadTarget(`a URL that has ${name} ${words.join(" or ")}`);
  return value ?? undefined;
}

/** Seconds, as libpq has them; 0 is no limit there, and ours here. */
function timeoutOf(seconds: string | null): number {
  if (seconds === null) return CONNECT_TIMEOUT_MS;
  if (!/^\d{1,5}$/.test(seconds)) throw new BadTarget("a URL that has connect_timeout in whole seconds");
  return Number(seconds) === 0 ? CONNECT_TIMEOUT_MS : Number(seconds) * 1000;
}

function described(scheme: string, credentials: string | undefined, authority: string, path: string, params: URLSearchParams): string {
  const shown = new URLSearchParams(params);
  if (shown.has("password")) shown.set("password", HIDDEN);
  const user = credentials === undefined ? "" : `${credentials.replace(/:.*$/s, `:${HIDDEN}`)}@`;
  // Slashes and commas stay as they were typed.
  const query = decodeURIComponent(shown.toString().replaceAll(/%(?!2F|2C|3A)/gi, "%25"));
  return `${scheme}://${user}${authority}${path}${query === "" ? "" : `?${query}`}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
