/** A place in the tree of paths. */
interface Branch<Found> {
  readonly branches: Map<string, Branch<Found>>;
  /** Where a parameter goes on. */
  parameter: Branch<Found> | undefined;
  /** What is found where a path ends. */
  end: Leaf<Found> | undefined;
  /** What is found for every path that goes on and has no other place. */
  rest: Leaf<Found> | undefined;
}

interface Leaf<Found> {
  readonly found: Found;
  /** Names of the parameters, in the order of the path. */
  readonly names: readonly string[];
}

/** What a path leads to. */
export interface FoundRoute<Found> {
  readonly found: Found;
  readonly params: Readonly<Record<string, string>> | undefined;
}

/**
 * Targets of requests that mean to every parser what they say: no escapes, no steps, no empty segments. What a URL parser might see in
 * others is left to h3.
 */
const PLAIN_TARGET = /^(?:\/[\w~-][\w.~-]*)+(?:\?[!$-&(-;=?-~]*)?$/;

const branch = <Found>(): Branch<Found> => ({ branches: new Map(), parameter: undefined, end: undefined, rest: undefined });

/** Routes by their paths, as h3 has them: a segment that is written out goes before a parameter, and that before `/**`. */
export class RouteTree<Found> {
  readonly #root = branch<Found>();

  /** @param pattern as h3 writes it: `/api/devices/:id`, `/api/**` */
  add(pattern: string, found: Found): void {
    const names: string[] = [];
    let at = this.#root;
    for (const segment of pattern.split("/").slice(1)) {
      if (segment === "**") {
        at.rest = { found, names };
        return;
      }
      if (segment.startsWith(":")) {
        names.push(segment.slice(1));
        at = at.parameter ??= branch();
      } else {
        let below = at.branches.get(segment);
        if (below === undefined) at.branches.set(segment, (below = branch()));
        at = below;
      }
    }
    at.end = { found, names };
  }

  /** What the target of a request leads to; undefined also where h3 is to be asked. */
  find(target: string | undefined): FoundRoute<Found> | undefined {
    if (target === undefined || !PLAIN_TARGET.test(target)) return undefined;
    const end = target.indexOf("?");
    const segments = (end === -1 ? target : target.slice(0, end)).split("/");
    const given: string[] = [];
    const leaf = leafOf(this.#root, segments, 1, given);
    if (leaf === undefined) return undefined;
    if (leaf.names.length === 0) return { found: leaf.found, params: undefined };
    const params: Record<string, string> = {};
    for (const [index, name] of leaf.names.entries()) params[name] = given[index] as string;
    return { found: leaf.found, params };
  }
}

/** @param given gets what stands for the parameters */
function leafOf<Found>(at: Branch<Found>, segments: readonly string[], index: number, given: string[]): Leaf<Found> | undefined {
  if (index === segments.length) return at.end ?? at.rest;
  const segment = segments[index] as string;
  const below = at.branches.get(segment);
  const found = below === undefined ? undefined : leafOf(below, segments, index + 1, given);
  if (found !== undefined) return found;
  if (at.parameter !== undefined) {
    const depth = given.length;
    given.push(segment);
    const through = leafOf(at.parameter, segments, index + 1, given);
    if (through !== undefined) return through;
    given.length = depth;
  }
  return at.rest;
}
