import { SYSTEM } from "@cadastre/inventory-core";
import type { Context } from "../../context.ts";
import { DelayWatch } from "../../delay-watch.ts";
import { interleave, median } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { loadNetworks } from "../../rows/network-rows.ts";
import type { Subject } from "../../subject.ts";
import { TurnWatch } from "../../turn-watch.ts";

/** Children that are listed at once. */
const CHILDREN = 10_000;

/** How often the network comes and goes. */
const ROUNDS = 3;

/** The children of a network with how full they are, and a network that comes between another and all that lies in it. */
export async function networkTree(context: Context): Promise<Row[]> {
  return [...(await children(context)), ...(await newParent(context))];
}

async function children(context: Context): Promise<Row[]> {
  return await context.withEmpty(async (subject) => {
    const parent = await subject.inventory.networks.create({ name: "site", subnet: "2001::/16" });
    await loadNetworks(subject, CHILDREN, parent.id);
    await subject.settle();
    const [ofParent, all] = [
      async () => await read(subject, "networks.children", { id: parent.id }),
      async () => await read(subject, "networks.list", {}),
    ];
    const counts = [await ofParent(), await all()];
    if (counts[0] !== CHILDREN || counts[1] !== CHILDREN + 1) throw new Error(`there are ${counts.join(" and ")} networks`);
    const watch = new DelayWatch();
    const pair = await interleave(ofParent, all, { rounds: context.scale.rounds, times: 5, watch });
    return [timeRow(`${CHILDREN} children with utilization`, "the list of as many networks", pair, 2, watch.note)];
  });
}

async function read({ inventory: { host } }: Subject, id: string, params: Readonly<Record<string, string>>): Promise<number> {
  const operation = host.operations.find((one) => one.id === id);
  if (operation === undefined) throw new Error(`there is no operation ${id}`);
  const result = await host.execute(operation, { params, query: {}, body: async () => ({}) }, { principal: SYSTEM, source: "bench" });
  if (result.kind !== "list") throw new Error(`${id} is no list`);
  let rows = 0;
  for await (const page of result.value.pages) rows += page.length;
  return rows;
}

async function newParent(context: Context): Promise<Row[]> {
  const count = context.most;
  return await context.withEmpty(async (subject) => {
    const { inventory, raw } = subject;
    const { id } = await inventory.networks.create({ name: "all", subnet: "2000::/3" });
    const ids = await loadNetworks(subject, count, id);
    await subject.settle();
    const watch = new DelayWatch();
    const turns = new TurnWatch();
    const [ours, theirs]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      let start = performance.now();
      const { id: middle } = await turns.during(
        async () => await watch.during(async () => await inventory.networks.create({ name: "site", subnet: "2001::/16" })),
      );
      ours.push((performance.now() - start) * 1000);
      await inventory.networks.delete(middle);
      await subject.settle();
      start = performance.now();
      await raw.transaction(async () => {
        for (const one of ids)
          await raw.run("update network set updated_at = ? where id = ?", [`2026-01-0${round + 1}T00:00:00.000Z`, one]);
      });
      theirs.push((performance.now() - start) * 1000);
      await subject.settle();
    }
    const work = `a /16 above ${count} networks`;
    const pair = { measured: median(ours), limit: median(theirs) };
    return [
      timeRow(work, "as many row updates in one transaction", pair, 2),
      {
        work: `${work}, event loop`,
        limit: "",
        value: watch.longestMs,
        unit: "ms",
        reach: { most: 50 },
        note: `held up at most; ${turns.longestMs.toFixed(1)} ms of processor`,
      },
    ];
  });
}
