/** A program of the system that a trial runs: what it is called, and the package of Debian that has it. */
export interface Need {
  readonly program: string;
  readonly debian: string;
}

export interface TrialContext {
  /** An empty folder of this trial's own, removed after it. */
  readonly folder: string;
  readonly signal: AbortSignal;
  /** A line for the reader: what was done, and what it took. */
  readonly report: (line: string) => void;
  /** Where a program that the trial needs was found. @throws when the trial has not said that it needs it */
  readonly program: (name: string) => string;
  /** To be done after the trial, also when it fails, in reverse order: servers to stop, namespaces to remove. */
  readonly afterwards: (work: () => unknown) => void;
}

/** Cadastre beside a real part that users run it with. It passes when it returns, and fails with what it throws. */
export interface Trial {
  readonly name: string;
  readonly about: string;
  /** It is skipped, and says so, where one of them is not installed. */
  readonly needs: readonly Need[];
  /** It takes less than a minute, and no more than the programs that it needs: `.ci/run` runs it. */
  readonly quick?: boolean;
  /** It makes namespaces, users or units, and is skipped for others than root. */
  readonly root?: boolean;
  readonly run: (context: TrialContext) => Promise<void>;
}

/** A trial cannot run here, although its programs are installed: a registry is out of reach. The message says why. */
export class SkippedTrial extends Error {}
