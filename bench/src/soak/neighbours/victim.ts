import { setTimeout as sleep } from "node:timers/promises";
import { type KeptRequest, KeptSender } from "../../http/kept-sender.ts";
import type { Account } from "./accounts.ts";

/** What a user who does ordinary work saw in one phase. */
export interface VictimReading {
  readonly requests: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** The longest sign-in, which is most of all the comparison of a password; undefined when there was none. */
  readonly signInMs: number | undefined;
  /** Answers that the user should not have got, each with how often. */
  readonly wrong: Readonly<Record<string, number>>;
}

const LOGIN = "/api/auth/login";
const CONNECTIONS = 6;
const WORKERS = 3;
/** Between two requests of a worker. */
const PACE_MS = 15;
const TIMEOUT_MS = 60_000;

/** Records that the user works on. */
export interface VictimPlace {
  readonly deviceId: string;
  readonly networkId: string;
  readonly poolId: string;
}

const rounded = (ms: number): number => Math.round(ms * 10) / 10;

/** A user who looks things up, changes them, signs in and watches the health of the server, one step after the other. */
export class Victim {
  readonly #sender: KeptSender;
  readonly #account: Account;
  readonly #address: string;
  readonly #place: VictimPlace;
  #steps = 0;

  /** @param address the one that the user comes from; signing in from it makes it known */
  constructor(url: string, account: Account, address: string, place: VictimPlace) {
    this.#sender = new KeptSender(url, CONNECTIONS, TIMEOUT_MS);
    this.#account = account;
    this.#address = address;
    this.#place = place;
  }

  async signIn(): Promise<number> {
    return (await this.#sender.send(this.#login())).status ?? 0;
  }

  /** Works until `ms` have passed. */
  async work(ms: number): Promise<VictimReading> {
    const times: number[] = [];
    const signIns: number[] = [];
    const wrong: Record<string, number> = {};
    const end = performance.now() + ms;
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        while (performance.now() < end) {
          const request = this.#next();
          const begun = performance.now();
          const { status, why } = await this.#sender.send(request);
          const took = performance.now() - begun;
          times.push(took);
          if (request.path === LOGIN) signIns.push(took);
          if (status === null || status >= 400) {
            const what = `${request.method} ${request.path.split("?")[0]}: ${status ?? why}`;
            wrong[what] = (wrong[what] ?? 0) + 1;
          }
          await sleep(PACE_MS);
        }
      }),
    );
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number): number => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
    return {
      requests: times.length,
      p50Ms: at(0.5),
      p99Ms: at(0.99),
      signInMs: signIns.length === 0 ? undefined : rounded(Math.max(...signIns)),
      wrong,
    };
  }

  close(): void {
    this.#sender.close();
  }

  #next(): KeptRequest {
    this.#steps += 1;
    const { deviceId, networkId, poolId } = this.#place;
    const get = (path: string): KeptRequest => ({ method: "GET", path, headers: this.#headers() });
    const change = (method: string, path: string, body: object): KeptRequest => ({
      method,
      path,
      headers: { ...this.#headers(), "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    switch (this.#steps % 12) {
      case 0:
        return get("/api/auth/me");
      case 1:
        return get("/readyz");
      case 2:
        return get("/healthz");
      case 3:
        return get(`/api/networks/${networkId}`);
      case 4:
        return get("/api/networks");
      case 5:
        return get(`/api/pools/${poolId}/next-ip`);
      case 6:
        return change("PUT", `/api/devices/${deviceId}`, { description: `step ${this.#steps}` });
      case 7:
        return change("POST", "/api/devices", { name: `victim ${this.#steps}` });
      case 8:
        return get(`/api/networks/${networkId}/utilization`);
      case 9:
        // Once in a while: there is a limit on sign-ins.
        return this.#steps % 240 === 9 ? this.#login() : get(`/api/devices/${deviceId}`);
      default:
        return get(`/api/devices/${deviceId}`);
    }
  }

  #headers(): Record<string, string> {
    return { authorization: this.#account.authorization, "x-forwarded-for": this.#address };
  }

  #login(): KeptRequest {
    const { username, password } = this.#account;
    return {
      method: "POST",
      path: LOGIN,
      headers: { "content-type": "application/json", "x-forwarded-for": this.#address },
      body: JSON.stringify({ username, password }),
    };
  }
}
