import { CommandFailure, EXIT } from "../exit-codes.ts";

type Heard = "SIGINT" | "SIGTERM";

const EXIT_OF: Readonly<Record<Heard, typeof EXIT.interrupted | typeof EXIT.terminated>> = {
  SIGINT: EXIT.interrupted,
  SIGTERM: EXIT.terminated,
};

/** What signals do while some work goes on. */
interface Interruption extends Disposable {
  /** Aborted by the first signal; its reason is a CommandFailure with the code that shells know. */
  readonly signal: AbortSignal;
  /** The first signal. */
  readonly name: Heard | undefined;
}

/** Lets signals end a piece of work in its own way, until it is disposed of; a second one ends the process at once. */
export function onSignals(...names: readonly Heard[]): Interruption {
  const controller = new AbortController();
  let first: Heard | undefined;
  const listeners = names.map((name) => {
    const heard = (): void => {
      if (first !== undefined) process.exit(EXIT_OF[name]);
      first = name;
      controller.abort(new CommandFailure(`interrupted by ${name}`, EXIT_OF[name]));
    };
    process.on(name, heard);
    return { name, heard };
  });
  return {
    signal: controller.signal,
    get name() {
      return first;
    },
    [Symbol.dispose]: () => {
      for (const { name, heard } of listeners) process.off(name, heard);
    },
  };
}

/**
 * Does some work that SIGTERM and SIGINT end: it is told by the abort signal, and cleans up after itself.
 * @throws CommandFailure with the code that shells know (130, 143) when it was interrupted
 */
export async function untilSignal<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  using interruption = onSignals("SIGINT", "SIGTERM");
  try {
    return await work(interruption.signal);
  } catch (error) {
    // What fails because of the interruption is no failure of its own.
    throw interruption.name === undefined
      ? error
      : new CommandFailure(`interrupted by ${interruption.name}: nothing was left behind`, EXIT_OF[interruption.name]);
  }
}
