import { cidrContains, type Cidr, parseCidr } from "../address/cidr.ts";
import type { Draft } from "../contract/errors/validation.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { JsonPieces } from "../contract/operations/result.ts";
import { serviceToken } from "../contract/service-token.ts";
import type { OpenStorage, Queries } from "../contract/storage/storage.ts";
import { boundsOfSubnet } from "../networks/network-rules.ts";
import type { Plan, PlanCreate } from "../plans/plan.ts";
import type { PlanService } from "../plans/plan-service.ts";
import { adoptPlan } from "./adopt-vlans.ts";
import { mergePlan } from "./merge-plan.ts";
import type { NetworkMerge, NetworkRenumber, NetworkResize, NetworkSplit } from "./network-plan.ts";
import { cidrOfNetwork, planOf, plannedNetwork, type PlannedNetwork, refuseTooMany } from "./planned-network.ts";
import { refuseLeftOutside } from "./pool-cuts.ts";
import { renumberPlan } from "./renumber-plan.ts";
import { splitPlan } from "./split-plan.ts";

export const NETWORK_PLANS = serviceToken<NetworkPlanService>("network-plans");

type Answer = Promise<JsonPieces<Plan>>;

/** Changes of networks that are always looked at first: each makes a plan, and changes nothing by itself. */
export class NetworkPlanService {
  readonly #storage: OpenStorage;
  readonly #plans: PlanService;

  constructor(storage: OpenStorage, plans: PlanService) {
    this.#storage = storage;
    this.#plans = plans;
  }

  /** @throws NETWORK_NOT_FOUND */
  async networkMustExist(id: string): Promise<void> {
    await plannedNetwork(this.#storage.read, id);
  }

  /** A plan that was made before. @throws NOT_FOUND */
  async plan(id: string, call: CallContext): Answer {
    return await this.#plans.get(id, call);
  }

  /** @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, CONFLICT for pools that would be cut, FORBIDDEN */
  async split(id: string, draft: Draft<NetworkSplit>, call: CallContext): Answer {
    return await this.#plan(id, call, async (read, network) => {
      const plan = await splitPlan(read, network, draft, call.principal);
      await refuseTooMany(read, [id]);
      return plan;
    });
  }

  /** @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, CONFLICT, FORBIDDEN */
  async merge(id: string, draft: Draft<NetworkMerge>, call: CallContext): Answer {
    return await this.#plan(id, call, async (read, network) => {
      const plan = await mergePlan(read, network, draft);
      await refuseTooMany(read, draft.valid().network_ids);
      return plan;
    });
  }

  /** @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, CONFLICT for pools that would be left outside, FORBIDDEN */
  async resize(id: string, draft: Draft<NetworkResize>, call: CallContext): Answer {
    return await this.#plan(id, call, async (read, network) => {
      const before = cidrOfNetwork(network);
      const { subnet } = draft.fields;
      const problem = subnet === undefined ? undefined : sizeProblem(before, subnet);
      if (problem !== undefined) draft.problems.add("subnet", problem);
      const given = draft.valid();
      await refuseLeftOutside(read, id, boundsOfSubnet(given.subnet), call.principal);
      return planOf(`Resize ${network.name} from ${network.subnet} to ${given.subnet}`, [
        { operation: "networks.update", params: { id }, body: { subnet: given.subnet } },
      ]);
    });
  }

  /** @throws NETWORK_NOT_FOUND, VALIDATION_ERROR, CONFLICT, FORBIDDEN */
  async renumber(id: string, draft: Draft<NetworkRenumber>, call: CallContext): Answer {
    return await this.#plan(id, call, async (read, network) => await renumberPlan(read, network, draft));
  }

  /** @throws VLAN_GROUP_NOT_FOUND, CONFLICT for a group in no place, or with nothing to adopt, FORBIDDEN */
  async adopt(groupId: string, call: CallContext): Answer {
    return await this.#plans.make(await adoptPlan(this.#storage.read, groupId), call);
  }

  async #plan(id: string, call: CallContext, make: (read: Queries, network: PlannedNetwork) => Promise<PlanCreate>): Answer {
    const { read } = this.#storage;
    return await this.#plans.make(await make(read, await plannedNetwork(read, id)), call);
  }
}

/** What speaks against another size of a subnet: it contains the other, or lies in it. */
function sizeProblem(before: Cidr, subnet: string): string | undefined {
  const parsed = parseCidr(subnet);
  if (!parsed.ok) return undefined;
  const { cidr } = parsed;
  if (cidr.text === before.text) return "is that of the network already";
  if (cidr.family === before.family && (cidrContains(cidr, before) || cidrContains(before, cidr))) return undefined;
  return `must contain ${before.text} or lie in it; renumbering moves a network to other addresses`;
}
