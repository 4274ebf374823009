import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { SnmpCredentials } from "../../src/session/snmp-target.ts";
import { answers, ended, freePort, KEYS, PATH, tells, version3 } from "./real-agents.ts";

/** Where Debian's package has recordings of real devices. */
export const DEBIAN_RECORDINGS = "/usr/share/doc/snmpsim/examples/data";

export const hasSnmpsim = tells("agent-udpv4-endpoint", "snmpsimd", "--help");

/** Who may read what snmpsim serves: it gives up the rights of root. */
const UNPRIVILEGED = process.getuid?.() === 0 ? ["--process-user=nobody", "--process-group=nogroup"] : [];

/** Recordings of a folder by their names, as functions that read them; none where there is no such folder. */
export function recordingsOf(folder: string): ReadonlyMap<string, () => string> {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    files.flatMap((file) => {
      const [, name] = /^(.*)\.snmprec(?:\.gz)?$/.exec(file) ?? [];
      const read = (): string => {
        const bytes = readFileSync(join(folder, file));
        return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
      };
      return name === undefined ? [] : [[name, read] as const];
    }),
  );
}

/** snmpsim on loopback, with recordings as devices: each has its name as community (version 2c) and as context (version 3). */
export class Snmpsim implements AsyncDisposable {
  /** Name of the recording that is answered to version 3 without a context. */
  static readonly WITHOUT_CONTEXT = "1.3.6.1.6.1.1.0/127.0.0.1";
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(port: number, child: ChildProcess, folder: string) {
    this.port = port;
    this.#child = child;
    this.#folder = folder;
  }

  static async start(recordings: Iterable<readonly [name: string, read: () => string]>): Promise<Snmpsim> {
    const folder = mkdtempSync(join(tmpdir(), "snmpsim-"));
    const data = join(folder, "data");
    for (const one of [data, join(data, dirname(Snmpsim.WITHOUT_CONTEXT)), join(folder, "cache")]) mkdirSync(one);
    for (const one of [folder, join(folder, "cache")]) chmodSync(one, 0o777);
    for (const [name, read] of recordings) writeFileSync(join(data, `${name}.snmprec`), read(), "latin1");
    writeFileSync(join(data, "ready.snmprec"), "1.3.6.1.2.1.1.5.0|4|ready\n");
    const port = await freePort();
    const options = [
      `--data-dir=${data}`,
      `--cache-dir=${join(folder, "cache")}`,
      `--agent-udpv4-endpoint=127.0.0.1:${port}`,
      "--v3-user=cadastre",
      `--v3-auth-key=${KEYS.authKey}`,
      "--v3-auth-proto=SHA256",
      `--v3-priv-key=${KEYS.privKey}`,
      "--v3-priv-proto=AES",
    ];
    const child = spawn("snmpsimd", [...options, ...UNPRIVILEGED], { stdio: "ignore", env: { ...process.env, PATH, HOME: folder } });
    const simulator = new Snmpsim(port, child, folder);
    try {
      await answers(port, { version: "2c", community: "ready" });
    } catch (error) {
      await simulator[Symbol.asyncDispose]();
      throw error;
    }
    return simulator;
  }

  /** How each device is asked, with either version. */
  static credentialsOf(name: string): Readonly<Record<"2c" | "3", SnmpCredentials>> {
    return { "2c": { version: "2c", community: name }, "3": version3({ context: name }) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#child);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
