import { type CallContext, type Clock, coreErrors, type OpenStorage, serviceToken } from "@cadastre/inventory-core";
import type { PlanMaker } from "@cadastre/inventory-core/discovery";
import { askedByAgent, type ListedTargetSource } from "../devices/listed-targets.ts";
import type { SnmpDevice } from "../devices/snmp-device.ts";
import { neighboursHeard, reported } from "../ports/neighbours-heard.ts";
import type { DeviceTurns } from "../devices/device-turns.ts";
import { problemsOf, readDevices } from "../ports/read-devices.ts";
import { DeviceMatcher } from "./device-matcher.ts";
import { MAX_PLANNED_NEIGHBOURS, type NeighbourOfDevice, neighboursOfDevice, sharedOut } from "./heard-neighbours.ts";
import type { HeardLink, LinkProposal, UnmatchedNeighbour } from "./link-proposal.ts";
import { LINK_TYPE, linkKey, PLAN_TITLE, plannedPairs, relatedPairs } from "./related-pairs.ts";
import type { SiteHearings } from "./site-hearings.ts";

export const LINK_PLANNER = serviceToken<LinkPlanner>("snmp-link-planner");

/** How often a plan is made when others are first. */
const MAX_ATTEMPTS = 4;
/** Steps of one plan. */
const MAX_STEPS = 1000;

/** Days after which what an agent told counts no more: cables move, and a device that is still there has been read since. */
const MAX_HEARING_DAYS = 30;
const DAY_MS = 86_400_000;

/** What plans of connections are made with. */
export interface LinkPlannerParts {
  readonly storage: OpenStorage;
  readonly plans: PlanMaker;
  readonly source: ListedTargetSource;
  readonly hearings: SiteHearings;
  readonly clock: Clock;
  readonly turns: DeviceTurns;
  /** Milliseconds that one device may take. */
  readonly deviceTimeMs: number;
}

/** Proposes relationships between devices that hear each other by LLDP or CDP. */
export class LinkPlanner {
  readonly #parts: LinkPlannerParts;

  constructor(parts: LinkPlannerParts) {
    this.#parts = parts;
  }

  /**
   * Reads the neighbours of all listed devices, takes those of the devices that agents ask from what these told last, and plans a
   * relationship for each pair of devices that is not related and of which no open plan of this kind says so. Nothing is applied.
   * @throws BUSY while another call of the caller asks devices, or those of too many callers
   */
  async plan(call: CallContext): Promise<LinkProposal> {
    return await this.#parts.turns.run(call, async () => await this.#plan(call));
  }

  async #plan(call: CallContext): Promise<LinkProposal> {
    const { source, deviceTimeMs } = this.#parts;
    const { listed, warnings, away } = await source.all();
    const readings = await readDevices(
      listed.map(({ target }) => target),
      deviceTimeMs,
      call.signal ?? new AbortController().signal,
      "links",
    );
    const problems = [...warnings, ...problemsOf(readings)];
    const heard = listed.map(({ device }, at) =>
      neighboursOfDevice(
        device,
        // One more than is looked at, so that the answer says when there are more.
        reported(neighboursHeard(device.id, (readings[at] as (typeof readings)[number]).tables), MAX_PLANNED_NEIGHBOURS + 1),
      ),
    );
    const { told, silent } = await this.#toldOf(away);
    problems.push(...silent);
    const all = [...heard, ...told];
    const looked = sharedOut(all, MAX_PLANNED_NEIGHBOURS);
    for (const [at, neighbours] of all.entries()) {
      const { length } = looked[at] as (typeof looked)[number];
      if (length < neighbours.length)
        problems.push(`${neighbours[0]?.heardBy} hears more than ${length} neighbours: ${length} were looked at`);
    }
    const { links, unmatched } = await this.#linksOf(looked.flat());
    return { ...(await this.#planned(links, call)), unmatched, problems };
  }

  /** What agents told of devices, until there is more than is looked at; and of which they told nothing. */
  async #toldOf(away: readonly SnmpDevice[]): Promise<{ told: readonly NeighbourOfDevice[][]; silent: readonly string[] }> {
    const { hearings, clock } = this.#parts;
    const told: NeighbourOfDevice[][] = [];
    const heard = new Set<string>();
    let count = 0;
    for await (const some of hearings.of(away, new Date(clock.now() - MAX_HEARING_DAYS * DAY_MS).toISOString())) {
      for (const { device, heard: neighbours, space } of some) {
        heard.add(device.id);
        told.push(neighboursOfDevice(device, neighbours, space));
        count += neighbours.neighbours.length;
      }
      if (count > MAX_PLANNED_NEIGHBOURS) {
        const rest = away.length - heard.size;
        return {
          told,
          silent:
            rest > 0
              ? [`${rest} of the devices that agents ask were skipped: the others have more than ${MAX_PLANNED_NEIGHBOURS} neighbours`]
              : [],
        };
      }
    }
    const silent = away.filter(({ id }) => !heard.has(id));
    return { told, silent: silent.map((device) => `${askedByAgent(device)}, and none of the last ${MAX_HEARING_DAYS} days read it`) };
  }

