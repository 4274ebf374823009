import type { Inventory } from "@cadastre/inventory-core";

interface Way {
  readonly library: (inventory: Inventory, params: readonly string[], body: never) => PromiseLike<unknown>;
  readonly route: (...params: string[]) => string;
}

const way = (library: Way["library"], route: Way["route"]): Way => ({ library, route });

/** What clients and checks ask for, in both ways of asking. */
export const OPERATIONS = {
  "datacenter.create": way(
    (inventory, _, body) => inventory.datacenters.create(body),
    () => "POST /api/datacenters",
  ),
  "network.create": way(
    (inventory, _, body) => inventory.networks.create(body),
    () => "POST /api/networks",
  ),
  "network.update": way(
    (inventory, [id = ""], body) => inventory.networks.update(id, body),
    (id) => `PUT /api/networks/${id}`,
  ),
  "network.get": way(
    (inventory, [id = ""]) => inventory.networks.get(id),
    (id) => `GET /api/networks/${id}`,
  ),
  "network.list": way(
    (inventory) => inventory.networks.list(),
    () => "GET /api/networks",
  ),
  "network.allocate": way(
    (inventory, [id = ""], body) => inventory.networks.allocate(id, body),
    (id) => `POST /api/networks/${id}/networks`,
  ),
  "network.delete": way(
    (inventory, [id = ""]) => inventory.networks.delete(id),
    (id) => `DELETE /api/networks/${id}`,
  ),
  "pool.create": way(
    (inventory, [id = ""], body) => inventory.pools.create(id, body),
    (id) => `POST /api/networks/${id}/pools`,
  ),
  "pool.next-ip": way(
    (inventory, [id = ""]) => inventory.pools.nextIp(id),
    (id) => `GET /api/pools/${id}/next-ip`,
  ),
  "pool.heatmap": way(
    (inventory, [id = ""]) => inventory.pools.heatmap(id),
    (id) => `GET /api/pools/${id}/heatmap`,
  ),
  "pool.allocations": way(
    (inventory, [id = ""]) => inventory.pools.allocations(id),
    (id) => `GET /api/pools/${id}/allocations`,
  ),
  "allocation.create": way(
    (inventory, [id = ""], body) => inventory.pools.allocate(id, body),
    (id) => `POST /api/pools/${id}/allocations`,
  ),
  "allocation.release": way(
    (inventory, [id = ""]) => inventory.allocations.release(id),
    (id) => `DELETE /api/allocations/${id}`,
  ),
  "device.list": way(
    (inventory) => inventory.devices.list(),
    () => "GET /api/devices",
  ),
  "device.get": way(
    (inventory, [id = ""]) => inventory.devices.get(id),
    (id) => `GET /api/devices/${id}`,
  ),
  "device.create": way(
    (inventory, _, body) => inventory.devices.create(body),
    () => "POST /api/devices",
  ),
  "device.update": way(
    (inventory, [id = ""], body) => inventory.devices.update(id, body),
    (id) => `PUT /api/devices/${id}`,
  ),
  "device.delete": way(
    (inventory, [id = ""]) => inventory.devices.delete(id),
    (id) => `DELETE /api/devices/${id}`,
  ),
  "relationship.list": way(
    (inventory) => inventory.relationships.listAll(),
    () => "GET /api/relationships",
  ),
  "plan.create": way(
    (inventory, _, body) => inventory.plans.create(body),
    () => "POST /api/plans",
  ),
  "plan.list": way(
    (inventory) => inventory.plans.list(),
    () => "GET /api/plans",
  ),
  "plan.get": way(
    (inventory, [id = ""]) => inventory.plans.get(id),
    (id) => `GET /api/plans/${id}`,
  ),
  "plan.refresh": way(
    (inventory, [id = ""]) => inventory.plans.refresh(id),
    (id) => `POST /api/plans/${id}/refresh`,
  ),
  "plan.apply": way(
    (inventory, [id = ""]) => inventory.plans.apply(id),
    (id) => `POST /api/plans/${id}/apply`,
  ),
  "audit.list": way(
    (inventory) => inventory.audit.list(),
    () => "GET /api/audit",
  ),
} as const satisfies Record<string, Way>;

/** A call as data, so that it can be made in a child or over HTTP. */
export interface Request {
  readonly operation: keyof typeof OPERATIONS;
  /** Path parameters, in order. */
  readonly params: readonly string[];
  readonly body?: Readonly<Record<string, unknown>>;
}

export type Answer =
  | { readonly status: "ok"; readonly result: unknown }
  | { readonly status: "refused"; readonly code: string; readonly message: string }
  /** The process went before it answered: what was asked for may have happened or not. */
  | { readonly status: "gone" };

/** A process that answers calls until it is killed. */
export interface EngineProcess {
  call(request: Request): Promise<Answer>;
  /** SIGKILL. @returns when all that it had said is heard, and every call has an answer */
  kill(): Promise<void>;
}

/** Makes a call that must succeed. @throws when it does not */
export async function mustCall<T>(engine: Pick<EngineProcess, "call">, request: Request): Promise<T> {
  const answer = await engine.call(request);
  if (answer.status !== "ok") throw new Error(`${request.operation} ${request.params.join(" ")} failed: ${JSON.stringify(answer)}`);
  return answer.result as T;
}
