import { isIP, isIPv6 } from "node:net";
import type snmp from "net-snmp";
import type { Session, User, Varbind as LibraryVarbind } from "net-snmp";
import { realTimers } from "@cadastre/inventory-core/scanning";
import type { DeviceBudget } from "./device-budget.ts";
import { GuardedSocket } from "./guarded-socket.ts";
import { mayAnswer } from "./message-guard.ts";
import { SnmpFailure } from "./snmp-failure.ts";
import type { AuthProtocol, PrivProtocol, SnmpCredentials, SnmpTarget } from "./snmp-target.ts";

type Library = typeof snmp;

/** A device may take so long for one response. */
export const REQUEST_TIMEOUT_MS = 1000;
/** Datagrams of one request: finding the engine, the request, and both again after a report that the time is another one. */
const MAX_DATAGRAMS_A_REQUEST = 5;

/** noAccess and authorizationError (RFC 3416 §3). */
const REFUSING_STATUSES: ReadonlySet<number | undefined> = new Set([6, 16]);
/** Codes of the library: what cannot be decrypted, a wrong signature, a report instead of a response. */
const REFUSING_CODES: ReadonlySet<number | undefined> = new Set([4, 5, 11]);

const AUTH = { sha: "sha", sha224: "sha224", sha256: "sha256", sha384: "sha384", sha512: "sha512" } as const satisfies Record<
  AuthProtocol,
  keyof Library["AuthProtocols"]
>;
const PRIV = { aes: "aes", aes256: "aes256b", "aes256-cisco": "aes256r" } as const satisfies Record<
  PrivProtocol,
  keyof Library["PrivProtocols"]
>;

/** A variable of a device: its object id as dotted numbers, and what it holds. */
export interface Varbind {
  readonly oid: string;
  readonly value: Buffer | number | string | null;
}

/** A request is made so often: datagrams are lost. */
const MAX_ATTEMPTS = 3;

/** Asks again where the device does not respond in time. @param ask is given the number of the attempt, from 0 @throws SnmpFailure */
export async function timesOver<T>(ask: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await ask(attempt);
    } catch (error) {
      if (!(error instanceof SnmpFailure) || error.reason !== "timeout" || attempt === MAX_ATTEMPTS - 1) throw error;
    }
  }
}

/** One device, asked one thing at a time. Its errors are {@link SnmpFailure}, and hold nothing of what was sent. */
export class SnmpSession implements Disposable {
  readonly #library: Library;
  readonly #budget: DeviceBudget;
  readonly #signal: AbortSignal;
  readonly #session: Session;
  readonly #onAbort: () => void;
  readonly #ended: Promise<never>;
  #end: (reason: unknown) => void = () => {};
  #datagrams = 0;
  #isClosed = false;

