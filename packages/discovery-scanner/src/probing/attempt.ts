import type { Socket } from "node:net";
import type { ProbeOutcome } from "./probe-outcome.ts";
import type { RoundTrip } from "./round-trip.ts";

/** One connection that is to be opened, and what is done when that is decided. */
export interface Attempt {
  readonly ip: string;
  readonly port: number;
  readonly roundTrip: RoundTrip;
  readonly keep: boolean;
  readonly settle: (outcome: ProbeOutcome, socket?: Socket) => void;
  socket: Socket | undefined;
  startedAt: number;
  /** Number of the turn of the event loop in which it began. */
  turn: number;
  shortages: number;
}
