import { type AnyOperation, type CallContext, coreErrors, type Host, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import type { ListedTargetSource } from "../devices/listed-targets.ts";
import { problemsOf, readDevices } from "../ports/read-devices.ts";
import { DeviceMatcher } from "./device-matcher.ts";
import { heardNeighbours, type HeardNeighbour, MAX_NEIGHBOURS } from "./heard-neighbours.ts";
import type { HeardLink, LinkProposal, UnmatchedNeighbour } from "./link-proposal.ts";
import { LINK_TYPE, linkKey, PLAN_TITLE, relatedPairs } from "./related-pairs.ts";

export const LINK_PLANNER = serviceToken<LinkPlanner>("snmp-link-planner");

/** Steps of one plan. */
const MAX_STEPS = 1000;

/** Proposes relationships between devices that hear each other by LLDP or CDP. */
export class LinkPlanner {
  readonly #storage: OpenStorage;
  readonly #source: ListedTargetSource;
  readonly #deviceTimeMs: number;
  #host: Pick<Host, "operations" | "execute"> | undefined;

  constructor(storage: OpenStorage, source: ListedTargetSource, deviceTimeMs: number) {
    this.#storage = storage;
    this.#source = source;
    this.#deviceTimeMs = deviceTimeMs;
  }

  /** @param host has the plans; called once, when it starts */
  start(host: Pick<Host, "operations" | "execute">): void {
    this.#host = host;
  }

  /**
   * Reads the neighbours of all listed devices, and plans a relationship for each pair of devices that is not related and of which no
   * open plan of this kind says so. Nothing is applied.
   */
  async plan(call: CallContext): Promise<LinkProposal> {
    const { listed, warnings } = await this.#source.all();
    const readings = await readDevices(
      listed.map(({ target }) => target),
      this.#deviceTimeMs,
      call.signal ?? new AbortController().signal,
      "links",
    );
    const problems = [...warnings, ...problemsOf(readings)];
    const heard = listed.flatMap(({ device }, at) => heardNeighbours(device, (readings[at] as (typeof readings)[number]).tables));
    if (heard.length > MAX_NEIGHBOURS) problems.push(`only ${MAX_NEIGHBOURS} of ${heard.length} neighbours were looked at`);
    const { links, unmatched } = await this.#linksOf(heard.slice(0, MAX_NEIGHBOURS));
    const related = await relatedPairs(
      this.#storage.read,
      [...links.values()].flatMap(({ device_id: id, neighbour_id: other }) => [id, other]),
    );
    const fresh = [...links].flatMap(([key, link]) => (related.has(key) ? [] : [link])).slice(0, MAX_STEPS);
    return {
      plan_id: fresh.length === 0 ? null : await this.#create(fresh, call),
      proposed: fresh,
      known: [...links.keys()].filter((key) => related.has(key)).length,
      unmatched,
      problems,
    };
  }

  /** Each pair of devices once, by its key. */
  async #linksOf(heard: readonly HeardNeighbour[]): Promise<{ links: ReadonlyMap<string, HeardLink>; unmatched: UnmatchedNeighbour[] }> {
    const matcher = await DeviceMatcher.of(
      this.#storage,
      heard.flatMap(({ self, other }) => [self, other]),
    );
    const links = new Map<string, HeardLink>();
    const unmatched: UnmatchedNeighbour[] = [];
    for (const { heardBy, port, self, other, neighbour } of heard) {
      const [one, two] = [matcher.match(self), matcher.match(other)];
      if ("reason" in one || "reason" in two) {
        const reason = "reason" in one ? `${heardBy} is no device of the inventory: ${one.reason}` : (two as { reason: string }).reason;
        unmatched.push({
          heard_by: heardBy,
          port,
          name: neighbour.name,
          macs: [...neighbour.macs],
          addresses: [...neighbour.addresses],
          reason,
        });
        continue;
      }
      if (one.deviceId === two.deviceId) continue;
      const key = linkKey(one.deviceId, two.deviceId);
      if (!links.has(key)) links.set(key, { device_id: one.deviceId, port, neighbour_id: two.deviceId, neighbour_port: neighbour.port });
    }
    return { links, unmatched };
  }

  async #create(links: readonly HeardLink[], call: CallContext): Promise<string> {
    const operation = this.#host?.operations.find(({ id }) => id === "plans.create") as AnyOperation | undefined;
    if (this.#host === undefined || operation === undefined) throw coreErrors.UNAVAILABLE({ reason: "this host has no plans" });
    const body = {
      title: PLAN_TITLE,
      description: descriptionOf(links),
      steps: links.map(({ device_id: id, neighbour_id: other }) => ({
        operation: "relationships.create",
        params: { id },
        body: { child_id: other, type: LINK_TYPE },
      })),
    };
    const made = await this.#host.execute(operation, { params: {}, query: undefined, body: async () => await Promise.resolve(body) }, call);
    if (made.kind !== "record") throw new TypeError("a plan is a record");
    return (JSON.parse(made.value.text) as { readonly id: string }).id;
  }
}

const MAX_DESCRIPTION = 4000;

/** The ports at both ends, a line a connection. */
function descriptionOf(links: readonly HeardLink[]): string {
  const text = links.map(
    ({ device_id: id, port, neighbour_id: other, neighbour_port: otherPort }) => `${id} ${port} – ${other} ${otherPort}`,
  );
  return text.join("\n").slice(0, MAX_DESCRIPTION);
}
