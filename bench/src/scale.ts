/** How much of everything a run does. */
export interface Scale {
  readonly rounds: number;
  /** Rounds, and steps of a round, of what takes microseconds. */
  readonly short: { readonly rounds: number; readonly times: number };
  /** Writes of a round. */
  readonly writes: number;
  /** Sizes of the databases of devices, smallest first. */
  readonly devices: readonly number[];
  /** Addresses of the pool that is filled; a multiple of 128. */
  readonly fill: number;
  /** How full the pools are that are read, in percent. */
  readonly percents: readonly number[];
  /** Sign-ins of a known and of an unknown user, each. */
  readonly logins: number;
  /** Requests over HTTP in a round. */
  readonly requests: number;
}

export const FULL: Scale = {
  rounds: 9,
  short: { rounds: 50, times: 100 },
  writes: 50,
  devices: [1000, 10_000, 100_000],
  fill: 65_408,
  percents: [0, 50, 99.9],
  logins: 1000,
  requests: 5000,
};
export const QUICK: Scale = {
  rounds: 5,
  short: { rounds: 20, times: 25 },
  writes: 25,
  devices: [1000, 10_000],
  fill: 4096,
  percents: [0, 50, 99.9],
  logins: 100,
  requests: 1000,
};

/** Numbers of devices as they are written on the command line. */
export const DEVICE_COUNTS: Readonly<Record<string, number>> = { "1k": 1000, "10k": 10_000, "100k": 100_000 };
