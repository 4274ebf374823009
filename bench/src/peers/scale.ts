/** How much of everything a run beside peers does. */
export interface PeerScale {
  /** Turns of each side, after some that warm up. */
  readonly rounds: number;
  /** Starts of each server whose memory is measured, and the requests that it answers. */
  readonly starts: number;
  readonly memoryRequests: number;
  /** Devices that there are while it is read, at least as many as {@link LISTED_DEVICES}. */
  readonly devices: number;
  /** Requests of a turn: reads by several clients, other reads, writes by one client, and the mixed load. */
  readonly gets: number;
  readonly reads: number;
  readonly creates: number;
  readonly mixed: number;
  /** The network that is nearly filled, and the devices of {@link MANY_ADDRESSES} addresses each that fill it. */
  readonly filled: { readonly subnet: string; readonly end: string; readonly devices: number };
}

/** Devices while memory is measured: as many as a list of rackd has at most. */
export const LISTED_DEVICES = 1000;
/** Addresses of a device that has many. */
export const MANY_ADDRESSES = 1000;

export const FULL: PeerScale = {
  rounds: 9,
  starts: 2,
  memoryRequests: 40_000,
  devices: 10_000,
  gets: 5000,
  reads: 50,
  creates: 200,
  mixed: 1600,
  filled: { subnet: "20.0.0.0/16", end: "20.0.255.254", devices: 65 },
};

export const QUICK: PeerScale = {
  rounds: 3,
  starts: 1,
  memoryRequests: 5000,
  devices: 1000,
  gets: 1000,
  reads: 10,
  creates: 50,
  mixed: 320,
  filled: { subnet: "20.0.0.0/18", end: "20.0.63.254", devices: 16 },
};
