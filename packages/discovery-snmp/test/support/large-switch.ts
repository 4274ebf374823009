import { recordedRows, type RecordedRow } from "./recording.ts";

/** A switch of so many ports that has learnt so many hardware addresses, spread over its ports. */
export function largeSwitch(ports: number, macs: number): RecordedRow[] {
  const lines = ["1.3.6.1.2.1.1.1.0|4|Large switch", "1.3.6.1.2.1.1.5.0|4|large"];
  for (let port = 1; port <= ports; port += 1) {
    lines.push(`1.3.6.1.2.1.2.2.1.2.${port}|4|GigabitEthernet1/0/${port}`, `1.3.6.1.2.1.31.1.1.1.1.${port}|4|Gi1/0/${port}`);
    lines.push(`1.3.6.1.2.1.17.1.4.1.2.${port}|2|${port}`);
  }
  for (let mac = 0; mac < macs; mac += 1)
    lines.push(`1.3.6.1.2.1.17.7.1.2.2.1.2.1.60.82.130.${mac >> 16}.${(mac >> 8) & 255}.${mac & 255}|2|${(mac % ports) + 1}`);
  return recordedRows(lines.join("\n"));
}
