import type { Target } from "../crash/library-performer.ts";

/** What a worker, or the writer, is to open. */
export interface Opening {
  readonly target: Target;
  /** Port of the receiver on loopback. */
  readonly port: number;
  /** How far its clock is ahead. */
  readonly aheadMs: number;
}

/** What the writer is to do. */
export interface Writing {
  readonly events: number;
  /** Events a second. */
  readonly rate: number;
}

/** What the receiver saw of a delivery. */
export interface Receipt {
  readonly id: string;
  readonly requests: number;
  /** Requests that came after one had been answered with 2xx. */
  readonly repeats: number;
  /** Place of its first request among those of all deliveries. */
  readonly firstAt: number;
  /** Of each body that came; one, unless a body changed. */
  readonly hashes: readonly string[];
}

export type ToChild = { readonly warm: true } | { readonly open: Opening } | { readonly write: Writing } | { readonly report: true };

export type FromChild =
  | { readonly ready: true }
  | { readonly opened: true }
  | { readonly failed: string }
  | { readonly port: number }
  | { readonly written: number; readonly refused: number }
  | { readonly receipts: readonly Receipt[]; readonly answers: Readonly<Record<string, number>> };
