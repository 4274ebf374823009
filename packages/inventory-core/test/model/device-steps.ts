import { anyDatacenter, MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";
import { type AskedAddress, type ModelAddress, type ModelAllocation, type ModelDevice, type ModelPool, type Status } from "./model.ts";
import { numberOf, textOf, within } from "./numbers.ts";

/** Steps of devices, of allocations and of time, with their weights. */
export function addressSteps(moreDevices: number, fewerDevices: number): readonly (readonly [number, StepMaker])[] {
  return [
    [14 * moreDevices, createDevice],
    [14, updateDevice],
    [fewerDevices, deleteDevice],
    [16, allocate],
    [5, repeatKey],
    [2, forgetKey],
    [5, releaseAllocation],
    [7, passTime],
  ];
}

function anyAddress({ model, random }: Scene): bigint {
  const held = random.pick(model.allocations);
  const other = random.pick(random.pick(model.devices)?.addresses ?? []);
  const pool = random.pick(model.pools);
  const network = random.pick(model.networks);
  const chance = random.next();
  if (chance < 0.15 && held !== undefined) return held.n;
  if (chance < 0.3 && other !== undefined) return other.n;
  if (chance < 0.6 && pool !== undefined) return random.within(pool.span);
  return chance < 0.85 && network !== undefined ? random.within(network.subnet) : random.address();
}

/** An address to ask for: mostly plain, sometimes with network or pool, rightly or wrongly. */
function askedAddress(scene: Scene): AskedAddress {
  const { model, random } = scene;
  const n = anyAddress(scene);
  const chance = random.next();
  const networks = chance < 0.98 ? model.networks.filter(({ subnet }) => within(n, subnet)) : model.networks;
  const pools = chance < 0.98 ? model.pools.filter(({ span }) => within(n, span)) : model.pools;
  const network = random.chance(0.25) ? (random.chance(0.02) ? MISSING : random.pick(networks)?.id) : undefined;
  const fitting = network === undefined || random.chance(0.1) ? pools : pools.filter((pool) => pool.network.id === network);
  const pool = random.chance(0.15) ? random.pick(fitting)?.id : undefined;
  const stray = random.chance(0.05) ? random.pick(random.pick(model.devices)?.addresses ?? [])?.id : undefined;
  return {
    ...(stray === undefined ? {} : { id: stray }),
    n,
    port: random.of(null, null, null, 22, 443),
    label: random.of("", "mgmt"),
    network: network ?? null,
    pool: pool ?? null,
  };
}

function askedAddresses(scene: Scene, device?: ModelDevice): AskedAddress[] {
  const { random } = scene;
  const kept = (device?.addresses ?? [])
    .filter(() => random.chance(0.75))
    .map((address): AskedAddress => {
      const follows = random.chance(0.4);
      return {
        ...(random.chance(0.8) ? { id: address.id } : {}),
        n: address.n,
        port: address.port,
        label: address.label,
        network: follows ? null : (address.network?.id ?? null),
        pool: follows ? null : (address.pool?.id ?? null),
      };
    });
  const added = Array.from({ length: random.of(0, 1, 1, 2, 3, random.chance(0.1) ? 12 : 1) }, () => askedAddress(scene));
  const twin = added[0] !== undefined && random.chance(0.12) ? [{ ...added[0], port: random.of(added[0].port, 8080) }] : [];
  return random.chance(0.2) ? [...added, ...kept, ...twin] : [...kept, ...added, ...twin];
}

const bodyOf = ({ random }: Scene, asked: readonly AskedAddress[]) =>
  asked.map(({ id, n, port, label, network, pool }) => ({
    ...(id === undefined ? {} : { id }),
    ip: random.spelling(n),
    port,
    label,
    network_id: network,
    pool_id: pool,
    switch_port: "",
  }));

/** Gives the placed addresses the ids of the answer: an address that was sent with an id of its device keeps it, once. */
function withIds(
  placed: readonly Omit<ModelAddress, "id">[],
  record: unknown,
  asked: readonly { readonly id?: string }[],
  old: readonly ModelAddress[],
): ModelAddress[] {
  const { addresses } = record as { addresses: { id: string }[] };
  const free = new Set(old.map(({ id }) => id));
  return placed.map((address, index) => {
    const sent = asked[index]?.id;
    const id = addresses[index]?.id ?? "";
    const keeps = sent !== undefined && free.delete(sent);
    if (keeps ? id !== sent : old.some((other) => other.id === id))
      throw new Error(`address ${index} got the id ${id}, sent was ${sent ?? "none"}`);
    return { ...address, id };
  });
}

function createDevice(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const datacenter = anyDatacenter(scene);
  const asked = askedAddresses(scene);
  const placed = model.place(asked, datacenter);
  const plain = {
    name: `dev-${random.below(1000)}`,
    status: random.of<Status>("planned", "active", "maintenance"),
    tags: random.of([], ["a"], ["b", "a"]),
    domains: random.of([], ["x.example"]),
  };
  const body = { ...plain, datacenter_id: datacenter, addresses: bodyOf(scene, asked) };
  return step(
    `create device ${JSON.stringify(body)}`,
    typeof placed === "string" ? placed : null,
    () => inventory.devices.create(body),
    (record) => {
      if (typeof placed === "string") return;
      const device: ModelDevice = { id: record.id, ...plain, datacenter, addresses: withIds(placed, record, [], []) };
      model.devices.push(device);
      model.settleAllocations(device);
    },
  );
}

const sameAddresses = (a: readonly ModelAddress[], b: readonly Omit<ModelAddress, "id">[], ids: readonly (string | undefined)[]): boolean =>
  a.length === b.length &&
  a.every((one, index) => {
    const other = b[index];
    return (
      one.id === ids[index] &&
      one.n === other?.n &&
      one.port === other.port &&
      one.label === other.label &&
      one.network === other.network &&
      one.pool === other.pool
    );
  });

function updateDevice(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const device = random.pick(model.devices);
  const id = device?.id ?? MISSING;
  const asked = random.chance(0.6) ? askedAddresses(scene, device) : undefined;
  const datacenter = random.chance(0.4) ? anyDatacenter(scene) : undefined;
  const plain = {
    ...(random.chance(0.2) ? { name: `dev-${random.below(1000)}` } : {}),
    ...(random.chance(0.1) ? { tags: random.of([], ["a"], ["c", "b", "a"]) } : {}),
    ...(random.chance(0.1) ? { domains: random.of([], ["y.example", "x.example"]) } : {}),
    ...(random.chance(0.1) ? { status: random.of<Status>("planned", "decommissioned") } : {}),
  };
  const body = {
    ...plain,
    ...(datacenter === undefined ? {} : { datacenter_id: datacenter }),
    ...(asked === undefined ? {} : { addresses: bodyOf(scene, asked) }),
  };
  const moves = device !== undefined && datacenter !== undefined && datacenter !== device.datacenter;
  const target = datacenter === undefined ? (device?.datacenter ?? null) : datacenter;
  // A device that moves places its unlinked addresses anew; addresses that were not sent are not complained about.
  const placed =
    asked !== undefined
      ? model.place(asked, target)
      : target !== null && !model.datacenters.includes(target)
        ? "VALIDATION_ERROR"
        : moves
          ? device.addresses.map((address) => {
              const network = address.network ?? model.home(target, address.n);
              return { ...address, network, pool: address.pool ?? model.poolAt(network, address.n) };
            })
          : undefined;
  const refused = device === undefined ? "DEVICE_NOT_FOUND" : typeof placed === "string" ? placed : null;
  return step(
    `update device ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.devices.update(id, body),
    (record) => {
      if (device === undefined || typeof placed === "string") return;
      const ids = asked === undefined ? device.addresses.map((address) => address.id) : asked.map((address) => address.id);
      const rewrites = placed !== undefined && (moves || !sameAddresses(device.addresses, placed, ids));
      Object.assign(device, plain, { datacenter: target });
      if (placed === undefined || !rewrites) return;
      device.addresses = withIds(placed, record, asked ?? device.addresses, device.addresses);
      model.settleAllocations(device);
    },
  );
}

function deleteDevice({ model, random, inventory }: Scene): Step {
  const device = random.pick(model.devices);
  const id = device?.id ?? MISSING;
  return step(
    `delete device ${id}`,
    device === undefined ? "DEVICE_NOT_FOUND" : null,
    () => inventory.devices.delete(id),
    () => {
      if (device === undefined) return;
      model.removeDevice(device);
    },
  );
}

interface Asked {
  readonly count: number;
  readonly ttl: number | null;
  readonly note: string;
  readonly key: string | null;
  /** Exactly this address, instead of the lowest free ones. */
  readonly n: bigint | null;
}

function allocateFrom({ model, random, inventory }: Scene, pool: ModelPool | undefined, { count, ttl, note, key, n }: Asked): Step {
  const id = pool?.id ?? MISSING;
  const request = JSON.stringify([count, ttl, note, ...(n === null ? [] : [textOf(n)])]);
  const body = { ...(count === 1 ? {} : { count }), ttl_seconds: ttl, note, key, ...(n === null ? {} : { ip: random.spelling(n) }) };
  // Overdue holds of the space are swept before the allocation, and with it only when it succeeds.
  const overdue = new Set(pool === undefined ? [] : model.overdue(model.spaceOfNetwork(pool.network)));
  const earlier = model.keys.find((one) => one.pool === pool && one.key === key);
  const isWhole = earlier?.ids.every((given) => model.allocations.some((one) => one.id === given && !overdue.has(one))) === true;
  const stillHeld = new Set(
    model.allocations
      .filter(
        (one) =>
          one.device === null &&
          pool !== undefined &&
          model.spaceOfNetwork(one.pool.network) === model.spaceOfNetwork(pool.network) &&
          !overdue.has(one),
      )
      .map(({ n }) => n),
  );
  const swept = new Set(
    [...overdue]
      .map(({ n }) => n)
      .filter((n) => !stillHeld.has(n) && !model.used(pool === undefined ? null : model.spaceOfNetwork(pool.network)).has(n)),
  );
  const free =
    pool === undefined ? [] : n === null ? model.free(pool, count, swept) : model.free({ ...pool, span: { lo: n, hi: n } }, 1, swept);
  // What is asked is checked before the pool is looked for.
  const refused =
    n !== null && count !== 1
      ? "VALIDATION_ERROR"
      : pool === undefined
        ? "POOL_NOT_FOUND"
        : earlier !== undefined
          ? earlier.request === request && isWhole
            ? null
            : "CONFLICT"
          : n !== null && !within(n, pool.span)
            ? "VALIDATION_ERROR"
            : free.length < count
              ? "IP_NOT_AVAILABLE"
              : null;
  const allocation = step(
    `allocate from ${id} ${JSON.stringify(body)}`,
    refused,
    () => inventory.pools.allocate(id, { ...body, evidence: "ignore" }),
    (answer) => {
      if (pool === undefined) return;
      const { allocations } = answer as unknown as { allocations: { id: string }[] };
      if (earlier !== undefined) {
        const ids = allocations.map((one) => one.id);
        if (ids.join() !== earlier.ids.join()) throw new Error(`the key gave other allocations: ${ids.join()}`);
        return;
      }
      if (key !== null) model.keys.push({ pool, key, request, ids: allocations.map((one) => one.id) });
      const expires = ttl === null ? null : model.now + ttl * 1000;
      free.forEach((one, index) => {
        model.allocations.push({ id: allocations[index]?.id ?? "", pool, n: one, key, note, request, device: null, expires });
      });
    },
  );
  return { ...allocation, prepare: () => model.removeAllocations((one) => overdue.has(one)) };
}

/** An address to name: mostly of the pool, free or not, now and then of elsewhere. */
function anyNamed(scene: Scene, pool: ModelPool | undefined): bigint {
  return pool !== undefined && scene.random.chance(0.85) ? scene.random.within(pool.span) : anyAddress(scene);
}

function allocate(scene: Scene): Step {
  const { model, random } = scene;
  const pool = random.pick(model.pools);
  const n = random.chance(0.35) ? anyNamed(scene, pool) : null;
  const count = n !== null && random.chance(0.95) ? 1 : random.of(1, 1, 1, 2, 5, 18);
  const ttl = random.chance(0.6) ? random.of(1, 2, 5, 30, 90) : null;
  return allocateFrom(scene, pool, { count, ttl, note: random.of("", "n"), key: random.chance(0.4) ? `key-${random.below(6)}` : null, n });
}

/** A key that was used, with the same arguments or with others. */
function repeatKey(scene: Scene): Step | undefined {
  const { model, random } = scene;
  const earlier = random.pick(model.keys);
  if (earlier === undefined) return undefined;
  const [count, ttl, note, ip] = JSON.parse(earlier.request) as [number, number | null, string, string?];
  const asked: Asked = { count, ttl, note, key: earlier.key, n: ip === undefined ? null : numberOf(ip) };
  const other = random.of<Asked>(
    { ...asked, count: count + 1 },
    { ...asked, note: "other" },
    { ...asked, ttl: 7 },
    { ...asked, count: 1, n: anyNamed(scene, earlier.pool) },
  );
  return allocateFrom(scene, earlier.pool, random.chance(0.6) ? asked : other);
}

function releaseAllocation({ model, random, inventory }: Scene): Step {
  const allocation: ModelAllocation | undefined = random.chance(0.05) ? undefined : random.pick(model.allocations);
  const id = allocation?.id ?? MISSING;
  return step(
    `release allocation ${id}`,
    allocation === undefined ? "NOT_FOUND" : null,
    () => inventory.allocations.release(id),
    () => {
      model.removeAllocations((one) => one === allocation);
    },
  );
}

function forgetKey({ model, random, inventory }: Scene): Step | undefined {
  const pool = random.pick(model.pools);
  const known = random.chance(0.1) ? undefined : random.pick(model.keys);
  const [key, id] = known === undefined ? ["nobody's", pool?.id ?? MISSING] : [known.key, known.pool.id];
  return step(
    `forget key ${key} of ${id}`,
    known === undefined ? "NOT_FOUND" : null,
    () => inventory.allocations.forgetKey(key, { pool_id: id }),
    () => {
      if (known !== undefined) model.keys.splice(model.keys.indexOf(known), 1);
    },
  );
}

/** Time passes: a moment in which nobody sweeps, or longer with a sweep at its end. */
function passTime({ model, random, advance }: Scene): Step {
  const sweeps = random.chance(0.6);
  const ms = sweeps ? random.of(500, 1000, 2500, 6000, 40_000) : 1 + random.below(499) + random.of(0, 0, 600, 1200);
  return step(
    `pass time: ${ms} ms${sweeps ? ", sweep" : ""}`,
    null,
    () => advance(ms, sweeps),
    () => {
      model.now += ms;
      if (sweeps) model.sweep();
    },
  );
}
