import { stepModel } from "./model-step.ts";
import { isRead, type NetworkState } from "./network-model.ts";
import { describeOperation, type TimedOperation } from "./operation-history.ts";

export interface Explanation {
  /** Undefined when the search was given up. */
  readonly explained: boolean | undefined;
  /** How far the search came, and what it could not get past. */
  readonly reason: string;
  readonly steps: number;
}

/** Steps after which a search is given up. */
const MAX_STEPS = 2_000_000;

/** A point of the search: what has happened, and what may happen next. */
interface Node {
  readonly state: NetworkState;
  /** The first operation, by begin, that has an answer and has not happened. */
  readonly frontier: number;
  /** Operations beyond the frontier, and those without an answer, that have happened. */
  readonly ahead: ReadonlySet<number>;
  readonly happened: number;
  readonly candidates: number[];
}

/**
 * Looks for an order of the operations of one network that agrees with real time and explains every answer, depth
 * first, and never twice from the same set of operations in the same state (Wing & Gong; Lowe).
 */
export function explainNetwork(initial: NetworkState, operations: readonly TimedOperation[]): Explanation {
  return new Search(operations).run(initial);
}

class Search {
  /** By begin. An operation that only looked and has no answer says nothing. */
  readonly #operations: readonly TimedOperation[];
  readonly #answered: number;
  readonly #unanswered: readonly number[];
  readonly #seen = new Set<string>();
  #deepest: Node | undefined;
  #steps = 0;

  constructor(operations: readonly TimedOperation[]) {
    this.#operations = operations
      .filter(({ input, output }) => output !== undefined || !isRead(input))
      .toSorted((a, b) => a.begin - b.begin);
    this.#unanswered = this.#operations.flatMap(({ output }, index) => (output === undefined ? [index] : []));
    this.#answered = this.#operations.length - this.#unanswered.length;
  }

  run(initial: NetworkState): Explanation {
    const stack = [this.#node(initial, 0, new Set(), 0)];
    for (let node = stack.at(-1); node !== undefined; node = stack.at(-1)) {
      // What has no answer may never happen.
      if (node.happened === this.#answered) return { explained: true, reason: "", steps: this.#steps };
      if (this.#steps > MAX_STEPS)
        return { explained: undefined, reason: `given up after ${this.#steps} steps: ${this.#where()}`, steps: this.#steps };
      const next = this.#advance(node);
      if (next === undefined) stack.pop();
      else stack.push(next);
    }
    return { explained: false, reason: this.#where(), steps: this.#steps };
  }

  /** The next point that is new, or undefined when there is none. */
  #advance(node: Node): Node | undefined {
    for (let index = node.candidates.shift(); index !== undefined; index = node.candidates.shift()) {
      this.#steps += 1;
      const { input, output } = this.#operations[index] as TimedOperation;
      const state = stepModel(node.state, input, output, String(index));
      if (state === undefined) continue;
      const answered = output !== undefined;
      const unchanged = state === node.state;
      // Without an answer and without an effect it is the same as never.
      if (unchanged && !answered) continue;
      // What changes nothing may as well happen now: nothing else needs to be tried before it.
      if (unchanged) node.candidates.length = 0;
      const next = this.#node(state, node.frontier, new Set([...node.ahead, index]), node.happened + Number(answered));
      const key =
        `${next.frontier} ${[...next.ahead].toSorted((a, b) => a - b).join()} ` +
        `${JSON.stringify([state.datacenter, state.allocations, state.devices])}`;
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      return next;
    }
    return undefined;
  }

  #node(state: NetworkState, from: number, happened: Set<number>, count: number): Node {
    const ahead = happened;
    let frontier = from;
    for (; frontier < this.#operations.length; frontier += 1) {
      if (this.#operations[frontier]?.output === undefined) continue;
      if (!ahead.delete(frontier)) break;
    }
    const node: Node = { state, frontier, ahead, happened: count, candidates: this.#candidates(frontier, ahead) };
    if (this.#deepest === undefined || count > this.#deepest.happened) this.#deepest = node;
    return node;
  }

  /** What may happen next: all that begins before the first answer that is still to come. The likely ones come first. */
  #candidates(frontier: number, ahead: ReadonlySet<number>): number[] {
    const found = this.#unanswered.filter((index) => index < frontier && !ahead.has(index));
    let firstEnd = Infinity;
    for (let index = frontier; index < this.#operations.length; index += 1) {
      const { begin, end } = this.#operations[index] as TimedOperation;
      if (begin > firstEnd) break;
      if (ahead.has(index)) continue;
      found.push(index);
      firstEnd = Math.min(firstEnd, end);
    }
    return found.toSorted((a, b) => this.#rank(a) - this.#rank(b) || a - b);
  }

  /** Reads first, which leave nothing else to be tried; then by answer, since most take effect just before it. */
  #rank(index: number): number {
    const { input, end } = this.#operations[index] as TimedOperation;
    return isRead(input) ? -1 : Math.min(end, Number.MAX_SAFE_INTEGER);
  }

  #where(): string {
    const node = this.#deepest;
    if (node === undefined) return "nothing could happen";
    const next = this.#candidates(node.frontier, node.ahead).map((index) => describeOperation(this.#operations[index] as TimedOperation));
    const { allocations, devices, datacenter } = node.state;
    return (
      `${node.happened} of ${this.#answered} operations have an order; then none of these fits: ${next.slice(0, 8).join("; ")}; in the ` +
      `state ${JSON.stringify({ datacenter, allocations, devices })}`
    );
  }
}
