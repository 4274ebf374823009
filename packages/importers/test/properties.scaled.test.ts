import type { Device } from "@cadastre/inventory-core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS, isProblem, readImport, writeExport } from "../src/index.ts";
import { collect, fileOf, type Read, readFiles } from "./support/read.ts";
import { address, device, recordsOf, textOf } from "./support/records.ts";
import { atDepth } from "../../../testing/depth.ts";

/** Texts as people and attackers write them: formulas, quotes, separators, line ends, other scripts, emoji. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "=",
        "+",
        "-",
        "@",
        "'",
        '"',
        ",",
        ";",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "[",
        "]",
        "{",
        "\\",
        "\uFEFF",
        "é",
        "東京",
        "👩‍💻",
        "＝",
        " ",
        "a",
        "7",
      ),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join("").replaceAll("\u0000", ""))
  .filter((value) => value === "" || value.trim() !== "");

const devices: fc.Arbitrary<Device[]> = fc.array(
  fc
    .record({ name: text, description: text, os: text, tags: fc.array(text, { maxLength: 3 }), labels: fc.array(text, { maxLength: 2 }) })
    .map(({ labels, ...fields }) =>
      device("x", {
        ...fields,
        addresses: labels.map((label, index) => address(`10.0.0.${index + 1}`, { label, port: index * 443 || null })),
      }),
    ),
  { minLength: 1, maxLength: 5 },
);

const setOf = ({ created_at: _, updated_at: __, datacenter_id: datacenter, addresses, ...fields }: Device): object => ({
  ...fields,
  datacenter: { id: datacenter },
  addresses: addresses.map(({ id: ___, network_id: network, pool_id: pool, ...rest }) => ({ ...rest, network, pool })),
});

describe("what is exported", () => {
  it("is read back from CSV as it was", async () => {
    await fc.assert(
      fc.asyncProperty(devices, async (records) => {
        const csv = await textOf(writeExport("csv", "device", recordsOf({ device: records })));
        const { rows, problems } = await readFiles("csv", fileOf(csv), { empty: "clear" });
        expect(problems).toEqual([]);
        // None has a field of its own, and there is no column for one.
        expect(rows.map(({ set }) => ({ ...set, fields: {} }))).toEqual(records.map(setOf));
      }),
      { numRuns: atDepth({ few: 30, many: 300 }) },
    );
  });

  it("is read back from JSON as it was", async () => {
    await fc.assert(
      fc.asyncProperty(devices, async (records) => {
        const json = await textOf(writeExport("json", "device", recordsOf({ device: records })));
        const { rows, problems } = await readFiles("json", fileOf(json));
        expect(problems).toEqual([]);
        expect(rows.map(({ set }) => set)).toEqual(records.map(setOf));
      }),
      { numRuns: atDepth({ few: 30, many: 300 }) },
    );
  });

  it("has no cell in CSV that a spreadsheet takes for a formula", async () => {
    await fc.assert(
      fc.asyncProperty(devices, async (records) => {
        const { parse } = await import("csv-parse/sync");
        const cells = parse(await textOf(writeExport("csv", "device", recordsOf({ device: records })))).flat();
        expect(cells.filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([]);
      }),
      { numRuns: atDepth({ few: 30, many: 200 }) },
    );
  });
});

/** Files of each format that is read from files, whole and broken. */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  csv: [
    '\uFEFFname,ip,description\r\n"a\n\u00e4",10.0.0.1,"x""y"\r\nb,,日本\r\nc,1\r\n"half',
    'name;os\na;"b"c\nd;e\n',
    "name\tos\ra\tb\rc\td\r",
  ],
  json: [
    '{"devices":[{"name":"ä","addresses":[{"ip":"10.0.0.1"}]}],"datacenters":[{"id":"1","name":"日本"}],"x":[1]}',
    '{"name":"a"}\r\n{"name":"b"\n\n{"name":"👩‍💻"}',
  ],
  rackd: [
    '{"networks":[{"id":"n","name":"ü","subnet":"10.0.0.0/24"}],"relationships":[{"parent_id":"a","child_id":"b","type":"ha_pair"}]}',
  ],
  nmap: [
    '<?xml version="1.0"?>\n<!DOCTYPE nmaprun>\n<nmaprun>\n<host><status state="up"/><address addr="10.0.0.1" ' +
      'addrtype="ipv4"/><hostnames><hostname name="a.日本.example" type="PTR"/></hostnames></host>\n</nmaprun>',
  ],
  kea: [
    "address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state\n192.0.2.1,,,60,9999999999,1,0,0,\u00e4,0\n192.0.2.1,,,60,1,1,0,0,a,0\nbad\n",
  ],
  isc: [
    'lease 10.0.0.1 {\r\n  ends never;\n  binding state active;\n  client-hostname "\u00e4";\n}\nlease 10.0.0.2 {\n  binding state active;\n}\n',
  ],
  dnsmasq: ["9999999999 aa 10.0.0.1 ü *\r\nduid 00\n0 bb 10.0.0.2 * *\nbad"],
};

const FROM_FILES = FORMATS.filter(({ source }) => source !== "service").map(({ name }) => name);

it("there is a sample of each format", () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(FROM_FILES.toSorted());
});

/** What a reader gives, or how it ends; where nothing but a clear refusal may end it. */
async function outcome(
  format: string,
  bytes: Uint8Array,
  pieceBytes: number,
  name = "devices.json",
): Promise<Read | { readonly refused: string; readonly rows: number }> {
  const items = readImport({ format, source: { kind: "files", files: [fileOf(bytes, name, pieceBytes)] }, now: new Date(0) });
  let rows = 0;
  try {
    return await collect(
      (async function* () {
        for await (const item of items) {
          if (!isProblem(item)) rows += 1;
          yield item;
        }
      })(),
    );
  } catch (error) {
    const { code, message } = error as Error & { readonly code?: unknown };
    if (code !== "INVALID_INPUT" || message.length > 1000) throw error;
    return { refused: message, rows };
  }
}

describe.each(FROM_FILES)("the reader of %s", (format) => {
  it("gives the same whatever the pieces are that a file comes in", async () => {
    for (const sample of SAMPLES[format] ?? []) {
      const bytes = Buffer.from(sample);
      const whole = await outcome(format, bytes, bytes.length);
      for (let size = 1; size <= 17; size += 1) expect(await outcome(format, bytes, size), `pieces of ${size}`).toEqual(whole);
    }
  });

  it("ends any bytes with rows or a clear refusal", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 400 }),
        fc.integer({ min: 1, max: 64 }),
        async (bytes, size) => void (await outcome(format, bytes, size)),
      ),
      { numRuns: atDepth({ few: 30, many: 200 }) },
    );
  });

  it("ends a file with bytes changed, taken out or put in with rows or a clear refusal", async () => {
    const damage = fc.record({
      sample: fc.constantFrom(...(SAMPLES[format] ?? [])),
      at: fc.nat(400),
      cut: fc.nat(20),
      put: fc.uint8Array({ maxLength: 8 }),
      size: fc.integer({ min: 1, max: 64 }),
    });
    await fc.assert(
      fc.asyncProperty(damage, async ({ sample, at, cut, put, size }) => {
        const bytes = Buffer.from(sample);
        const from = at % (bytes.length + 1);
        void (await outcome(format, Buffer.concat([bytes.subarray(0, from), put, bytes.subarray(from + cut)]), size));
      }),
      { numRuns: atDepth({ few: 30, many: 300 }) },
    );
  });
});
