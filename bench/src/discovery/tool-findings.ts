/** What nmap found. */
export interface ToolFindings {
  readonly found: readonly string[];
  readonly ports: Readonly<Record<string, readonly number[]>>;
}

/** @param text of `nmap -oG -`: a line a host and state; `Ports: 22/open/tcp//ssh///, 80/closed/tcp//http///` */
export function readGreppable(text: string): ToolFindings {
  const found: string[] = [];
  const ports: Record<string, number[]> = {};
  for (const line of text.split("\n")) {
    const ip = /^Host: (\S+) /.exec(line)?.[1];
    if (ip === undefined) continue;
    if (line.includes("\tStatus: Up")) found.push(ip);
    const list = /\tPorts: ([^\t]*)/.exec(line)?.[1];
    if (list === undefined) continue;
    const open = [...list.matchAll(/(\d+)\/open\/tcp\//g)].map(([, port]) => Number(port));
    if (open.length > 0) ports[ip] = open.toSorted((a, b) => a - b);
  }
  return { found, ports };
}
