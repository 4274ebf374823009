import type { Answer } from "../allocators/operations.ts";

/** A network that was given. */
export interface GivenNetwork {
  readonly id: string;
  readonly subnet: string;
}

export type NetworkSubject =
  /** Calls with the same tag are one request, repeated; its tag is also the description of what it is given. */
  | { readonly kind: "allocate"; readonly tag: string; readonly count: number; readonly length: number }
  | { readonly kind: "delete"; readonly network: string };

export type NetworkOutcome =
  | { readonly is: "ok"; readonly given: readonly GivenNetwork[] }
  | { readonly is: "refused"; readonly code: string; readonly message: string }
  /** Happened or not: the process went, or said that its database is out of reach. */
  | { readonly is: "unknown" };

/** A call that a client made, and the points of the run between which it was made. */
export interface NetworkCall {
  readonly subject: NetworkSubject;
  readonly begin: number;
  readonly end: number;
  readonly outcome: NetworkOutcome;
}

/** Writes down what clients do while they do it. */
export class NetworkRecorder {
  readonly calls: NetworkCall[] = [];
  #points = 0;

  /** Makes a call and remembers it. */
  async record(subject: NetworkSubject, call: () => Promise<Answer>): Promise<NetworkOutcome> {
    const begin = this.#points++;
    const outcome = outcomeOf(subject, await call());
    this.calls.push({ subject, begin, end: this.#points++, outcome });
    return outcome;
  }
}

function outcomeOf({ kind }: NetworkSubject, answer: Answer): NetworkOutcome {
  // "Out of reach" may be said after the commit was sent.
  if (answer.status === "gone" || (answer.status === "refused" && answer.code === "UNAVAILABLE")) return { is: "unknown" };
  if (answer.status === "refused") return { is: "refused", code: answer.code, message: answer.message };
  if (kind === "delete") return { is: "ok", given: [] };
  const { networks } = answer.result as { readonly networks: readonly GivenNetwork[] };
  return { is: "ok", given: networks.map(({ id, subnet }) => ({ id, subnet })) };
}
