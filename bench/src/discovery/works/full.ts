import { portsToScan } from "../../../../packages/discovery-scanner/src/ports.ts";
import type { Row } from "../../report.ts";
import { type BenchRun, ratioRow, row, share, skipped } from "../bench-run.ts";
import { type NetName, NETS, OWN, visibleHosts } from "../networks.ts";

const LOSS = 5;
const PORTS = portsToScan([], false);
const MAX_MS = 180_000;

type Ports = Readonly<Record<string, readonly number[]>>;
/** `address port`, one each. */
const listed = (ports: Ports): ReadonlySet<string> =>
  new Set(Object.entries(ports).flatMap(([ip, open]) => open.map((port) => `${ip} ${port}`)));
const truthOf = (net: NetName): ReadonlySet<string> =>
  listed(Object.fromEntries(visibleHosts(net).map(({ ip, tcp }) => [ip, tcp.filter((port) => PORTS.includes(port))])));

interface Compared {
  readonly percent: number;
  readonly note: string;
}

function compared(ports: Ports, net: NetName): Compared {
  const truth = truthOf(net);
  const found = listed(ports);
  const right = [...found].filter((entry) => truth.has(entry)).length;
  return { percent: found.size === right ? share(right, truth.size) : 0, note: `${right} of ${truth.size}, ${found.size - right} wrong` };
}

/** Open TCP ports of a hundred hosts. */
export async function full(run: BenchRun): Promise<Row[]> {
  const ours: number[] = [];
  const theirs: number[] = [];
  let nmapPorts: Ports | undefined;
  let found: Ports = {};
  for (let round = 0; round < run.rounds; round += 1) {
    const nmap = await run.lab.nmap(["-sT", "-p", PORTS.join(","), "--exclude", OWN.segment, NETS.segment], MAX_MS);
    if (nmap !== undefined) {
      theirs.push(nmap.tookMs);
      nmapPorts = nmap.ports;
    }
    const scan = await run.scan("segment", { type: "full", ports: PORTS });
    ours.push(scan.tookMs);
    found = scan.ports;
  }
  const plain = compared(found, "segment");
  const lossy = await run.lab.loss(LOSS, async () => {
    const all: Compared[] = [];
    for (let round = 0; round < run.rounds; round += 1)
      all.push(compared((await run.scan("segment", { type: "full", ports: PORTS })).ports, "segment"));
    return all;
  });
  const same = nmapPorts === undefined ? "" : `; nmap -sT ${compared(nmapPorts, "segment").note}`;
  return [
    row(`/24, ${PORTS.length} ports: open ports found`, plain.percent, "%", { least: 100 }, `${plain.note}${same}`),
    ratioRow(`/24, ${PORTS.length} ports: time`, "nmap -sT", ours, theirs, 0.6),
    row(
      `the same where ${LOSS} % of packets are lost each way`,
      Math.min(...lossy.map(({ percent }) => percent)),
      "%",
      { least: 98.5 },
      `the worst of ${lossy.map(({ note }) => note).join("; ")}`,
    ),
    await far(run),
  ];
}

async function far(run: BenchRun): Promise<Row> {
  const work = "the same at a round trip of 100 ms, routed";
  if (!run.lab.isFarBuilt) return skipped(work, "gcc is not installed, which compiles the relay that delays packets");
  const scan = await run.scan("far", { type: "full", ports: PORTS });
  const { percent, note } = compared(scan.ports, "far");
  return row(work, percent, "%", { least: 100 }, `${note}; ${(scan.tookMs / 1000).toFixed(1)} s`);
}