  private constructor(library: Library, target: SnmpTarget, budget: DeviceBudget, signal: AbortSignal) {
    this.#library = library;
    this.#budget = budget;
    this.#signal = signal;
    this.#ended = new Promise((_, reject) => (this.#end = reject));
    this.#ended.catch(() => {});
    this.#session = this.#open(target);
    this.#onAbort = (): void => this.#stop(signal.reason);
    signal.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** @throws what the signal aborted with, TypeError for a target whose address is none */
  static async open(target: SnmpTarget, budget: DeviceBudget, signal: AbortSignal): Promise<SnmpSession> {
    if (isIP(target.address) === 0) throw new TypeError(`${target.name} has no IP address`);
    // Only who asks by SNMP waits for the library.
    const { default: library } = await import("net-snmp");
    signal.throwIfAborted();
    return new SnmpSession(library, target, budget, signal);
  }

  #open({ address, port, credentials }: SnmpTarget): Session {
    const guard = {
      address,
      port,
      accept: (bytes: Buffer): boolean => {
        this.#budget.takeBytes(bytes.length);
        return mayAnswer(bytes, credentials);
      },
      sending: (): void => {
        this.#datagrams += 1;
        if (this.#datagrams > MAX_DATAGRAMS_A_REQUEST) throw new SnmpFailure("refused");
      },
      fail: (failure: SnmpFailure): void => this.#stop(failure),
    };
    const options = {
      port,
      transport: isIPv6(address) ? ("udp6" as const) : ("udp4" as const),
      // Who walks a table asks again, for less.
      retries: 0,
      timeout: REQUEST_TIMEOUT_MS,
      dgramModule: { createSocket: () => new GuardedSocket(guard) },
    };
    const session =
      credentials.version === "2c"
        ? this.#library.createSession(address, credentials.community, { ...options, version: this.#library.Version2c })
        : this.#library.createV3Session(address, this.#userOf(credentials), {
            ...options,
            version: this.#library.Version3,
            context: credentials.context,
          });
    // What cannot be read is no response: the request runs out.
    session.on("error", () => {});
    return session;
  }

  #userOf({ username: name, authProtocol, authKey, privacy }: Extract<SnmpCredentials, { version: "3" }>): User {
    const { AuthProtocols, PrivProtocols, SecurityLevel } = this.#library;
    const authentication = { name, authProtocol: AuthProtocols[AUTH[authProtocol]], authKey };
    if (privacy === undefined) return { ...authentication, level: SecurityLevel.authNoPriv };
    return {
      ...authentication,
      level: SecurityLevel.authPriv,
      privProtocol: PrivProtocols[PRIV[privacy.protocol]],
      privKey: privacy.key,
    };
  }

  /** Variables by their object ids; those that the device does not have are left out. @throws SnmpFailure */
  async get(oids: readonly string[]): Promise<readonly Varbind[]> {
    return await timesOver(async () => await this.#ask((done) => this.#session.get([...oids], (error, found) => done(error, found))));
  }

  /** Up to `most` variables after an object id; fewer at the end of all. @throws SnmpFailure */
  async after(oid: string, most: number): Promise<readonly Varbind[]> {
    return await this.#ask((done) =>
      this.#session.getBulk([oid], 0, most, (error, varbinds) => done(error, (varbinds ?? []).flat().slice(0, most))),
    );
  }

  /** Nothing is sent after it. */
  [Symbol.dispose](): void {
    this.#stop(new SnmpFailure("out-of-time"));
  }

  async #ask(send: (done: (error: Error | null, varbinds?: readonly LibraryVarbind[]) => void) => void): Promise<readonly Varbind[]> {
    this.#signal.throwIfAborted();
    this.#budget.checkTime();
    this.#datagrams = 0;
    const response = new Promise<readonly LibraryVarbind[]>((resolve, reject) =>
      send((error, varbinds = []) => (error === null || error === undefined ? resolve(varbinds) : reject(this.#failureOf(error)))),
    );
    // The device may take no longer, whatever it does with one request.
    const late = new Promise<never>((_, reject) => {
      const timer = realTimers.setTimeout(() => reject(new SnmpFailure("out-of-time")), this.#budget.leftMs);
      void response.catch(() => {}).finally(() => realTimers.clearTimeout(timer));
      void this.#ended.catch(() => realTimers.clearTimeout(timer));
    });
    const varbinds = await Promise.race([response, late, this.#ended]);
    return varbinds
      .filter((varbind) => !this.#library.isVarbindError(varbind))
      .map(({ oid, value }) => ({ oid: String(oid), value: value as Varbind["value"] }));
  }

  /** The library's errors hold communities, keys and what the device sent: only their kind goes on. */
  #failureOf(error: Error): SnmpFailure {
    if (error instanceof SnmpFailure) return error;
    const { name, status, code } = error as Error & { readonly status?: number; readonly code?: number };
    if (name === "RequestTimedOutError") return new SnmpFailure("timeout");
    const isRefusal =
      name === "RequestFailedError" ? REFUSING_STATUSES.has(status) : name === "ResponseInvalidError" && REFUSING_CODES.has(code);
    return new SnmpFailure(isRefusal ? "refused" : "malformed");
  }

  #stop(reason: unknown): void {
    this.#end(reason);
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#signal.removeEventListener("abort", this.#onAbort);
    this.#session.close();
  }
}
