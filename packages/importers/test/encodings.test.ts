import { isInventoryError } from "@cadastre/inventory-core";
import { describe, expect, it } from "vitest";
import { FORMATS } from "../src/index.ts";
import { fileOf, readFiles } from "./support/read.ts";

const NOW = new Date("2026-06-01T00:00:00Z");

const KEA = "address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context,pool_id";

/** A file of each format with two devices; the name of the first is written with letters that not all encodings have. */
const SAMPLES: Readonly<
  Record<string, { readonly text: string; readonly options?: Readonly<Record<string, string>>; readonly name?: string }>
> = {
  csv: { text: "name,ip\nMünchen,10.0.0.1\nb,10.0.0.2\n" },
  json: { text: '[\n{"name":"München","addresses":[{"ip":"10.0.0.1"}]},\n{"name":"b","addresses":[{"ip":"10.0.0.2"}]}\n]\n' },
  rackd: {
    text: '[\n{"name":"München","addresses":[{"ip":"10.0.0.1"}]},\n{"name":"b","addresses":[{"ip":"10.0.0.2"}]}\n]\n',
    name: "devices.json",
  },
  nmap: {
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<nmaprun>\n${["München", "b"].map((name, index) => `<host><status state="up" reason="echo-reply"/>\n<address addr="10.0.0.${index + 1}" addrtype="ipv4"/><hostnames><hostname name="${name}" type="PTR"/></hostnames></host>\n`).join("")}</nmaprun>\n`,
  },
  kea: { text: `${KEA}\n10.0.0.1,,,4294967295,4294967295,1,0,0,München,0,,0\n10.0.0.2,,,4294967295,4294967295,1,0,0,b,0,,0\n` },
  isc: {
    text: ["München", "b"]
      .map((name, index) => `lease 10.0.0.${index + 1} {\n  ends never;\n  binding state active;\n  client-hostname "${name}";\n}\n`)
      .join(""),
  },
  dnsmasq: { text: "0 08:00:27:25:d3:01 10.0.0.1 München *\n0 08:00:27:25:d3:02 10.0.0.2 b *\n" },
};

const read = async (format: string, content: string | Uint8Array, pieceBytes?: number) =>
  await readFiles(format, fileOf(content, SAMPLES[format]?.name ?? "file", pieceBytes), SAMPLES[format]?.options ?? {}, NOW);

/**
 * What comes of a file: the devices, and what is told against lines of it. A refusal of the whole file is told too, and leaves no device.
 */
async function outcomeOf(
  format: string,
  content: string | Uint8Array,
): Promise<{ readonly names: readonly unknown[]; readonly told: readonly string[] }> {
  try {
    const { rows, errors } = await read(format, content);
    return { names: rows.map(({ set }) => set["name"]), told: errors.map(({ at, message }) => `line ${at.line}: ${message}`) };
  } catch (error) {
    if (!isInventoryError(error) || error.code !== "INVALID_INPUT") throw error;
    return { names: [], told: [error.message] };
  }
}

/** Formats in which each line stands for itself: those of a file that are right are read. */
const BY_LINES: readonly string[] = ["csv", "kea", "dnsmasq", "isc"];

const formats = FORMATS.filter(({ source }) => source !== "service").map(({ name }) => name);

it("there is a sample of each format of files", () => {
  expect(Object.keys(SAMPLES).toSorted()).toEqual(formats.toSorted());
});

/** Where a file is cut off: in a line of CSV the last cell may be cut without a trace, so that a column is. */
const CUT_AT: Readonly<Record<string, string>> = { csv: ",", nmap: "<hostnames>", isc: "binding" };

describe.each(formats)("%s", (format) => {
  const { text } = SAMPLES[format] ?? { text: "" };

  it("is read with a byte order mark, and with lines that end as Windows ends them", async () => {
    const { rows, problems } = await read(format, text);
    expect(problems).toEqual([]);
    expect(rows.map(({ set }) => set["name"])).toEqual(["München", "b"]);
    for (const other of [`\uFEFF${text}`, text.replaceAll("\n", "\r\n"), `\uFEFF${text.replaceAll("\n", "\r\n")}`]) {
      expect(await read(format, other)).toEqual({ rows, problems: [], errors: [], warnings: [] });
      expect(await read(format, other, 1)).toEqual({ rows, problems: [], errors: [], warnings: [] });
    }
  });

  it("is refused as UTF-16, with a mark or without", async () => {
    for (const [mark, swap] of [
      ["\uFEFF", false],
      ["", false],
      ["\uFEFF", true],
      ["", true],
    ] as const) {
      const bytes = Buffer.from(mark + text, "utf16le");
      expect(await outcomeOf(format, swap ? bytes.swap16() : bytes)).toEqual({
        names: [],
        told: [expect.stringMatching(/is not UTF-8, but UTF-16 .*: save it as UTF-8/)],
      });
    }
  });

  it("in Latin-1 is told with its line", async () => {
    const bytes = Buffer.from(text, "latin1");
    const line = text.slice(0, text.indexOf("München")).split("\n").length;
    // CSV tells of the cell, and takes the other lines.
    const [names, told] =
      format === "csv"
        ? [["b"], `line ${line}: is not UTF-8: save the file as UTF-8`]
        : [[], `is not UTF-8 (line ${line}): save it as UTF-8`];
    expect(await outcomeOf(format, bytes)).toEqual({ names, told: [expect.stringContaining(told)] });
  });

  it("that ends half-way is told: nothing of it is taken for whole", async () => {
    const half = text.slice(0, text.lastIndexOf(CUT_AT[format] ?? "0.0.2"));
    const [names, told] = BY_LINES.includes(format)
      ? [["München"], /^line \d: (has \d columns?, but|begins the lease 10.0.0.2, which has no end)/]
      : [[], /unexpected end|not a complete nmap report/];
    expect(await outcomeOf(format, half)).toEqual({ names, told: [expect.stringMatching(told)] });
  });

  it.each(["\u0000\u0001\u0002binary", "PK\u0003\u0004 a spreadsheet", "<html><body>sign in</body></html>", "a,b,c\n1,2,3\n"])(
    "has no row of a file that is something else: %j",
    async (other) => {
      const { names, told } = await outcomeOf(format, other);
      expect(names).toEqual([]);
      expect(told.length).toBeGreaterThan(0);
    },
  );
});
