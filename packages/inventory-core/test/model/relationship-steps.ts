import { RELATIONSHIP_TYPE_NAMES } from "../../src/relationships/relationship-type.ts";
import type { Model, ModelRelationship } from "./model.ts";
import { MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";

/** Whether a device is reached from another by relationships of a type. */
function reaches(model: Model, from: string, to: string, type: string): boolean {
  const seen = new Set<string>();
  const waiting = [from];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    waiting.push(...model.relationships.filter((one) => one.parent === at && one.type === type).map(({ child }) => child));
  }
  return false;
}

function refusal(model: Model, { parent, child, type }: ModelRelationship): string | null {
  const isThere = (id: string): boolean => model.devices.some((device) => device.id === id);
  if (!isThere(parent)) return "DEVICE_NOT_FOUND";
  if (parent === child || !isThere(child)) return "VALIDATION_ERROR";
  if (model.relationships.some((one) => one.parent === parent && one.child === child && one.type === type)) return "ALREADY_EXISTS";
  if (type !== "connected_to" && reaches(model, child, parent, type)) return "VALIDATION_ERROR";
  return type === "contains" && model.relationships.some((one) => one.child === child && one.type === type) ? "CONFLICT" : null;
}

function relate({ model, random, inventory }: Scene): Step {
  const old = random.chance(0.3) ? random.pick(model.relationships) : undefined;
  const anyDevice = (): string => (random.chance(0.03) ? MISSING : (random.pick(model.devices)?.id ?? MISSING));
  const type = random.of(...RELATIONSHIP_TYPE_NAMES);
  // One that is there, one turned around, one that goes on from it, or any.
  const turned = {
    parent: old?.child ?? anyDevice(),
    child: old?.parent ?? anyDevice(),
    type: random.chance(0.7) ? (old?.type ?? type) : type,
  };
  const made: ModelRelationship = random.chance(0.5)
    ? turned
    : { parent: random.chance(0.5) ? turned.parent : anyDevice(), child: anyDevice(), type };
  const body = { child_id: made.child, type: made.type };
  return step(
    `relate ${made.parent} ${JSON.stringify(body)}`,
    refusal(model, made),
    () => inventory.relationships.create(made.parent, body),
    () => model.relationships.push(made),
  );
}

function unrelate({ model, random, inventory }: Scene): Step {
  const old = random.chance(0.05) ? undefined : random.pick(model.relationships);
  const { parent, child, type } = old ?? { parent: MISSING, child: MISSING, type: "contains" as const };
  return step(
    `unrelate ${parent} ${child} ${type}`,
    old === undefined ? "NOT_FOUND" : null,
    () => inventory.relationships.delete(parent, child, type),
    () => {
      model.relationships.splice(0, Infinity, ...model.relationships.filter((one) => one !== old));
    },
  );
}

export const relationshipSteps: readonly (readonly [number, StepMaker])[] = [
  [9, relate],
  [2, unrelate],
];
