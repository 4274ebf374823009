import type { Context } from "../../context.ts";
import { interleave } from "../../measure.ts";
import { type Row, timeRow } from "../../report.ts";
import { deviceIds } from "../../rows/place.ts";
import type { Subject } from "../../subject.ts";

/** Changes of each device. */
const CHANGES = 10;

const LOOKUP = "select timestamp, user_id, username, action, changes from audit where resource_id = ? order by seq desc";

/** Rows of one person among those of all. */
const RARE = 20;

const ENDS = "select (select min(seq) from audit), (select max(seq) from audit), (select min(seq) from audit where seal_number is null)";
const COUNT = "select count(*) from audit where username = ? and seal_number is not null";
const BY_PERSON = `select seq, timestamp, user_id, username, action, resource, resource_id, changes from audit
  where username = ? and seal_number is not null order by seq desc`;

/** What one person of few changes did, in the log of all, against the look-ups that it takes: ends, count, rows. */
async function ofOnePerson({ scale }: Context, subject: Subject): Promise<Row> {
  const { inventory, raw } = subject;
  await raw.run(
    `update audit set seal_number = seq, username = case when seq % (select max(seq) / ${RARE} from audit) = 0 then 'rare' else username end
     where seal_number is null`,
  );
  await subject.settle();
  const pair = await interleave(
    async () => {
      if ((await inventory.audit.list({ username: "rare", action: "update" })).length < RARE - 1) throw new Error("rows are missing");
    },
    async () => {
      await raw.all(ENDS);
      await raw.all(COUNT, ["rare"]);
      await raw.all(BY_PERSON, ["rare"]);
    },
    scale.short,
  );
  return timeRow("audit log of one person and action", `${RARE} rows by an index`, pair, 10);
}

/** The history of one device in the log of all, against an indexed look-up of as many rows. */
export async function history(context: Context): Promise<Row[]> {
  const { subject, count } = await context.devices(context.most);
  const { inventory, raw } = subject;
  // Changes of all devices in turn, so that those of one lie apart.
  for (let number = 0; number < CHANGES; number += 1) {
    const after = `replace(doc, '"location":"', '"location":"${number} ')`;
    const changes = `'{"before":' || doc || ',"after":' || ${after} || ',"change_id":"c${number}"}'`;
    await raw.run(
      `insert into audit (id, timestamp, action, resource, resource_id, username, source, status, error, changes, change_id)
       select id || '-${number}', created_at, 'update', 'device', id, 'bench', 'http', 'success', '', ${changes}, 'c${number}' from device`,
    );
  }
  await subject.settle();
  const ids = await deviceIds(raw, 1000);
  let [measured, limit] = [0, 0];
  const next = (at: number): string => ids[at % ids.length] as string;
  const pair = await interleave(
    async () => {
      const entries = await inventory.devices.history(next(measured++));
      if (entries.length < CHANGES) throw new Error(`${entries.length} entries in place of ${CHANGES}`);
    },
    async () => await raw.all(LOOKUP, [next(limit++)]),
    context.scale.short,
  );
  return [
    timeRow(`history of a device, ${count * CHANGES} rows in the log`, `${CHANGES} rows by an index`, pair, 2),
    await ofOnePerson(context, subject),
  ];
}
