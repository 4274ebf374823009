import type { Model } from "./model.ts";
import { anySpace, MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";

/** Names that spaces get, of which each is taken once. */
const NAMES = 5;

/** Steps of spaces and of datacenters, with their weights. */
export function spaceSteps(moreDatacenters: number): readonly (readonly [number, StepMaker])[] {
  return [
    [1, createSpace],
    [0.5, renameSpace],
    [1, deleteSpace],
    [1.5 * moreDatacenters, createDatacenter],
    [2, moveDatacenter],
    [0.7, deleteDatacenter],
  ];
}

/** Whether there is a space of this id; null names none. */
export const isSpace = (model: Model, id: string | null): boolean => id === null || model.spaces.some((space) => space.id === id);

function createSpace({ model, random, inventory }: Scene): Step {
  const name = `space-${random.below(NAMES)}`;
  return step(
    `create space ${name}`,
    model.spaces.some((space) => space.name === name) ? "ALREADY_EXISTS" : null,
    () => inventory.spaces.create({ name }),
    ({ id }) => model.spaces.push({ id, name }),
  );
}

function renameSpace({ model, random, inventory }: Scene): Step {
  const space = random.pick(model.spaces);
  const id = space?.id ?? MISSING;
  const name = `space-${random.below(NAMES)}`;
  const isTaken = model.spaces.some((other) => other !== space && other.name === name);
  return step(
    `rename space ${id} ${name}`,
    space === undefined ? "SPACE_NOT_FOUND" : isTaken ? "ALREADY_EXISTS" : null,
    () => inventory.spaces.update(id, { name }),
    () => {
      if (space !== undefined) space.name = name;
    },
  );
}

function deleteSpace({ model, random, inventory }: Scene): Step {
  const id = random.pick(model.spaces)?.id ?? MISSING;
  const isNamed = [...model.named.values(), ...model.networks.map(({ named }) => named)].includes(id);
  return step(
    `delete space ${id}`,
    id === MISSING ? "SPACE_NOT_FOUND" : isNamed ? "CONFLICT" : null,
    () => inventory.spaces.delete(id),
    () => void model.spaces.splice(0, Infinity, ...model.spaces.filter((space) => space.id !== id)),
  );
}

function createDatacenter(scene: Scene): Step {
  const { model, inventory } = scene;
  const space = anySpace(scene);
  return step(
    `create datacenter in ${space}`,
    isSpace(model, space) ? null : "VALIDATION_ERROR",
    () => inventory.datacenters.create({ name: "dc", space_id: space }),
    ({ id }) => {
      model.datacenters.push(id);
      if (space !== null) model.named.set(id, space);
    },
  );
}

/** A datacenter goes to another space, with all that it has: spaces merge, and part. */
function moveDatacenter(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const id = random.pick(model.datacenters) ?? MISSING;
  const space = anySpace(scene);
  return step(
    `move datacenter ${id} to ${space}`,
    id === MISSING ? "DATACENTER_NOT_FOUND" : isSpace(model, space) ? null : "VALIDATION_ERROR",
    () => inventory.datacenters.update(id, { space_id: space }),
    () => model.moveDatacenter(id, space),
  );
}

function deleteDatacenter({ model, random, inventory }: Scene): Step {
  const id = random.pick(model.datacenters) ?? MISSING;
  return step(
    `delete datacenter ${id}`,
    id === MISSING ? "DATACENTER_NOT_FOUND" : null,
    () => inventory.datacenters.delete(id),
    () => model.removeDatacenter(id),
  );
}
