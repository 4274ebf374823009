import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import snmp, { type Session } from "net-snmp";
import type { SnmpTarget } from "../../../../packages/discovery-snmp/src/session/snmp-target.ts";
import { readDeviceTables } from "../../../../packages/discovery-snmp/src/tables/device-tables.ts";
import type { Asked } from "../../../../packages/discovery-snmp/test/support/agent.ts";
import type { Context } from "../../context.ts";
import { DelayWatch } from "../../delay-watch.ts";
import { interleave } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import type { SwitchNote, SwitchOrder } from "./switch-child.ts";

const CHILD = fileURLToPath(new URL("switch-child.ts", import.meta.url));
const COMMUNITY = "public";
const ADDRESSES = 5000;
const DEVICE_TIME_MS = 20_000;
/** A switch with a small processor. */
const SLOW_MS = 25;

/** The tables of a switch of 48 ports and 5,000 hardware addresses, against the same requests by the library alone. */
export async function snmpTables({ storage, scale }: Context): Promise<Row[]> {
  // No database takes part.
  if (storage !== "sqlite") return [];
  const child = fork(CHILD);
  try {
    const { port } = (await noteOf(child)) as Extract<SwitchNote, { port: number }>;
    const target: SnmpTarget = {
      id: "1",
      name: "switch",
      address: "127.0.0.1",
      port,
      credentials: { version: "2c", community: COMMUNITY },
    };
    await read(target);
    const { asked } = await order(child, { delayMs: 0 });
    const session = snmp.createSession(target.address, COMMUNITY, { port, version: snmp.Version2c });
    const watch = new DelayWatch();
    const pair = await interleave(
      async () => await read(target),
      async () => await replay(session, asked),
      { rounds: scale.rounds, times: 1, watch },
    );
    session.close();
    await order(child, { delayMs: SLOW_MS });
    const begun = performance.now();
    await read(target);
    const seconds = (performance.now() - begun) / 1000;
    const slow = await order(child, { delayMs: 0 });
    const rows = Math.max(...slow.asked.map(({ most }) => most));
    return [
      timeRow(
        "snmp-tables, 48 ports, 5,000 MACs",
        "the same requests by the library",
        pair,
        1.5,
        `${asked.length} requests; ${watch.note}`,
      ),
      {
        work: `the same, ${SLOW_MS} ms for each request`,
        limit: `${SLOW_MS} ms × ${slow.asked.length} requests`,
        value: seconds,
        unit: "s",
        reach: { most: 10 },
        note: `${((slow.asked.length * SLOW_MS) / 1000).toFixed(2)} s of it the switch; at most ${rows} rows a request`,
      },
      {
        work: "the same, longest request at the device",
        limit: `${SLOW_MS} ms`,
        value: slow.longestMs,
        unit: "ms",
        reach: { most: 1000 },
        note: "",
      },
    ];
  } finally {
    child.disconnect();
  }
}

const noteOf = async (child: ChildProcess): Promise<SwitchNote> => ((await once(child, "message")) as [SwitchNote])[0];

/** What it was asked until now. */
async function order(child: ChildProcess, given: SwitchOrder): Promise<Extract<SwitchNote, { asked: unknown }>> {
  const note = noteOf(child);
  child.send(given);
  return (await note) as Extract<SwitchNote, { asked: unknown }>;
}

async function read(target: SnmpTarget): Promise<void> {
  const { bridgeTable, problems } = await readDeviceTables(target, { timeMs: DEVICE_TIME_MS }, new AbortController().signal);
  if (bridgeTable.size !== ADDRESSES || problems.length > 0) throw new Error(`${bridgeTable.size} addresses were read`);
}

/** The requests as they are, one after the other; nothing is made of what is answered. */
async function replay(session: Session, asked: readonly Asked[]): Promise<void> {
  for (const { oids, most } of asked)
    await new Promise<void>((resolve, reject) => {
      const done = (error: Error | null): void => (error === null ? resolve() : reject(error));
      if (most === 1) session.get([...oids], done);
      else session.getBulk([...oids], 0, most, done);
    });
}
