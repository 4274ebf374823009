import type { Writable } from "node:stream";
import { CommandFailure } from "../../exit-codes.ts";

/** The reader of standard output has gone (`| head`): there is nobody left to write for, and nothing is wrong. */
export class ReaderGone extends Error {}

/** Writes pieces of text as fast as the reader takes them: what waits is one piece. */
export class Out {
  readonly #stream: Writable;
  #failure: Error | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    stream.on("error", (error: NodeJS.ErrnoException) => {
      this.#failure = isGone(error) ? new ReaderGone() : new CommandFailure(`standard output cannot be written: ${error.message}`);
    });
  }

  /** @throws ReaderGone, CommandFailure when it cannot be written */
  async write(text: string): Promise<void> {
    this.#check();
    await new Promise<void>((resolve) => {
      // An error comes both here and as an event.
      if (this.#stream.write(text, () => resolve())) resolve();
    });
    this.#check();
  }

  /** @throws ReaderGone, CommandFailure */
  async line(text: string): Promise<void> {
    await this.write(`${text}\n`);
  }

  /** Waits until all is written. @throws ReaderGone, CommandFailure */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => void this.#stream.write("", () => resolve()));
    this.#check();
  }

  #check(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#stream.destroyed) throw new ReaderGone();
  }
}

/** Whether writing failed because nobody reads. */
export const isGone = ({ code }: NodeJS.ErrnoException): boolean => code === "EPIPE" || code === "ERR_STREAM_DESTROYED";
