import { closeSync, openSync } from "node:fs";
import type { Server } from "node:http";
import type { Socket } from "node:net";
import { devNull } from "node:os";
import type { Clock, Logger } from "@cadastre/inventory-core";
import { addressKeyOf } from "../limits/caller.ts";
import type { HttpMetrics } from "../metrics/http-metrics.ts";
import { type ClientAddresses, plainAddress } from "../request/client-address.ts";
import { RareWarning } from "./rare-warning.ts";

/** Time between two checks for a free file descriptor. */
const CHECK_MS = 1_000;

/** Codes of a process, and of a machine, without a free file descriptor. */
const EXHAUSTED: ReadonlySet<string | undefined> = new Set(["EMFILE", "ENFILE"]);

/** What the limits are made of. */
export interface ConnectionParts {
  /** Open connections of one address. */
  readonly perAddress: number;
  readonly addresses: ClientAddresses;
  readonly metrics: Pick<HttpMetrics, "connectionRefused" | "descriptorsExhausted">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Limits the open connections of each address, and reports when file descriptors run out. */
export class ConnectionLimits {
  readonly #parts: ConnectionParts;
  readonly #open = new Map<string, number>();
  readonly #refused: RareWarning;
  readonly #exhausted: RareWarning;
  readonly #takeDescriptor: () => void;

  /** @param takeDescriptor opens and closes a file descriptor */
  constructor(parts: ConnectionParts, takeDescriptor: () => void = () => closeSync(openSync(devNull, "r"))) {
    const { clock, logger, perAddress } = parts;
    this.#parts = parts;
    this.#takeDescriptor = takeDescriptor;
    this.#refused = new RareWarning(clock, logger, `connections above the ${perAddress} of one address are closed`);
    this.#exhausted = new RareWarning(
      clock,
      logger,
      "no file descriptor is free, and new connections are reset: raise the limit of the process (ulimit -n, LimitNOFILE)",
    );
  }

  /** @returns ends the checks */
  watch(server: Server): () => void {
    server.prependListener("connection", (socket: Socket) => this.#count(socket));
    // With all descriptors in use the operating system resets connections, and Node.js is not told.
    return this.#parts.clock.every(CHECK_MS, () => {
      try {
        this.#takeDescriptor();
      } catch (error) {
        this.failed(error);
      }
    });
  }

  /** @param error of the server, or of another use of a descriptor @returns whether descriptors ran out */
  failed(error: unknown): boolean {
    if (!EXHAUSTED.has((error as NodeJS.ErrnoException).code)) return false;
    this.#parts.metrics.descriptorsExhausted();
    this.#exhausted.note();
    return true;
  }

  #count(socket: Socket): void {
    const { addresses, metrics, perAddress } = this.#parts;
    if (addresses.trusts(socket.remoteAddress)) return;
    const address = addressKeyOf(plainAddress(socket.remoteAddress));
    const open = this.#open.get(address) ?? 0;
    if (open >= perAddress) {
      metrics.connectionRefused();
      this.#refused.note({ address });
      socket.destroy();
      return;
    }
    this.#open.set(address, open + 1);
    socket.once("close", () => {
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left === 0) this.#open.delete(address);
      else this.#open.set(address, left);
    });
  }
}
