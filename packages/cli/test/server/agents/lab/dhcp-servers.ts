import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SEGMENT, SUBNET } from "./site-network.ts";

/** How the leases of a real server are read. */
export type LeaseSourceKind = "isc-dhcpd" | "kea-memfile" | "kea-api";

const PATHS = { ...process.env, PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };
const [FIRST, LAST] = ["10.91.0.5", "10.91.0.9"];
/** Port of Kea's control agent on loopback of the site. */
const CONTROL_PORT = 8000;
const LOGIN = { username: "cadastre", password: "a-secret" };

const HOOK = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib"]
  .map((lib) => `${lib}/kea/hooks/libdhcp_lease_cmds.so`)
  .find((file) => existsSync(file));

const NEEDED: Readonly<Record<LeaseSourceKind, readonly string[]>> = {
  "isc-dhcpd": ["dhcpd"],
  "kea-memfile": ["kea-dhcp4"],
  "kea-api": ["kea-dhcp4", "kea-ctrl-agent"],
};

/** What is not installed of all that a kind is tried with. */
export function missingFor(kind: LeaseSourceKind): readonly string[] {
  const programs = ["dhclient", "openssl", ...NEEDED[kind]];
  const missing = programs.filter((program) => spawnSync("sh", ["-c", `command -v ${program}`], { env: PATHS }).status !== 0);
  return kind === "kea-api" && HOOK === undefined ? [...missing, "Kea's hook of lease commands"] : missing;
}

/** A DHCP server of the site. */
export interface DhcpServer {
  /** Where its leases are written. */
  readonly file: string;
  /** How a lease source reads it. */
  readonly source: Readonly<Record<string, unknown>>;
}

/** Starts a program in a namespace; it ends with the namespaces of the lab. */
export const startWithin = (name: string, command: string, args: readonly string[], environment = {}): ChildProcess =>
  spawn("ip", ["netns", "exec", name, command, ...args], { env: { ...PATHS, ...environment }, stdio: ["ignore", "ignore", "inherit"] });

/** Starts a real server on the segment of the site. @param folder of its files */
export function startDhcpServer(kind: LeaseSourceKind, folder: string): DhcpServer {
  if (kind !== "isc-dhcpd") return startKea(kind, folder);
  const file = join(folder, "dhcpd.leases");
  writeFileSync(file, "");
  const subnet = `subnet 10.91.0.0 netmask 255.255.255.240 { range ${FIRST} ${LAST}; }`;
  writeFileSync(join(folder, "dhcpd.conf"), `authoritative; ping-check false; max-lease-time 600;\n${subnet}\n`);
  startWithin("site", "dhcpd", ["-4", "-f", "-q", "--no-pid", "-cf", join(folder, "dhcpd.conf"), "-lf", file, SEGMENT]);
  return { file, source: { type: kind, path: file } };
}

function startKea(kind: "kea-memfile" | "kea-api", folder: string): DhcpServer {
  const file = join(folder, "kea-leases4.csv");
  const logs = { severity: "ERROR", output_options: [{ output: "stderr" }] };
  const control = { "socket-type": "unix", "socket-name": join(folder, "dhcp4.sock") };
  const environment = { KEA_LOCKFILE_DIR: "none", KEA_PIDFILE_DIR: folder };
  const start = (program: string, name: string, config: object): void => {
    writeFileSync(join(folder, `${program}.json`), JSON.stringify({ [name]: { ...config, loggers: [{ name: program, ...logs }] } }));
    startWithin("site", program, ["-c", join(folder, `${program}.json`)], environment);
  };
  start("kea-dhcp4", "Dhcp4", {
    "interfaces-config": { interfaces: [SEGMENT] },
    "lease-database": { type: "memfile", persist: true, name: file, "lfc-interval": 0 },
    "valid-lifetime": 600,
    subnet4: [{ id: 1, subnet: SUBNET, pools: [{ pool: `${FIRST} - ${LAST}` }] }],
    ...(kind === "kea-api" ? { "control-socket": control, "hooks-libraries": [{ library: HOOK }] } : {}),
  });
  if (kind === "kea-memfile") return { file, source: { type: kind, path: file } };
  start("kea-ctrl-agent", "Control-agent", {
    "http-host": "127.0.0.1",
    "http-port": CONTROL_PORT,
    authentication: { type: "basic", realm: "kea", clients: [{ user: LOGIN.username, password: LOGIN.password }] },
    "control-sockets": { dhcp4: control },
  });
  return { file, source: { type: kind, url: `http://127.0.0.1:${CONTROL_PORT}/`, ...LOGIN } };
}
