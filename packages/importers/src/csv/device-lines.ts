import type { ImportProblem } from "@cadastre/inventory-core";
import type { CsvRecord } from "./csv-records.ts";

/** A device as one or several lines give it. */
export interface CsvDevice {
  readonly line: number;
  readonly record: Record<string, unknown>;
}

/** Puts lines together that follow each other and are of one device, an address a line. */
export class DeviceLines {
  #open: { readonly key: string; readonly device: CsvDevice; readonly addresses: unknown[] } | undefined;

  /**
   * Takes a line.
   * @returns the device before it, when that is over; and what is wrong with the line
   */
  take(line: CsvRecord): { readonly done: CsvDevice | undefined; readonly problems: readonly ImportProblem[] } {
    const hasAddress = Object.keys(line.address).length > 0;
    const problem = addressProblem(line, hasAddress);
    if (problem !== undefined) return { done: undefined, problems: [problem] };
    const key = JSON.stringify([line.record["id"], line.record["name"], line.record["datacenter"]]);
    if (this.#open !== undefined && hasAddress && this.#open.key === key) {
      const problems = [...differences(line, this.#open.device)];
      if (problems.length === 0) this.#open.addresses.push(line.address);
      return { done: undefined, problems };
    }
    const done = this.end();
    const addresses = hasAddress ? [line.address] : [];
    const record = hasAddress ? { ...line.record, addresses } : { ...line.record };
    this.#open = { key, device: { line: line.line, record }, addresses };
    return { done, problems: [] };
  }

  /** The device that is still open. */
  end(): CsvDevice | undefined {
    const device = this.#open?.device;
    this.#open = undefined;
    return device;
  }
}

function addressProblem({ line, record, address }: CsvRecord, hasAddress: boolean): ImportProblem | undefined {
  if (!hasAddress) return undefined;
  const problem = (field: string, message: string): ImportProblem => ({ at: { line }, type: "device", field, severity: "error", message });
  if (address["ip"] === undefined) return problem("ip", `is required when ${Object.keys(address).join(", ")} of an address is set`);
  const given = record["addresses"];
  return Array.isArray(given) && given.length > 0
    ? problem("addresses", "must be empty on a line with an address in the column ip")
    : undefined;
}

/** What a further line of a device says of the device itself must be empty or the same. */
function* differences({ line, record }: CsvRecord, device: CsvDevice): Generator<ImportProblem> {
  for (const [field, value] of Object.entries(record)) {
    if (field === "addresses" || JSON.stringify(value) === JSON.stringify(device.record[field])) continue;
    yield { at: { line }, type: "device", field, severity: "error", message: `differs from line ${device.line} of the same device` };
  }
}
