import { realTimers } from "@cadastre/inventory-core/scanning";
import { SnmpFailure } from "./snmp-failure.ts";

/** What is read of one device at most. */
export interface DeviceLimits {
  /** Milliseconds that it may take in all. */
  readonly timeMs: number;
  readonly rowsOfTable?: number;
  readonly rows?: number;
  readonly bytes?: number;
}

const MAX_ROWS_OF_TABLE = 100_000;
const MAX_ROWS = 250_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** What may still be read of one device. */
export class DeviceBudget {
  readonly rowsOfTable: number;
  readonly #deadline: number;
  #rows: number;
  #bytes: number;

  constructor({ timeMs, rowsOfTable = MAX_ROWS_OF_TABLE, rows = MAX_ROWS, bytes = MAX_BYTES }: DeviceLimits) {
    this.#deadline = realTimers.performance.now() + timeMs;
    this.rowsOfTable = rowsOfTable;
    this.#rows = rows;
    this.#bytes = bytes;
  }

  /** Milliseconds that are left, at least 0. */
  get leftMs(): number {
    return Math.max(0, this.#deadline - realTimers.performance.now());
  }

  /** @throws SnmpFailure out-of-time */
  checkTime(): void {
    if (this.leftMs === 0) throw new SnmpFailure("out-of-time");
  }

  /** @throws SnmpFailure too-much */
  takeBytes(count: number): void {
    this.#bytes -= count;
    if (this.#bytes < 0) throw new SnmpFailure("too-much");
  }

  /** @throws SnmpFailure too-much */
  takeRow(): void {
    this.#rows -= 1;
    if (this.#rows < 0) throw new SnmpFailure("too-much");
  }
}
