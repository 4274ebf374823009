import { Client, type ClientConfig } from "pg";
import { errorChain } from "../../opening/retry.ts";
import type { OpenFailure } from "../../storage-errors.ts";
import { connectionTarget } from "../connection/connection-target.ts";
import type { PostgresqlPool } from "../connection/given-pool.ts";
import { NoServer } from "../connection/connect-to-server.ts";
import { postgresqlUnavailable } from "../postgresql-failures.ts";

/** What a URL names, with what the environment (PGHOST …) and the defaults add. */
interface Target {
  /** `db.example.com:5432`, or the folder of a socket. */
  readonly place: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly role: string;
}

function targetOf(from: string | PostgresqlPool): Target {
  try {
    const hosts = typeof from === "string" ? connectionTarget(from).hosts : [];
    const config = typeof from === "string" ? { connectionString: hosts[0]?.url ?? from } : (from.options as ClientConfig);
    const { host, port, database = "", user = "" } = new Client(config);
    const one = host.startsWith("/") ? host : `${host.includes(":") ? `[${host}]` : host}:${port}`;
    return { place: hosts.length > 1 ? hosts.map(({ name }) => name).join(" or ") : one, host, port, database, role: user };
  } catch {
    return { place: "the address of DATABASE_URL", host: "", port: 0, database: "", role: "" };
  }
}

type Explain = (target: Target, said: string) => OpenFailure;

const identifier = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`);

const noDatabase: Explain = ({ place, database, role }) => ({
  problem: `the database ${database} does not exist at ${place}`,
  advice:
    `make it there with create database ${identifier(database)} owner ${identifier(role)} encoding 'UTF8' template template0, or ` +
    `correct DATABASE_URL`,
});
const wrongPassword: Explain = ({ place, role }) => ({
  problem: `PostgreSQL at ${place} refused the password of the role ${role}`,
  advice:
    `correct it in DATABASE_URL (what is not a letter or digit is written as % and two hex digits), or set it there with alter role ` +
    `${identifier(role)} password '…'`,
});
const noPassword: Explain = ({ place, role }) => ({
  problem: `PostgreSQL at ${place} requires a password for the role ${role}, and DATABASE_URL has none`,
  advice: "put it into DATABASE_URL, or set DATABASE_URL_FILE to a file with the whole URL",
});
const wantsTls: Explain = ({ place, role, database }) => ({
  problem: `PostgreSQL at ${place} lets ${role} into ${database} by TLS only`,
  advice: "add ?sslmode=verify-full to DATABASE_URL (with &sslrootcert=FILE for an authority of your own)",
});
const noTls: Explain = ({ place }) => ({
  problem: `PostgreSQL at ${place} speaks no TLS, which sslmode in DATABASE_URL asks for`,
  advice: "turn it on there (ssl = on), or remove sslmode where the network is trusted",
});
const badCertificate: Explain = ({ place }, said) => ({
  problem: `the certificate of PostgreSQL at ${place} is not trusted (${said})`,
  advice: "add &sslrootcert=FILE with the certificate of its authority to DATABASE_URL, and use a host name that the certificate has",
});
const notLetIn: Explain = ({ place, role, database }, said) => ({
  problem: `PostgreSQL at ${place} does not let the role ${role} into the database ${database} (${said})`,
  advice:
    `make the role with create role ${identifier(role)} login password '…', and let it in by a line of pg_hba.conf; or correct ` +
    `DATABASE_URL`,
});
const noConnect: Explain = ({ place, role, database }) => ({
  problem: `the role ${role} may not connect to the database ${database} at ${place}`,
  advice: `grant connect on database ${identifier(database)} to ${identifier(role)}`,
});
const unknownHost: Explain = ({ host }) => ({
  problem: `the host ${host} of DATABASE_URL is not known here`,
  advice: "correct the name, or look at the name servers of this machine",
});
const refusedThere: Explain = ({ place }) => ({
  problem: `nothing listens at ${place}`,
  advice:
    "start PostgreSQL there; let it listen beyond localhost when it is on another machine (listen_addresses); or correct host and " +
    "port in DATABASE_URL",
});
const noSocket: Explain = ({ host, port }) => ({
  problem: `PostgreSQL has no socket at ${host}/.s.PGSQL.${port}`,
  advice: "start PostgreSQL, or correct host and port in DATABASE_URL",
});
const silent: Explain = ({ place }) => ({
  problem: `${place} does not answer`,
  advice: "look whether the machine runs, and whether a firewall is between; or correct host and port in DATABASE_URL",
});
const full: Explain = ({ place }, said) => ({
  problem: `PostgreSQL at ${place} has no connection left (${said})`,
  advice: "raise max_connections there, or lower DATABASE_CONNECTIONS and DATABASE_LIST_CONNECTIONS of the servers that share it",
});

/** By the code of a failure: of PostgreSQL, of the system, or of TLS. */
const BY_CODE: Readonly<Record<string, Explain>> = {
  "3D000": noDatabase,
  "28P01": wrongPassword,
  "53300": full,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  ECONNREFUSED: refusedThere,
  ENOENT: noSocket,
  ETIMEDOUT: silent,
  EHOSTUNREACH: silent,
  ENETUNREACH: silent,
  DEPTH_ZERO_SELF_SIGNED_CERT: badCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: badCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: badCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: badCertificate,
  ERR_TLS_CERT_ALTNAME_INVALID: badCertificate,
  CERT_HAS_EXPIRED: badCertificate,
};

/** By what is said, where the code says less or there is none. */
const BY_SENTENCE: readonly (readonly [RegExp, Explain])[] = [
  [/no pg_hba\.conf entry .*no encryption|SSL (connection )?(is )?required/i, wantsTls],
  [/^no such database|database .* does not exist/i, noDatabase],
  [/^permission denied for database/i, noConnect],
  [/does not support SSL connections/i, noTls],
  [/client password must be a string|no password supplied/i, noPassword],
  [/timeout expired|timeout exceeded when trying to connect|connection timed out/i, silent],
];

/** Why no connection came about, or the database may not be used, and what to do; undefined when the failure is of another kind. */
export function connectionFailure(from: string | PostgresqlPool, error: unknown): OpenFailure | undefined {
  const target = targetOf(from);
  if (error instanceof NoServer && (error.refusals.length > 1 || error.cause === undefined)) {
    return { problem: error.message, advice: "start one of them, or let one take writes; or correct the hosts in DATABASE_URL" };
  }
  // Of the only host there is, what it said tells more.
  const said = error instanceof NoServer ? error.cause : error;
  for (const { code, message } of errorChain(said)) {
    const text = typeof message === "string" ? message : "";
    const explain =
      BY_SENTENCE.find(([pattern]) => pattern.test(text))?.[1] ??
      (typeof code === "string" ? (BY_CODE[code] ?? (code.startsWith("28") ? notLetIn : undefined)) : undefined);
    if (explain !== undefined) return explain(target, text);
  }
  const reason = postgresqlUnavailable(said);
  return reason === undefined
    ? undefined
    : { problem: `${reason} (PostgreSQL at ${target.place})`, advice: "see the log of PostgreSQL, and start again" };
}
