import { STORAGE } from "@cadastre/inventory-core";
import { conflictsOf, type ModelConflict } from "./conflict-model.ts";
import { MISSING, type Scene, step, type Step, type StepMaker } from "./scene.ts";

/** Id of the open conflict that the model means. */
async function idOf({ inventory }: Scene, conflict: ModelConflict | undefined): Promise<string> {
  if (conflict === undefined) return MISSING;
  const { read } = inventory.host.get(STORAGE);
  const datacenter =
    conflict.space === null
      ? { space: 0 }
      : await read.get<{ space: number }>("select space from datacenter where id = ? union all select number from space where id = ?", [
          conflict.space,
          conflict.space,
        ]);
  const rows = await read.all<{ id: string; subject: string; doc: string }>(
    "select id, subject, doc from conflict where type = ? and space = ? and status <> 'resolved'",
    [conflict.type, Number(datacenter?.space)],
  );
  const row = rows.find(
    ({ subject, doc }) => subject === conflict.subject || (JSON.parse(doc) as { subnets: string[] }).subnets[0] === conflict.subject,
  );
  if (row === undefined) throw new Error(`there is no open conflict over ${conflict.subject}`);
  return row.id;
}

function pick(scene: Scene): readonly [string, ModelConflict] | undefined {
  return scene.random.chance(0.05) ? undefined : scene.random.pick([...conflictsOf(scene.model)]);
}

/** Resolves with a device to keep, or without, or with one that is not concerned. */
function resolveConflict(scene: Scene): Step {
  const { model, random, inventory } = scene;
  const [name, conflict] = pick(scene) ?? [];
  const keep = random.chance(0.1) ? MISSING : random.chance(0.15) ? null : (random.pick(conflict?.devices ?? [])?.id ?? MISSING);
  const keeps = conflict?.devices.some(({ id }) => id === keep) === true;
  const refused = conflict === undefined ? "NOT_FOUND" : keep === null ? "CONFLICT" : keeps ? null : "VALIDATION_ERROR";
  const run = async (): Promise<unknown> =>
    await inventory.conflicts.resolve(await idOf(scene, conflict), { keep_device_id: keep, notes: "kept" });
  return step(`resolve conflict ${name} keeping ${keep}`, refused, run, () => {
    model.removeAllocations((one) => conflict?.allocations.includes(one) === true);
    for (const device of conflict?.devices ?? []) {
      if (device.id === keep) continue;
      device.addresses = device.addresses.filter(
        (address) => address.n !== conflict?.n || model.spaceOf(device, address) !== conflict.space,
      );
      model.settleAllocations(device);
    }
  });
}

function ignoreConflict(scene: Scene): Step {
  const [name, conflict] = pick(scene) ?? [];
  const run = async (): Promise<unknown> => await scene.inventory.conflicts.ignore(await idOf(scene, conflict), {});
  return step(`ignore conflict ${name}`, conflict === undefined ? "NOT_FOUND" : null, run, () => void scene.model.ignored.add(name ?? ""));
}

function detectConflicts(scene: Scene): Step {
  return step(
    "detect conflicts",
    null,
    () => scene.inventory.conflicts.detect(),
    (answer) => {
      const active = [...conflictsOf(scene.model).keys()].filter((name) => !scene.model.ignored.has(name)).length;
      const { count } = answer as unknown as { count: number };
      if (count !== active) throw new Error(`${count} conflicts were detected, ${active} are active`);
    },
  );
}

export const conflictSteps: readonly (readonly [number, StepMaker])[] = [
  [2, resolveConflict],
  [1, ignoreConflict],
  [0.5, detectConflicts],
];
