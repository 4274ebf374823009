// Prints what a server needs for so many devices: the table of docs/guides/scale.md. Every device has two addresses, an audit
// row and an event, and the server does what users do all day: it answers reads, searches, lists and changes.
import { statSync } from "node:fs";
import { parseArgs } from "node:util";
import { getList } from "../http/get-list.ts";
import { type Host, startHost } from "../http/host.ts";
import { maxResidentMb, residentMb } from "../http/process-usage.ts";
import { printMachine } from "../report.ts";
import { deviceIds, devicePlace, loadDevices } from "../rows/place.ts";
import { postgresqlEngine } from "../postgresql-engine.ts";
import { sqliteEngine } from "../sqlite-engine.ts";
import type { Engine, Subject } from "../subject.ts";

const GETS = 2000;
const CREATES = 200;
const SEARCHES = 50;
const AT_ONCE = 8;

const { values } = parseArgs({
  options: {
    devices: { type: "string", multiple: true, default: ["1000", "10000", "100000"] },
    storage: { type: "string", multiple: true, default: ["sqlite", "postgresql"] },
  },
});

/** Requests a second of so many, by a few clients at once. */
async function perSecond(count: number, request: (nth: number) => Promise<Response>): Promise<number> {
  const start = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (next < count) {
        const answer = await request((next += 1));
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
      }
    }),
  );
  return (count * 1000) / (performance.now() - start);
}

async function databaseMb({ storage, raw, url }: Subject): Promise<number> {
  if (storage === "sqlite") return statSync(url.replace("sqlite://", "")).size / 2 ** 20;
  const { size } = (await raw.get("select pg_database_size(current_database()) as size")) as { size: string };
  return Number(size) / 2 ** 20;
}

async function use(
  host: Host,
  ids: readonly string[],
): Promise<{ readonly gets: number; readonly creates: number; readonly searches: number; readonly listMs: number }> {
  const headers = { ...host.headers, "content-type": "application/json" };
  const gets = await perSecond(GETS, async (nth) => await fetch(`${host.url}/api/devices/${ids[nth % ids.length]}`, { headers }));
  const searches = await perSecond(SEARCHES, async (nth) => await fetch(`${host.url}/api/search?q=web-${nth}`, { headers }));
  const creates = await perSecond(CREATES, async (nth) => {
    const body = JSON.stringify({ name: `new-${nth}`, addresses: [{ ip: `10.200.${nth % 256}.${1 + Math.floor(nth / 256)}` }] });
    return await fetch(`${host.url}/api/devices`, { method: "POST", headers, body });
  });
  const { us } = await getList(host, "/api/devices");
  return { gets, creates, searches, listMs: us / 1000 };
}

async function row(engine: Engine, count: number): Promise<string> {
  const subject = await engine.open();
  try {
    const place = await devicePlace(subject.inventory, 10);
    await loadDevices(subject, place, count, true);
    await subject.settle();
    const size = await databaseMb(subject);
    const ids = await deviceIds(subject.raw, 1000);
    const started = performance.now();
    const host = await startHost(subject.url);
    try {
      const startMs = performance.now() - started;
      const idle = residentMb(host.pid);
      let used: Awaited<ReturnType<typeof use>> | undefined;
      const most = await maxResidentMb(host.pid, async () => void (used = await use(host, ids)));
      if (used === undefined) throw new Error("nothing was measured");
      const cells = [
        engine.storage,
        count.toLocaleString("en"),
        `${size.toFixed(0)} MB`,
        `${(startMs / 1000).toFixed(1)} s`,
        `${idle.toFixed(0)} MB`,
        `${most.toFixed(0)} MB`,
        used.gets.toFixed(0),
        used.searches.toFixed(0),
        used.creates.toFixed(0),
        `${(used.listMs / 1000).toFixed(2)} s`,
      ];
      return `| ${cells.join(" | ")} |`;
    } finally {
      await host.stop();
    }
  } finally {
    await subject.close();
  }
}

printMachine();
console.log("| Storage | Devices | Database | Start | Memory, idle | Memory, at most | Reads/s | Searches/s | Creates/s | List of all |");
console.log("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
for (const [name, start] of [
  ["sqlite", sqliteEngine],
  ["postgresql", postgresqlEngine],
] as const) {
  if (!values.storage.includes(name)) continue;
  const engine = await start();
  try {
    for (const count of values.devices) console.log(await row(engine, Number(count)));
  } finally {
    await engine.close();
  }
}