  /** Plans what is not related and not planned yet; again, where another run was first. @throws CONFLICT */
  async #planned(links: ReadonlyMap<string, HeardLink>, call: CallContext): Promise<Pick<LinkProposal, "plan_id" | "proposed" | "known">> {
    const deviceIds = [...links.values()].flatMap(({ device_id: id, neighbour_id: other }) => [id, other]);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const related = await relatedPairs(this.#parts.storage.read, deviceIds);
      const fresh = [...links].filter(([key]) => !related.has(key)).slice(0, MAX_STEPS);
      const proposed = fresh.map(([, link]) => link);
      const known = [...links.keys()].filter((key) => related.has(key)).length;
      if (fresh.length === 0) return { plan_id: null, proposed, known };
      try {
        return { plan_id: await this.#create(new Map(fresh), call), proposed, known };
      } catch (error) {
        if (!(error instanceof PlannedMeanwhile)) throw error;
      }
    }
    throw coreErrors.CONFLICT({ reason: "other plans of connections are made again and again; try again later" });
  }

  /** Each pair of devices once, by its key. */
  async #linksOf(heard: readonly NeighbourOfDevice[]): Promise<{ links: ReadonlyMap<string, HeardLink>; unmatched: UnmatchedNeighbour[] }> {
    const matcher = await DeviceMatcher.of(
      this.#parts.storage,
      heard.flatMap(({ self, other }) => [self, other]),
    );
    const links = new Map<string, HeardLink>();
    const unmatched: UnmatchedNeighbour[] = [];
    for (const { heardBy, self, other, neighbour } of heard) {
      const { port } = neighbour;
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
      if (!links.has(key))
        links.set(key, { device_id: one.deviceId, port, neighbour_id: two.deviceId, neighbour_port: neighbour.neighbourPort });
    }
    return { links, unmatched };
  }

  /** @throws PlannedMeanwhile */
  async #create(links: ReadonlyMap<string, HeardLink>, call: CallContext): Promise<string> {
    const steps = [...links.values()].map(({ device_id: id, neighbour_id: other }) => ({
      operation: "relationships.create",
      params: { id },
      body: { child_id: other, type: LINK_TYPE },
    }));
    return await this.#parts.plans.make(
      { title: PLAN_TITLE, description: descriptionOf([...links.values()]), steps },
      call,
      async (change) => {
        // Rehearsing takes a while, and other runs, of other hosts too, do not wait for it.
        await change.lock({ on: "name", name: "snmp-link-plans" });
        const planned = await plannedPairs(change);
        if ([...links.keys()].some((key) => planned.has(key))) throw new PlannedMeanwhile();
      },
    );
  }
}

/** Another run has planned a connection since it was looked for. */
class PlannedMeanwhile extends Error {}

const MAX_DESCRIPTION = 4000;

/** The ports at both ends, a line a connection. */
function descriptionOf(links: readonly HeardLink[]): string {
  const text = links.map(
    ({ device_id: id, port, neighbour_id: other, neighbour_port: otherPort }) => `${id} ${port} – ${other} ${otherPort}`,
  );
  return text.join("\n").slice(0, MAX_DESCRIPTION);
}
