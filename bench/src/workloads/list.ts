import { SYSTEM } from "@cadastre/inventory-core";
import type { Context, Devices } from "../context.ts";
import { DelayWatch } from "../delay-watch.ts";
import { getList } from "../http/get-list.ts";
import { maxResidentMb, residentMb } from "../http/process-usage.ts";
import { interleave, median } from "../measure.ts";
import { rateRow, type Row } from "../report.ts";
import { DOCUMENT_END } from "../rows/device-rows.ts";

const DOCUMENTS = "select doc from device order by name, id";

/** The whole list of devices as pages of finished JSON and over HTTP, against reading the documents and joining them to a text. */
export async function list(context: Context): Promise<Row[]> {
  const rows: Row[] = [];
  const growths: number[] = [];
  const sizes = context.scale.devices.filter((count) => count >= 10_000 || count === context.most);
  for (const count of sizes) {
    const devices = await context.devices(count);
    rows.push(await pages(context, devices));
    const { overHttp, growth } = await http(context, devices);
    rows.push(...overHttp);
    growths.push(growth);
  }
  const flat = Math.max(...growths) - (growths[0] ?? 0);
  if (growths.length > 1)
    rows.push({
      work: `list, memory at ${sizes.at(-1)} more than at ${sizes[0]}`,
      limit: "",
      value: flat,
      unit: "MB",
      reach: { most: 20 },
      note: "flat",
    });
  return rows;
}

const joined =
  ({ subject }: Devices) =>
  async (): Promise<number> =>
    `[${(await subject.raw.all<{ doc: string }>(DOCUMENTS)).map(({ doc }) => doc).join(",")}]`.length;

/** As an edge sends it, without the edge. */
async function pages({ scale }: Context, devices: Devices): Promise<Row> {
  const { host } = devices.subject.inventory;
  const operation = host.operations.find(({ id }) => id === "devices.list");
  if (operation === undefined) throw new Error("there is no operation devices.list");
  let characters = 0;
  const read = async (): Promise<void> => {
    const result = await host.execute(operation, { params: {}, query: {}, body: async () => ({}) }, { principal: SYSTEM, source: "bench" });
    if (result.kind !== "list") throw new Error("devices.list is no list");
    characters = 1;
    for await (const page of result.value.pages) for (const text of page) characters += text.length + 1;
  };
  const watch = new DelayWatch();
  const pair = await interleave(read, joined(devices), { rounds: scale.rounds, times: 1, watch });
  // Documents are sent without the version at their end.
  const due = (await joined(devices)()) - devices.count * (DOCUMENT_END.length - 1);
  if (characters !== due) throw new Error(`the list has ${characters} characters, the documents ${due}`);
  return rateRow(`list of ${devices.count}, pages`, "rows of JSON to text", pair, 0.7, watch.note);
}

async function http(context: Context, devices: Devices): Promise<{ overHttp: Row[]; growth: number }> {
  const host = await context.host(devices.subject);
  const before = residentMb(host.pid);
  const firstBytes: number[] = [];
  let pair = { measured: 0, limit: 0 };
  const read = async (): Promise<void> => {
    firstBytes.push((await getList(host, "/api/devices")).firstByteMs);
  };
  const most = await maxResidentMb(host.pid, async () => {
    pair = await interleave(read, joined(devices), { rounds: context.scale.rounds, times: 1 });
  });
  const growth = most - before;
  const work = `list of ${devices.count} over HTTP`;
  const overHttp: Row[] = [
    rateRow(work, "rows of JSON to text", pair, 0.7),
    {
      work: `${work}, memory`,
      limit: "",
      value: growth,
      unit: "MB",
      reach: { most: context.storage === "sqlite" ? 70 : 90 },
      note: `grew from ${before.toFixed(0)} MB`,
    },
    {
      work: `${work}, first byte`,
      limit: "",
      value: median(firstBytes),
      unit: "ms",
      reach: { most: 50 },
      note: `at most ${Math.max(...firstBytes).toFixed(1)} ms`,
    },
  ];
  return { overHttp, growth };
}
