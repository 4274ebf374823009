import type { Socket } from "node:dgram";
import { EventEmitter } from "node:events";
import { openUdp } from "@cadastre/inventory-core/outbound";
import { SnmpFailure } from "./snmp-failure.ts";

/** Where datagrams go and come from, and what becomes of them. */
export interface SocketGuard {
  readonly address: string;
  readonly port: number;
  /** Whether a datagram is given to the library. It may throw, which ends the session. */
  accept(bytes: Buffer): boolean;
  /** Counts what is sent. It may throw, which ends the session. */
  sending(): void;
  /** Hears once why nothing more can come. */
  fail(failure: SnmpFailure): void;
}

const UNREACHABLE: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EACCES", "EPERM"]);

type Sent = (error: Error | null, bytes: number) => void;

/**
 * The socket that the SNMP library is given: connected, so that the kernel drops what comes from anywhere but the device, with a guard
 * in front, and no exception of the library leaves it.
 */
export class GuardedSocket extends EventEmitter {
  readonly #socket: Socket;
  readonly #guard: SocketGuard;
  readonly #connected: Promise<void>;
  #closed = false;

  constructor(guard: SocketGuard) {
    super();
    this.#guard = guard;
    this.#socket = openUdp(guard.address);
    this.#socket.on("message", (bytes) => this.#take(bytes));
    this.#socket.on("error", (error: NodeJS.ErrnoException) => this.#fail(failureOf(error)));
    this.#connected = new Promise((resolve, reject) =>
      this.#socket.connect(guard.port, guard.address, (error?: Error) => (error === undefined ? resolve() : reject(error))),
    );
    this.#connected.catch((error: NodeJS.ErrnoException) => this.#fail(failureOf(error)));
  }

  /** As the library calls it: the destination is the socket's own. */
  send(bytes: Buffer, offset: number, length: number, _port: number, _address: string, sent: Sent): void {
    this.#connected.then(
      () => {
        if (this.#closed) return;
        try {
          this.#guard.sending();
        } catch (error) {
          return this.#fail(error instanceof SnmpFailure ? error : new SnmpFailure("malformed"));
        }
        this.#socket.send(bytes, offset, length, (error, count) => {
          if (!this.#closed) sent(error, count);
        });
      },
      () => {},
    );
  }

  /** Nothing is sent or told after it. */
  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#socket.close();
    this.emit("close");
  }

  ref(): void {
    this.#socket.ref();
  }

  unref(): void {
    this.#socket.unref();
  }

  #take(bytes: Buffer): void {
    if (this.#closed) return;
    try {
      if (this.#guard.accept(bytes)) this.emit("message", bytes);
    } catch (error) {
      this.#fail(error instanceof SnmpFailure ? error : new SnmpFailure("malformed"));
    }
  }

  #fail(failure: SnmpFailure): void {
    if (!this.#closed) this.#guard.fail(failure);
  }
}

const failureOf = ({ code }: NodeJS.ErrnoException): SnmpFailure => new SnmpFailure(UNREACHABLE.has(code) ? "unreachable" : "malformed");
