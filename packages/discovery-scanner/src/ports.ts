/** What tells of a host that a router leads to: the first round finds most, the second those behind a firewall. */
export const FIRST_ROUND = [443, 80, 22, 445] as const;
export const SECOND_ROUND = [3389, 8443, 8080] as const;
/** What a large subnet has time for in the second round. */
export const SHORT_SECOND_ROUND = [3389, 8443] as const;

/** A port where nobody listens: a host that has no firewall says so. */
export const QUIET_UDP_PORT = 40_125;

/** Printers print what is sent to 9100–9107; controllers on Modbus (502) may stop at unknown connections. */
const isFragile = (port: number): boolean => port === 502 || (port >= 9100 && port <= 9107);

/** Ports that a full scan looks at unless it is told others. */
const FULL: readonly number[] = [
  21, 22, 23, 25, 53, 80, 81, 88, 110, 111, 135, 139, 143, 179, 389, 443, 445, 465, 514, 515, 548, 554, 587, 631, 636, 830, 873, 902, 993,
  995, 1194, 1433, 1521, 1723, 1883, 2049, 2181, 2222, 2375, 2376, 2379, 2380, 3000, 3128, 3260, 3306, 3389, 4443, 5000, 5001, 5044, 5060,
  5061, 5222, 5357, 5432, 5555, 5601, 5671, 5672, 5900, 5901, 5985, 5986, 6379, 6443, 6881, 7000, 7001, 8000, 8006, 8008, 8009, 8080, 8081,
  8082, 8083, 8086, 8088, 8089, 8123, 8181, 8291, 8443, 8500, 8728, 8883, 8888, 9000, 9090, 9091, 9092, 9093, 9200, 9300, 9418, 9443, 9999,
  10_000, 10_050, 10_051, 10_250, 11_211, 15_672, 16_992, 25_565, 27_017, 32_400, 49_152, 51_413, 62_078,
];

/**
 * The TCP ports that a full or deep scan looks at, each once.
 *
 * @param asked those of the plan, then those of the settings; the first list that is not empty counts
 */
export function portsToScan(asked: readonly (readonly number[] | undefined)[], probeFragilePorts: boolean): readonly number[] {
  const chosen = asked.find((ports) => ports !== undefined && ports.length > 0) ?? (probeFragilePorts ? [...FULL, 502, 9100] : FULL);
  return [...new Set(chosen)].filter((port) => probeFragilePorts || !isFragile(port));
}
