import type { Input, Output } from "./network-model.ts";

/** An operation of a run, from its begin to its answer. */
export interface TimedOperation {
  /** The network it is about. */
  readonly network: string;
  readonly input: Input;
  /** Undefined when there was no answer: it takes effect at any time after its begin, or never. */
  readonly output: Output | undefined;
  readonly begin: number;
  /** Infinity when there was no answer. */
  readonly end: number;
}

/** Writes down operations while they are made. The order of points is that of one process, so it is real time. */
export class OperationRecorder {
  readonly operations: TimedOperation[] = [];
  #now = 0;

  /** @param call gives undefined when there was no answer */
  async record(network: string, input: Input, call: () => Promise<Output | undefined>): Promise<Output | undefined> {
    const begin = this.#next();
    const output = await call();
    this.operations.push({ network, input, output, begin, end: output === undefined ? Infinity : this.#next() });
    return output;
  }

  #next(): number {
    this.#now += 1;
    return this.#now;
  }
}

/** An operation in words. */
export function describeOperation({ input, output }: TimedOperation): string {
  const { op, ...args } = input;
  return `${op} ${JSON.stringify(args)} → ${output === undefined ? "no answer" : JSON.stringify(output)}`;
}
