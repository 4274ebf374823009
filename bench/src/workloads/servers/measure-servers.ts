import { processorMs } from "../../http/process-usage.ts";
import type { RawConnection } from "../../http/raw-connection.ts";
import { median, timeAtOnce } from "../../measure.ts";
import type { Row } from "../../report.ts";

/** What clients ask of servers. */
export interface Work {
  readonly name: string;
  /** Requests of a round. */
  readonly total: number;
  /** How many times as much two servers should do as one. */
  readonly least: number;
  readonly step: (connection: RawConnection, client: number) => Promise<void>;
}

/** Processes whose processor time is counted. */
export interface Used {
  /** Of all servers, also of those that are not asked: they run beside the others, and what they do then counts. */
  readonly hosts: readonly number[];
  /** Tells that of PostgreSQL so far, in milliseconds; undefined when it is on another machine. */
  readonly postgres: (() => number) | undefined;
}

/** Of one number of servers: microseconds a request of the clock, and processor time of all servers, PostgreSQL and the client. */
export interface Spent {
  readonly clock: number;
  readonly servers: number;
  readonly postgres: number;
  readonly client: number;
}

const NAMES = ["clock", "servers", "postgres", "client"] as const;

/**
 * Measures the same work with each number of servers, in turns.
 * @param connections by the number of servers that they are spread over
 */
export async function measureServers(
  work: Work,
  connections: ReadonlyMap<number, readonly RawConnection[]>,
  used: Used,
  rounds: number,
): Promise<Row[]> {
  const spent = new Map<number, Spent[]>([...connections.keys()].map((servers) => [servers, []]));
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1)
    for (const [servers, own] of connections) {
      const one = await spentOnce(work, own, used);
      if (round > 0) spent.get(servers)?.push(one);
    }
  return rowsOf(work, new Map([...spent].map(([servers, all]) => [servers, medians(all)])), used.postgres !== undefined);
}

async function spentOnce({ total, step }: Work, connections: readonly RawConnection[], { hosts, postgres }: Used): Promise<Spent> {
  const now = () => {
    const { user, system } = process.cpuUsage();
    return { servers: hosts.reduce((sum, pid) => sum + processorMs(pid), 0), postgres: postgres?.() ?? 0, client: (user + system) / 1000 };
  };
  const before = now();
  const clock = await timeAtOnce(connections.length, total, async (client) => await step(connections[client] as RawConnection, client));
  const after = now();
  const each = (name: "servers" | "postgres" | "client"): number => ((after[name] - before[name]) * 1000) / total;
  return { clock, servers: each("servers"), postgres: each("postgres"), client: each("client") };
}

function medians(all: readonly Spent[]): Spent {
  const [clock = 0, servers = 0, postgres = 0, client = 0] = NAMES.map((name) => median(all.map((one) => one[name])));
  return { clock, servers, postgres, client };
}

/**
 * Two servers against one and four against two, by the clock and by processor time.
 * @param of what a request took, by the number of servers
 * @param knowsPostgres whether the processor time of PostgreSQL is known
 */
export function rowsOf({ name, least }: Pick<Work, "name" | "least">, of: ReadonlyMap<number, Spent>, knowsPostgres: boolean): Row[] {
  const counts = [...of.keys()];
  return counts.slice(1).flatMap((servers, index): Row[] => {
    const fewer = counts[index] as number;
    const [more, less] = [of.get(servers), of.get(fewer)] as [Spent, Spent];
    const pair = (part: keyof Spent): string => `${more[part].toFixed(0)} / ${less[part].toFixed(0)} µs`;
    const all = ({ servers: own, postgres }: Spent): number => own + postgres;
    return [
      {
        work: `${name}, ${servers} servers: requests a second`,
        limit: `${fewer} of them`,
        value: less.clock / more.clock,
        unit: "x",
        reach: { least: fewer === 1 ? least : 1 },
        note: `${pair("clock")} a request; client ${pair("client")}`,
      },
      {
        work: `${name}, ${servers} servers: processor time a request`,
        limit: `${fewer} of them`,
        value: all(more) / all(less),
        unit: "x",
        note: `servers ${pair("servers")}; PostgreSQL ${knowsPostgres ? pair("postgres") : "not known, it is elsewhere"}`,
      },
    ];
  });
}
