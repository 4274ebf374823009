/** How much of everything a run does. */
export interface Scale {
  readonly rounds: number;
  /** Reads, and writes, of a round. */
  readonly reads: number;
  readonly writes: number;
  /** Devices in the list. */
  readonly devices: number;
  /** Addresses of the pool that is filled; a multiple of 128. */
  readonly fill: number;
}

export const FULL: Scale = { rounds: 9, reads: 500, writes: 100, devices: 10_000, fill: 4096 };
export const QUICK: Scale = { rounds: 3, reads: 100, writes: 25, devices: 1000, fill: 1024 };
