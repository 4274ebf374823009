import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { KeptSender } from "../../http/kept-sender.ts";
import type { Account } from "./accounts.ts";
import { SlowReader } from "./slow-reader.ts";

/** Where attackers find what they attack. */
export interface AttackPlace {
  readonly url: string;
  /** The address that they share with the victim: behind it is an office. */
  readonly address: string;
  readonly networkId: string;
}

/** What attackers did and were told. */
export interface AttackReport {
  /** Answers by status; 0 for connections that the server closed. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** One kind of attack: it goes on until the signal aborts. */
export interface Attack {
  readonly name: string;
  run(place: AttackPlace, attacker: Account, signal: AbortSignal): Promise<AttackReport>;
}

/** An attack on records that are made for it before the victim works. */
export interface PreparedAttack {
  readonly name: string;
  prepare(place: AttackPlace, attacker: Account): Promise<Attack>;
}

const TIMEOUT_MS = 120_000;
const SECOND_MS = 1000;

class Statuses {
  readonly counts: Record<number, number> = {};

  add(status: number | null): void {
    this.counts[status ?? 0] = (this.counts[status ?? 0] ?? 0) + 1;
  }
}

const headersOf = (place: AttackPlace, attacker: Account): Record<string, string> => ({
  authorization: attacker.authorization,
  "x-forwarded-for": place.address,
});

const slowLists = (name: string, count: number, bytesASecond: number): Attack => ({
  name,
  run: async (place, attacker, signal) => {
    const readers = Array.from(
      { length: count },
      () => new SlowReader(place.url, "/api/devices", headersOf(place, attacker), bytesASecond),
    );
    signal.addEventListener("abort", () => readers.forEach((reader) => reader.stop()), { once: true });
    await Promise.all(readers.map(async (reader) => await reader.run(SECOND_MS)));
    const statuses = new Statuses();
    for (const status of readers.flatMap((reader) => reader.statuses)) statuses.add(status);
    return { statuses: statuses.counts };
  },
});

/** Asks the same over and over, with so many requests in flight. */
const repeated = (
  name: string,
  inFlight: number,
  request: (place: AttackPlace) => {
    readonly method: string;
    readonly path: string;
    readonly body?: Buffer | string;
    /** Media type of the body; JSON unless given. */
    readonly type?: string;
    /** Reads the answer to its end, however long it is. */
    readonly whole?: boolean;
  },
): Attack => ({
  name,
  run: async (place, attacker, signal) => {
    const sender = new KeptSender(place.url, inFlight, TIMEOUT_MS);
    const statuses = new Statuses();
    const headers = { ...headersOf(place, attacker), "content-type": "application/json", accept: "application/json, text/event-stream" };
    const end = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (!signal.aborted) {
          const { type, ...sends } = request(place);
          const sent = sender.send({ ...sends, headers: type === undefined ? headers : { ...headers, "content-type": type } });
          const answer = await Promise.race([sent, end]);
          if (answer === undefined) return;
          statuses.add(answer.status);
          if (answer.status === 429 || answer.status === 503) await Promise.race([sleep(SECOND_MS), end]);
        }
      }),
    );
    sender.close();
    return { statuses: statuses.counts };
  },
});

/** A change of a seventh of the devices that the trial made. */
const changeOfRow = (row: number): object => ({ filter: { tags: [`row-${row}`] }, add_tags: ["attacked"] });

/** Makes a plan that changes two sevenths of the devices, and reads it over and over while others change the inventory. */
const planReads: PreparedAttack = {
  name: "sixteen reads of a large plan at a time",
  prepare: async (place, attacker) => {
    const sender = new KeptSender(place.url, 1, TIMEOUT_MS);
    const headers = { ...headersOf(place, attacker), "content-type": "application/json" };
    const body = JSON.stringify({
      title: "rows",
      steps: [0, 1].map((row) => ({ operation: "devices.bulkUpdate", body: changeOfRow(row) })),
    });
    const { status, body: plan } = await sender.send({ method: "POST", path: "/api/plans", headers, body });
    sender.close();
    // The sender keeps the beginning of an answer.
    const id = /"id":"([^"]+)"/.exec(plan)?.[1];
    if (id === undefined) throw new Error(`the plan was not made: ${status} ${plan}`);
    return repeated("", 16, () => ({ method: "GET", path: `/api/plans/${id}` }));
  },
};

const IMPORT_PATH = "/api/import/plan";
const MEBIBYTE = 1024 ** 2;

