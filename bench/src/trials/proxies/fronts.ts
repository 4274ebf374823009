import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Certificates } from "./certificates.ts";

const CONFIGS = fileURLToPath(new URL("../../../../packages/cli/deploy/", import.meta.url));

/** What a configuration is filled in with. */
export interface Place {
  readonly port: number;
  readonly server: number;
  readonly basePath: string;
  readonly certificates: Certificates;
  /** In place of 300s, so that a trial sees them run out. */
  readonly idleSeconds?: number;
}

/** A proxy that can be started with the configuration that users copy. */
export interface Front {
  readonly name: string;
  /** Name of its file in packages/cli/deploy. */
  readonly config: string;
  /** What the file says of its port. */
  readonly port: (port: number) => readonly [string, string];
  /** Whether it gives up on connections that are silent. */
  readonly hasIdleTimeouts: boolean;
  /** Whether it serves any name. */
  readonly servesAnyName: boolean;
  /** Writes what is around the file, where the system would have it. @returns arguments of the program */
  readonly arrange: (config: string, folder: string) => Promise<readonly string[]>;
}

export const NGINX: Front = {
  name: "nginx",
  config: "nginx.conf",
  port: (port) => ["listen 443 ", `listen ${port} `],
  hasIdleTimeouts: true,
  servesAnyName: true,
  arrange: async (config, folder) => {
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((name) => `${name}_temp_path ${join(folder, name)};`)
      .join(" ");
    const main = join(folder, "main.conf");
    // What the file of the distribution has around conf.d.
    await writeFile(main, `pid ${join(folder, "nginx.pid")};\nevents {}\nhttp { ${temporary} access_log off; include ${config}; }\n`);
    return ["-c", main, "-p", folder, "-e", "stderr", "-g", "daemon off; master_process off;"];
  },
};

export const CADDY: Front = {
  name: "caddy",
  config: "Caddyfile",
  port: (port) => ["example.com:443", `example.com:${port}`],
  hasIdleTimeouts: false,
  servesAnyName: false,
  arrange: async (config, folder) => {
    const outer = join(folder, "outer");
    // Its own: no port of control, no port 80 for redirects.
    await writeFile(outer, `{\n\tadmin off\n\tauto_https disable_redirects\n}\nimport ${config}\n`);
    return ["run", "--adapter", "caddyfile", "--config", outer];
  },
};

export const HAPROXY: Front = {
  name: "haproxy",
  config: "haproxy.cfg",
  port: (port) => ["bind :443", `bind :${port}`],
  hasIdleTimeouts: true,
  servesAnyName: true,
  arrange: (config) => Promise.resolve(["-db", "-f", config]),
};

/** The file as users have it, with ports, paths and certificates of the trial. @throws when it does not say what is to be replaced */
async function filledIn(front: Front, { port, server, basePath, certificates, idleSeconds }: Place): Promise<string> {
  let text = await readFile(join(CONFIGS, front.config), "utf8");
  const replace = (from: string, to: string): void => {
    if (!text.includes(from)) throw new Error(`${front.config} does not say ${from}`);
    text = text.replaceAll(from, to);
  };
  replace(...front.port(port));
  replace("127.0.0.1:8080", `127.0.0.1:${server}`);
  for (const [name, file] of [
    ["cert.pem", certificates.certificate],
    ["key.pem", certificates.key],
    ["cert-and-key.pem", certificates.both],
  ] as const) {
    if (text.includes(`/etc/ssl/cadastre/${name}`)) replace(`/etc/ssl/cadastre/${name}`, file);
  }
  if (basePath !== "") {
    // The line that the file offers for a base path takes the place of the one below it.
    const offered = /^(\s*)# .*With BASE_PATH=\/ipam instead: (.+)\n.*$/m;
    if (!offered.test(text)) throw new Error(`${front.config} does not say what a base path needs`);
    text = text.replace(offered, (_, margin: string, line: string) => margin + line.replaceAll("/ipam", basePath));
  }
  if (idleSeconds !== undefined) replace("300s", `${idleSeconds}s`);
  return text;
}

/** Starts a proxy, and waits until its port takes connections. @returns stops it. @throws with what it said when it ends */
export async function startFront(front: Front, program: string, folder: string, place: Place): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true });
  const config = join(folder, front.config);
  await writeFile(config, await filledIn(front, place));
  const child = spawn(program, [...(await front.arrange(config, folder))], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => (said = (said + part).slice(-10_000)));
  const ended = once(child, "close");
  await Promise.race([listens(place.port, child), ended.then(() => Promise.reject(new Error(`${front.name} ended: ${said}`)))]);
  return async () => {
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), 3_000);
    await ended;
    clearTimeout(late);
  };
}

/** Asks again until somebody takes a connection, as long as the process lives. */
async function listens(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, "127.0.0.1");
    const taken = await Promise.race([once(socket, "connect").then(() => true), once(socket, "error").then(() => false)]).catch(
      () => false,
    );
    socket.destroy();
    if (taken) return;
    await delay(50);
  }
}
