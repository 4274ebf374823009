import { conflictSteps } from "./conflict-steps.ts";
import { addressSteps } from "./device-steps.ts";
import { discoverySteps } from "./discovery-steps.ts";
import { allocateNetworks } from "./network-steps.ts";
import { relationshipSteps } from "./relationship-steps.ts";
import { shrinkRefusal } from "./rules.ts";
import { anyDatacenter, anySpace, MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";
import { isSpace, spaceSteps } from "./space-steps.ts";
import type { Model, ModelNetwork, ModelPool } from "./model.ts";
import { sizeOf, type Span, type Subnet, subnetText, textOf, within } from "./numbers.ts";

/** How many records there may be of each kind before more of them go than come. */
const MOST = { datacenters: 4, networks: 18, pools: 24, devices: 45 };

export const more = (count: number, most: number): number => (count >= most ? 0.05 : count < most / 3 ? 2 : 1);

/** The next operation. */
export function nextStep(scene: Scene): Step {
  const { model, random } = scene;
  const { datacenters, networks, pools, devices } = model;
  const makers: readonly (readonly [number, StepMaker])[] = [
    ...spaceSteps(more(datacenters.length, MOST.datacenters)),
    [8 * more(networks.length, MOST.networks), createNetwork],
    [3 * more(networks.length, MOST.networks), allocateNetworks],
    [6, updateNetwork],
    [networks.length > MOST.networks ? 8 : 2.5, deleteNetwork],
    [9 * more(pools.length, MOST.pools), createPool],
    [5, updatePool],
    [pools.length > MOST.pools ? 8 : 2, deletePool],
    ...addressSteps(more(devices.length, MOST.devices), devices.length > MOST.devices ? 12 : 4),
    ...conflictSteps,
    ...relationshipSteps,
    ...discoverySteps,
    [3, moveNetwork],
  ];
  for (;;) {
    const step = random.weighted(makers)(scene);
    if (step !== undefined) return step;
  }
}

const known = (model: Model, datacenter: string | null, space: string | null): boolean =>
  (datacenter === null || model.datacenters.includes(datacenter)) && isSpace(model, space);

/** A subnet: new, one that is there, or one inside or around another. */
function anySubnet({ model, random }: Scene): Subnet {
  const other = random.pick(model.networks);
  return other !== undefined && random.chance(0.15) ? other.subnet : random.subnet();
}

function createNetwork(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const subnet = anySubnet(scene);
  const datacenter = anyDatacenter(scene);
  const space = anySpace(scene);
  const name = `net-${random.below(1000)}`;
  const text = random.chance(0.03) ? `${textOf(subnet.lo)}/129` : subnetText(subnet);
  const refused = known(model, datacenter, space) && text === subnetText(subnet) ? null : "VALIDATION_ERROR";
  const body = { name, subnet: text, datacenter_id: datacenter, space_id: space, vlan_id: null };
  return step(
    `create network ${JSON.stringify(body)}`,
    refused,
    () => inventory.networks.create(body),
    ({ id }) => {
      const network: ModelNetwork = { id, name, vlan: null, datacenter, named: space, subnet };
      model.networks.push(network);
      model.enterRange(model.spaceOfNetwork(network), network.subnet);
    },
  );
}

/** A network with holds goes where another one has holds of the same addresses: spaces merge. */
function moveNetwork({ model, random, inventory }: Scene): Step | undefined {
  const network = random.pick(model.networks.filter((one) => model.allocations.some(({ pool }) => pool.network === one)));
  const twin = random.pick(
    model.networks.filter(
      (one) => network !== undefined && model.spaceOfNetwork(one) !== model.spaceOfNetwork(network) && model.poolsOf(one).length > 0,
    ),
  );
  if (network === undefined || twin === undefined) return undefined;
  const { datacenter, named } = twin;
  return step(
    `move network ${network.id} to ${datacenter} in ${named}`,
    null,
    () => inventory.networks.update(network.id, { datacenter_id: datacenter, space_id: named }),
    () => {
      const was = model.spaceOfNetwork(network);
      Object.assign(network, { datacenter, named });
      model.leaveRange(was, network.subnet);
      model.enterRange(model.spaceOfNetwork(network), network.subnet);
    },
  );
}

function updateNetwork(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const network = random.pick(model.networks);
  const subnet = random.chance(0.5) ? resized(scene, network) : undefined;
  const datacenter = random.chance(0.4) ? anyDatacenter(scene) : undefined;
  const space = random.chance(0.3) ? anySpace(scene) : undefined;
  const name = random.chance(0.2) ? `net-${random.below(1000)}` : undefined;
  const vlan = random.chance(0.1) ? 1 + random.below(3) : undefined;
  const body = {
    ...(subnet === undefined ? {} : { subnet: subnetText(subnet) }),
    ...(datacenter === undefined ? {} : { datacenter_id: datacenter }),
    ...(space === undefined ? {} : { space_id: space }),
    ...(name === undefined ? {} : { name }),
    ...(vlan === undefined ? {} : { vlan_id: vlan }),
  };
  const id = network?.id ?? MISSING;
  const fits =
    network === undefined ||
    subnet === undefined ||
    model.poolsOf(network).every(({ span }) => within(span.lo, subnet) && within(span.hi, subnet));
  const refused =
    network === undefined ? "NETWORK_NOT_FOUND" : fits && known(model, datacenter ?? null, space ?? null) ? null : "VALIDATION_ERROR";
  return step(
    `update network ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.networks.update(id, body),
    () => {
      if (network === undefined) return;
      const [was, wasIn] = [network.subnet, model.spaceOfNetwork(network)];
      Object.assign(network, { name: name ?? network.name, vlan: vlan ?? network.vlan, subnet: subnet ?? network.subnet });
      if (datacenter !== undefined) network.datacenter = datacenter;
      if (space !== undefined) network.named = space;
      const isIn = model.spaceOfNetwork(network);
      if (wasIn === isIn && subnetText(was) === subnetText(network.subnet)) return;
      model.leave(network, wasIn);
      model.forgetSeen(network, network.subnet);
      model.leaveRange(wasIn, was);
      model.enterRange(isIn, network.subnet);
    },
  );
}

/** Another subnet for a network: any, or mostly one that its pools may fit in. */
function resized(scene: Scene, network: ModelNetwork | undefined): Subnet {
  if (network === undefined || scene.random.chance(0.3)) return anySubnet(scene);
  const { lo, prefix } = network.subnet;
  const other = scene.random.subnet();
  return within(lo, other) ? other : { ...network.subnet, ...(prefix > 8 && scene.random.chance(0.7) ? widened(network.subnet) : {}) };
}

function widened({ lo, hi, prefix }: Subnet): Subnet {
  const size = hi - lo + 1n;
  const down = (lo / size) % 2n === 1n;
  return { lo: down ? lo - size : lo, hi: down ? hi : hi + size, prefix: prefix - 1 };
}

function deleteNetwork({ model, random, inventory }: Scene): Step {
  const network = random.pick(model.networks);
  const id = network?.id ?? MISSING;
  return step(
    `delete network ${id}`,
    network === undefined ? "NETWORK_NOT_FOUND" : null,
    () => inventory.networks.delete(id),
    () => {
      if (network === undefined) return;
      model.leaveRange(model.spaceOfNetwork(network), network.subnet, network);
      model.forgetSeen(network, null);
      model.removePools((pool) => pool.network === network);
      model.networks.splice(model.networks.indexOf(network), 1);
    },
  );
}

/** A range for a pool: inside its network, all of it, or now and then outside or backwards. */
function anySpan({ random }: Scene, subnet: Subnet): Span {
  if (random.chance(0.15)) return { lo: subnet.lo, hi: subnet.hi };
  const lo = random.chance(0.04) ? random.address() : random.within(subnet);
  const length = BigInt(random.of(1, 2, 3, 5, 10, 20, 60));
  const hi = random.chance(0.03) ? random.address() : lo + length - 1n <= subnet.hi ? lo + length - 1n : subnet.hi;
  return random.chance(0.04) ? { lo: hi, hi: lo } : { lo, hi };
}

function refusesSpan(model: Model, network: ModelNetwork, span: Span, self?: ModelPool): string | null {
  if (!within(span.lo, network.subnet) || !within(span.hi, network.subnet) || span.lo > span.hi) return "VALIDATION_ERROR";
  const overlaps = model.poolsOf(network).some((pool) => pool !== self && pool.span.lo <= span.hi && span.lo <= pool.span.hi);
  return overlaps ? "ALREADY_EXISTS" : null;
}

function createPool(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const network = random.pick(model.networks);
  const twin = random.chance(0.2)
    ? random.pick(
        model.pools.filter(({ span }) => network !== undefined && within(span.lo, network.subnet) && within(span.hi, network.subnet)),
      )
    : undefined;
  const span = twin?.span ?? anySpan(scene, network?.subnet ?? random.subnet());
  const name = `pool-${random.below(1000)}`;
  const id = network?.id ?? MISSING;
  const body = { name, start_ip: random.spelling(span.lo), end_ip: textOf(span.hi) };
  const refused = network === undefined ? "NETWORK_NOT_FOUND" : refusesSpan(model, network, span);
  return step(
    `create pool in ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.pools.create(id, body),
    (pool) => {
      if (network !== undefined) model.pools.push({ id: pool.id, network, name, span });
    },
  );
}

function updatePool(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const pool = random.pick(model.pools);
  const asked = anySpan(scene, pool?.network.subnet ?? random.subnet());
  const old = pool?.span ?? asked;
  const span = random.of<Span>(asked, { lo: old.lo, hi: asked.hi }, { lo: asked.lo, hi: old.hi }, old);
  const name = `pool-${random.below(1000)}`;
  const id = pool?.id ?? MISSING;
  const releases = random.chance(0.5);
  const body = {
    ...(span.lo === old.lo ? {} : { start_ip: textOf(span.lo) }),
    ...(span.hi === old.hi ? {} : { end_ip: random.spelling(span.hi) }),
    ...(span === old ? { name } : {}),
    ...(releases ? { release_outside: true } : {}),
  };
  const leavesOut = (one: { readonly pool: ModelPool; readonly n: bigint }): boolean => one.pool === pool && !within(one.n, span);
  const refused =
    pool === undefined
      ? "POOL_NOT_FOUND"
      : (refusesSpan(model, pool.network, span, pool) ?? (releases ? null : shrinkRefusal(pool, span, model.allocations)));
  return step(
    `update pool ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.pools.update(id, body),
    () => {
      if (pool === undefined) return;
      if (body.name !== undefined) pool.name = body.name;
      pool.span = span;
      model.removeAllocations(leavesOut);
      if (sizeOf(span) !== sizeOf(old) || span.lo !== old.lo) model.detach(pool, span);
    },
  );
}

function deletePool({ model, random, inventory }: Scene): Step {
  const pool = random.pick(model.pools);
  const id = pool?.id ?? MISSING;
  return step(
    `delete pool ${id}`,
    pool === undefined ? "POOL_NOT_FOUND" : null,
    () => inventory.pools.delete(id),
    () => {
      if (pool === undefined) return;
      model.detach(pool, null);
      model.removePools((one) => one === pool);
    },
  );
}
