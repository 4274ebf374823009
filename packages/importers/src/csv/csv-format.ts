import { IMPORT_TYPES } from "@cadastre/inventory-core/exchange";
import { type ImportFormat, type ImportItem, onlyFile, type ReaderInput } from "../import-format.ts";
import { typeOption } from "../json/sections.ts";
import { badInput } from "../reading/bad-input.ts";
import { plainBytes } from "../reading/byte-input.ts";
import { type CsvLine, csvLines } from "./csv-lines.ts";
import { CsvHeader } from "./csv-records.ts";
import { DeviceLines } from "./device-lines.ts";
import { DELIMITERS, sniffDelimiter } from "./head.ts";

/**
 * CSV with a line of column names: records of one type. Names are those of the fields, or aliases (`columns.ts`). Several lines
 * of one device that follow each other give an address each. An empty cell leaves the field as it is, or clears it by option.
 */
export const csvFormat: ImportFormat = {
  name: "csv",
  label: "CSV",
  description: "a table of one record type with column names in the first line; comma, semicolon or tab; with or without byte order mark",
  source: "file",
  takesDeclared: true,
  options: [
    { name: "type", description: "record type of the lines", values: IMPORT_TYPES, default: "device" },
    {
      name: "delimiter",
      description: "delimiter of the cells; detected from the first line by default, which may be sep=;",
      values: Object.keys(DELIMITERS),
    },
    { name: "empty", description: "what an empty cell does to an existing record", values: ["keep", "clear"], default: "keep" },
  ],
  read: readCsv,
};

async function* readCsv(input: ReaderInput): AsyncGenerator<ImportItem> {
  const { options, types } = input;
  const file = onlyFile(input);
  const type = typeOption(types, options["type"] ?? "device");
  const { delimiter, isNamed, bytes } = await sniffDelimiter(plainBytes(file.open(), file.name), file.name);
  const lines = csvLines(bytes, DELIMITERS[options["delimiter"] as keyof typeof DELIMITERS] ?? delimiter, file.name);
  let header: CsvHeader | undefined;
  const devices = type === "device" ? new DeviceLines() : undefined;
  for await (const line of lines) {
    if (isNamed && line.line === 1) continue;
    if (header === undefined) {
      header = headerOf(new CsvHeader(types, type, line, options["empty"] === "clear"), line, file.name);
      yield* header.problems.filter(({ severity }) => severity === "warning");
    } else yield* itemsOf(header, line, devices);
  }
  if (header === undefined) throw badInput(`${file.name} is empty`);
  const last = devices?.end();
  if (last !== undefined) yield row("device", last);
}

/** A header without an error. @throws INVALID_INPUT */
function headerOf(header: CsvHeader, line: CsvLine, name: string): CsvHeader {
  if (line.wrong !== undefined) throw badInput(`${name}, line ${line.line}: ${line.wrong}`);
  const error = header.problems.find(({ severity }) => severity === "error");
  if (error !== undefined) throw badInput(`${name}, line ${line.line}: ${error.message}`);
  return header;
}

function* itemsOf(header: CsvHeader, line: CsvLine, devices: DeviceLines | undefined): Generator<ImportItem> {
  const found = header.read(line);
  if (!("record" in found)) yield* found;
  else if (devices === undefined) yield row(header.type, found);
  else {
    const { done, problems } = devices.take(found);
    if (done !== undefined) yield row("device", done);
    yield* problems;
  }
}

const row = (
  type: string,
  { line, record }: { readonly line: number; readonly record: Readonly<Record<string, unknown>> },
): ImportItem => ({ at: { line }, type, set: { ...record } });
