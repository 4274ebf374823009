import { SYSTEM } from "@cadastre/inventory-core";
import type { Context } from "../../context.ts";
import { interleave } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { deviceFields } from "../../rows/device-fields.ts";
import { devicePlace } from "../../rows/place.ts";
import type { Subject } from "../../subject.ts";
import { withoutStatements } from "../../without-statements.ts";

/** A storage in which nobody keeps who held which address: what creating costs without it. */
const withoutTenures = withoutStatements((sql) => sql.includes("address_tenure"));

/** Tenures of each address: a device each day, the last of which holds it. */
const TENURES = 50;

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2020-01-01T00:00:00.000Z");
const dayOf = (number: number): string => new Date(FIRST + number * DAY_MS).toISOString();

/** What creating a device costs with tenures and ids of changes, against the same without them. */
async function creating(context: Context): Promise<Row> {
  const { scale } = context;
  return await context.withEmpty(
    async (ours) =>
      await context.withEmpty(
        async (theirs) => {
          // The column is written in both; what it costs is its index.
          await theirs.raw.run("drop index audit_change");
          const step = async ({ inventory }: Subject): Promise<() => Promise<unknown>> => {
            const { base } = await devicePlace(inventory, 10);
            let created = 0;
            return async () => await inventory.devices.create(deviceFields(base, (created += 1)));
          };
          const pair = await interleave(await step(ours), await step(theirs), { rounds: scale.rounds * 3, times: scale.writes });
          return timeRow("create a device, with tenures and ids of changes", "the same without", pair, 1.15);
        },
        { through: withoutTenures },
      ),
  );
}

/** Tenures of all addresses for some days, by day. */
async function load({ raw }: Subject, from: number, to: number): Promise<void> {
  for (let day = from; day < to; day += 1) {
    const isLast = day === TENURES - 1;
    await raw.run(
      `insert into address_tenure (space, ip_key, from_at, device_id, device_name, mac, to_at, change_id, by_id, by_name)
       select space, ip_key, '${dayOf(day)}', ${isLast ? "device_id" : `device_id || '-${day}'`}, 'device ${day}', mac,
         ${isLast ? "null" : `'${dayOf(day + 1)}'`}, 'c${day}', null, 'bench' from address`,
    );
  }
}

const HELD = `select a.id, d.id, d.name, a.mac from address a join device d on d.id = a.device_id where a.space = 0 and a.ip_key = ?`;
const TOLD = "select * from address_tenure where space = 0 and ip_key = ? order by from_at desc limit 100";

/** All that is known of an address, and who held it at an instant, among ten million tenures, against two look-ups in an index. */
export async function tenures(context: Context): Promise<Row[]> {
  const { subject, count } = await context.devices(context.most);
  const { inventory, raw } = subject;
  const places = await raw.all<{ ip: string; ip_key: string }>(
    "select ip, ip_key from address where device_id in (select id from device where seq % 97 = 0) order by ip_key limit 2000",
  );
  let [asked, looked] = [0, 0];
  const next = (at: number): (typeof places)[number] => places[(at * 31) % places.length] as (typeof places)[number];
  const at = dayOf(TENURES / 2);
  const { host } = inventory;
  const operation = host.operations.find(({ id }) => id === "addresses.get");
  if (operation === undefined) throw new Error("there is no operation addresses.get");
  // As HTTP has it: the answer is a text.
  const answer = async (query: Readonly<Record<string, string>>): Promise<unknown> => {
    const { ip } = next(asked++);
    const input = { params: { ip }, query: { space_id: "none", ...query }, body: async () => ({}) };
    return await host.execute(operation, input, { principal: SYSTEM, source: "bench" });
  };
  const [{ ip: example } = next(0)] = places;
  const { devices } = await inventory.addresses.get(example, { space_id: "none" });
  if (devices.length !== 1) throw new Error(`${devices.length} devices hold ${example}`);
  const holder = async (): Promise<unknown> => await answer({ at, limit: "1" });
  const lookUps = async (): Promise<void> => {
    const { ip_key: key } = next(looked++);
    await raw.all(HELD, [key]);
    await raw.all(TOLD, [key]);
  };
  await raw.run("delete from address_tenure");
  await load(subject, TENURES / 2, TENURES / 2 + 1);
  await subject.settle();
  const few = await interleave(holder, lookUps, context.scale.short);
  await load(subject, 0, TENURES / 2);
  await load(subject, TENURES / 2 + 1, TENURES);
  await subject.settle();
  const rows = (count * 2 * TENURES).toLocaleString("en");
  const page = async (): Promise<unknown> => await answer({});
  const pages = await interleave(page, lookUps, context.scale.short);
  const many = await interleave(holder, lookUps, context.scale.short);
  await raw.run("delete from address_tenure");
  return [
    await creating(context),
    timeRow(`all about an address, ${rows} tenures`, "two indexed look-ups", pages, 3),
    timeRow(`holder at an instant, ${rows} tenures`, "two indexed look-ups", many, 3),
    timeRow(`the same, ${TENURES} tenures of each address`, "one tenure of each", { measured: many.measured, limit: few.measured }, 1.5),
  ];
}