/** Sends large bodies but for their last byte, and again what the server ends. */
const stalledUploads: Attack = {
  name: "twenty-four stalled uploads of 63 MiB",
  run: async (place, attacker, signal) => {
    const statuses = new Statuses();
    const { hostname, port } = new URL(place.url);
    const piece = Buffer.alloc(MEBIBYTE, "\n");
    const headers = Object.entries({
      ...headersOf(place, attacker),
      "content-type": "application/x-ndjson",
      "content-length": 63 * MEBIBYTE,
    });
    const head = `POST ${IMPORT_PATH} HTTP/1.1\r\nhost: x\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
    const upload = async (): Promise<void> => {
      const socket: Socket = connect(Number(port), hostname);
      const stop = (): void => void socket.destroy();
      signal.addEventListener("abort", stop);
      const closed = new Promise<void>((resolve) => socket.on("error", () => {}).once("close", () => resolve()));
      socket.once("data", (answer: Buffer) => statuses.add(Number(answer.toString("latin1", 9, 12))));
      socket.write(head);
      for (let sent = 1; sent <= 63 && !socket.destroyed; sent += 1)
        if (!socket.write(sent === 63 ? piece.subarray(1) : piece)) await Promise.race([once(socket, "drain").catch(() => {}), closed]);
      await closed;
      signal.removeEventListener("abort", stop);
    };
    await Promise.all(
      Array.from({ length: 24 }, async () => {
        while (!signal.aborted) {
          await upload();
          await sleep(SECOND_MS, undefined, { signal }).catch(() => {});
        }
      }),
    );
    return { statuses: statuses.counts };
  },
};

/** Rows of devices, 61 MiB of them. */
function importRows(): Buffer {
  const rows: string[] = [];
  for (let size = 0; size < 61 * MEBIBYTE - 1000; size += (rows.at(-1) ?? "").length + 1)
    rows.push(
      JSON.stringify({
        at: { line: rows.length + 2 },
        type: "device",
        set: { name: `imported ${rows.length}`, description: "x".repeat(400) },
      }),
    );
  return Buffer.from(rows.join("\n"));
}

/** Plans large imports, and reads the plans to their ends. */
const importPlans: Attack = {
  name: "four import plans of 61 MiB at a time",
  run: async (place, attacker, signal) => {
    const request = { method: "POST", path: IMPORT_PATH, body: importRows(), type: "application/x-ndjson", whole: true };
    return await repeated("", 4, () => request).run(place, attacker, signal);
  },
};

/** Each bulk change of an attack moves its devices elsewhere, so that it changes them. */
let moves = 0;

/** Devices or networks of one request. */
const TOGETHER = 1000;

/** Sends requests that prepare an attack. @returns the beginnings of their answers */
async function prepared(
  place: AttackPlace,
  attacker: Account,
  requests: readonly { readonly path: string; readonly body: unknown }[],
): Promise<readonly string[]> {
  const sender = new KeptSender(place.url, 1, TIMEOUT_MS);
  const headers = { ...headersOf(place, attacker), "content-type": "application/json" };
  const answers: string[] = [];
  for (const { path, body } of requests) {
    const { status, body: answer } = await sender.send({ method: "POST", path, headers, body: JSON.stringify(body) });
    if (status === null || status >= 300) throw new Error(`${path} answered ${status}: ${answer}`);
    answers.push(answer);
  }
  sender.close();
  return answers;
}

const idOf = (answer = ""): string => /"id":"([^"]+)"/.exec(answer)?.[1] ?? "";

/** Each attack on an address or a network has one of its own; attacks are processes. */
const own = process.pid % 0x10000;

/** Renames devices that share one address with thousands. */
const sharedAddress: PreparedAttack = {
  name: "sixteen renames at a time of devices that share one address with four thousand",
  prepare: async (place, attacker) => {
    const device = { name: "shared", addresses: [{ ip: `10.250.${own >> 8}.${own & 255}` }] };
    const bulk = { path: "/api/devices/bulk", body: Array.from({ length: TOGETHER }, () => device) };
    const single = { path: "/api/devices", body: device };
    const answers = await prepared(place, attacker, [
      ...Array.from({ length: 4 }, () => bulk),
      ...Array.from({ length: 16 }, () => single),
    ]);
    const ids = answers.slice(4).map(idOf);
    const next = (): string => ids[(moves += 1) % ids.length] ?? "";
    const request = (): { method: string; path: string; body: string } => ({
      method: "PUT",
      path: `/api/devices/${next()}`,
      body: JSON.stringify({ name: `shared ${moves}` }),
    });
    return repeated("", 16, request);
  },
};

/** Allocates prefixes far apart, and creates devices between them. */
const fragmentedNetwork: PreparedAttack = {
  name: "bulk calls in a network of thousands of free prefixes",
  prepare: async (place, attacker) => {
    const subnet = `fd00:${own.toString(16)}::/32`;
    const id = idOf((await prepared(place, attacker, [{ path: "/api/networks", body: { name: "fragmented", subnet } }]))[0]);
    const allocation = { path: `/api/networks/${id}/networks`, body: { name: "part", length: 64, count: 1024, strategy: "sparse" } };
    const devices = (): object[] =>
      Array.from({ length: TOGETHER }, (_, index) => ({
        name: "between",
        addresses: [{ ip: subnet.replace("::/32", `:${index.toString(16)}:1::${(moves % 0xffff).toString(16)}`) }],
      }));
    await prepared(place, attacker, [allocation, allocation]);
    const requests = [allocation, { path: "/api/devices/bulk", body: devices }];
    const request = (): { method: string; path: string; body: string } => {
      const { path, body } = requests[(moves += 1) % requests.length] as (typeof requests)[number];
      return { method: "POST", path, body: JSON.stringify(typeof body === "function" ? body() : body) };
    };
    return repeated("", 2, request);
  },
};

/** Wrong passwords for the victim's name from ever other addresses of both families. */
function passwordFlood(username: string): Attack {
  return {
    name: "wrong passwords from rotating addresses",
    run: async (place, _, signal) => {
      const sender = new KeptSender(place.url, 32, TIMEOUT_MS);
      const statuses = new Statuses();
      let tried = 0;
      const body = JSON.stringify({ username, password: "wrong horse battery" });
      await Promise.all(
        Array.from({ length: 32 }, async () => {
          while (!signal.aborted) {
            tried += 1;
            const address = tried % 2 === 0 ? `203.0.${(tried >> 8) & 255}.${tried & 255}` : `2001:db8:${(tried & 0xffff).toString(16)}::1`;
            const { status } = await sender.send({
              method: "POST",
              path: "/api/auth/login",
              headers: { "content-type": "application/json", "x-forwarded-for": address },
              body,
            });
            statuses.add(status);
            await sleep(20);
          }
        }),
      );
      sender.close();
      return { statuses: statuses.counts };
    },
  };
}

const batch = JSON.stringify(
  Array.from({ length: 20 }, (_, at) => ({
    jsonrpc: "2.0",
    id: at,
    method: "tools/call",
    params: { name: "search", arguments: { q: "e" } },
  })),
);
const search = (id: number): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "search", arguments: { q: "e" } } });

/** Every kind of attack on other users, each within the attacker's own limits. */
export function attacksOn(victim: Account): readonly (Attack | PreparedAttack)[] {
  return [
    slowLists("fourteen lists that are never read", 14, 0),
    slowLists("twelve lists at 20 kB/s", 12, 20_000),
    slowLists("forty slow lists", 40, 2_000),
    repeated("four searches for e at a time", 4, () => ({ method: "GET", path: "/api/search?q=e" })),
    repeated("four device searches for e at a time", 4, () => ({ method: "GET", path: "/api/devices/search?q=e" })),
    repeated("batches of twenty searches over MCP", 2, () => ({ method: "POST", path: "/mcp", body: batch })),
    repeated("single searches over MCP", 16, () => ({ method: "POST", path: "/mcp", body: search(1) })),
    repeated("four folded heatmaps of a /8 at a time", 4, ({ networkId }) => ({
      method: "GET",
      path: `/api/networks/${networkId}/heatmap?prefix=22`,
    })),
    repeated("bursts beyond the limit by one key", 200, () => ({ method: "GET", path: "/api/auth/me" })),
    repeated("event streams without end", 60, () => ({ method: "GET", path: "/api/events/stream" })),
    repeated("ever more keys", 4, () => ({ method: "POST", path: "/api/keys", body: JSON.stringify({ name: "one more" }) })),
    passwordFlood(victim.username),
    planReads,
    repeated("plans of a thousand steps that change the same devices", 2, () => ({
      method: "POST",
      path: "/api/plans",
      body: JSON.stringify({
        title: "again",
        steps: Array.from({ length: 1000 }, () => ({ operation: "devices.bulkUpdate", body: changeOfRow(2) })),
      }),
    })),
    repeated("eight bulk updates of thousands of devices at a time", 8, () => ({
      method: "POST",
      path: "/api/devices/bulk-update",
      body: JSON.stringify({ ...changeOfRow(3), set: { location: `Rack ${(moves += 1)}` } }),
    })),
    stalledUploads,
    importPlans,
    sharedAddress,
    fragmentedNetwork,
  ];
}
