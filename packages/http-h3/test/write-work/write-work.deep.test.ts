import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atDepth } from "../../../../testing/depth.ts";
import { STORAGES } from "../../../../testing/storages.ts";
import { type MeasuredStorage, openMeasured, type Work } from "./measured-storage.ts";
import { WRITE_CASES } from "./write-cases.ts";
import { makeWorld, sealed, type World, type WorldSize } from "./write-world.ts";

/** Work may grow as the number of records to this power. */
const MAX_EXPONENT = 1.3;

/** Work for each record up to which growth says nothing: a statement of few records may not run for still fewer. */
const LEAST_WORK = { postgresql: 100, sqlite: 50 } as const;

/** Networks with one subnet that there are in each world. */
const FEW_TWINS = 8;

type Sizes = readonly [WorldSize, ...WorldSize[]];
type Counts = readonly number[];

/** Sizes of the world along one axis. Usual runs measure the two that are compared. */
const sizesOf = (many: Counts, full: Counts, worldOf: (count: number) => WorldSize): Sizes =>
  atDepth({ few: many, many, full }).map(worldOf) as readonly WorldSize[] as Sizes;

const AXES: readonly { readonly axis: keyof WorldSize; readonly sizes: Sizes }[] = [
  { axis: "holders", sizes: sizesOf([1000, 4000], [1000, 2000, 4000], (holders) => ({ holders, blocks: holders, twins: FEW_TWINS })) },
  { axis: "blocks", sizes: sizesOf([1024, 16_384], [1024, 4096, 16_384], (blocks) => ({ holders: 64, blocks, twins: FEW_TWINS })) },
  { axis: "twins", sizes: sizesOf([250, 1000], [1000, 2000, 4000], (twins) => ({ holders: 64, blocks: 64, twins })) },
];

/** The work of each case, by statement. Lists of values are as long as there are records. */
type Works = ReadonlyMap<string, Work>;

const LISTS = /\((?:\$\d+|\?)(?:, (?:\$\d+|\?))*\)(?:, \((?:\$\d+|\?)(?:, (?:\$\d+|\?))*\))+/g;

/** SQLite compares with the value of a list of one. */
const LIST_OF_ONE = "in (select value from json_each(?))";

function byText(work: Work): Work {
  const texts = new Map<string, number>([["all statements", 0]]);
  const add = (text: string, count: number): void => void texts.set(text, (texts.get(text) ?? 0) + count);
  for (const [sql, count] of work) {
    add(sql.replaceAll(/\s+/g, " ").replaceAll(LISTS, "(…)").replaceAll(LIST_OF_ONE, "= ?"), count);
    add("all statements", count);
  }
  return texts;
}

/** Performs each write operation once. @throws for an answer with another status than a case expects */
async function perform(measured: MeasuredStorage, world: World): Promise<Works> {
  const works = new Map<string, Work>();
  for (const [name, prepare] of Object.entries(WRITE_CASES)) {
    const { route, body, headers = world.api.root.bearer, status } = await prepare(world);
    await sealed(world.api);
    measured.take();
    const reply = await world.api.call(route, body, headers);
    works.set(name, byText(measured.take()));
    if (status === undefined ? reply.status >= 400 : reply.status !== status)
      throw new Error(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
  }
  return works;
}

/** Statements whose work grew faster than {@link MAX_EXPONENT} allows, from the least size to the largest. */
function faster([few, before]: readonly [number, Works], [many, after]: readonly [number, Works], leastWork: number): string[] {
  return [...after].flatMap(([name, work]) =>
    [...work].flatMap(([text, count]) => {
      const first = Math.max(before.get(name)?.get(text) ?? 0, few * leastWork);
      const exponent = Math.log(count / first) / Math.log(many / few);
      return exponent <= MAX_EXPONENT ? [] : [`${name}: ${Math.round(count)} for ${many}, ${exponent.toFixed(2)}: ${text}`];
    }),
  );
}

describe.each(STORAGES)("the work of every write operation on %s", (storage) => {
  describe.each(AXES)("with more $axis", ({ axis, sizes }) => {
    const works: Works[] = [];

    describe.each(sizes)("for $holders holders, $blocks free blocks and $twins networks of one subnet", (size) => {
      let measured: MeasuredStorage;
      let world: World;
      beforeAll(async () => {
        measured = await openMeasured(storage);
      });
      afterAll(async () => {
        await world.api.stop();
        await measured[Symbol.asyncDispose]();
      });

      it("has all records", async () => {
        world = await makeWorld(storage, measured, size);
        expect(world.devices).toHaveLength(size.holders);
      });

      it("is measured", async () => {
        works[sizes.indexOf(size)] = await perform(measured, world);
      });
    });

    it(`grows no faster than their number to the power of ${MAX_EXPONENT}`, () => {
      const measured = works.map((work, index) => [(sizes[index] as WorldSize)[axis], work] as const);
      expect(measured).toHaveLength(sizes.length);
      expect(faster(measured[0] as [number, Works], measured.at(-1) as [number, Works], LEAST_WORK[storage])).toEqual([]);
    });
  });
});
