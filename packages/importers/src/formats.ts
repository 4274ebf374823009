import { IMPORT_TYPES, type ImportKind, importTypes, type ImportTypes, realTimers } from "@cadastre/inventory-core/exchange";
import { csvFormat } from "./csv/csv-format.ts";
import type { FormatOption, ImportFormat, ImportItem, ImportSource } from "./import-format.ts";
import { jsonFormat } from "./json/json-format.ts";
import { dnsmasqFormat, iscFormat, keaFormat } from "./leases/lease-formats.ts";
import { netboxFormat } from "./netbox/netbox-format.ts";
import { nmapFormat } from "./nmap/nmap-format.ts";
import { phpipamFormat } from "./phpipam/phpipam-format.ts";
import { rackdFormat } from "./rackd/rackd-format.ts";
import { badInput } from "./reading/bad-input.ts";

/** Every format that can be read, in the order in which they are shown. */
export const FORMATS: readonly ImportFormat[] = [
  csvFormat,
  jsonFormat,
  rackdFormat,
  netboxFormat,
  phpipamFormat,
  nmapFormat,
  keaFormat,
  dnsmasqFormat,
  iscFormat,
];

/** What is to be read. */
export interface ImportRequest {
  /** Name of one of {@link FORMATS}. */
  readonly format: string;
  readonly source: ImportSource;
  /** By the names of the format's options. */
  readonly options?: Readonly<Record<string, string | undefined>>;
  /**
   * Declared kinds whose records the source may have, each after the kinds that it refers to; none unless given. Those of a server are
   * {@link kindsOf} its manifest.
   */
  readonly kinds?: readonly ImportKind[];
  readonly signal?: AbortSignal;
  /** The time that leases are compared with; now unless given. */
  readonly now?: Date;
  /** How long to wait before the first repetition of a request that failed; 500 unless given. It doubles each time. */
  readonly retryDelayMs?: number;
}

/**
 * Reads a source: rows, and what is wrong or left out. It reads as fast as it is read from.
 * @throws INVALID_INPUT at once for a format, an option or a source that does not exist;
 * while reading, where nothing that comes after can be
 * read
 * @throws UNAVAILABLE while reading, when a service keeps failing
 */
export function readImport({
  format: name,
  source,
  options = {},
  kinds = [],
  signal,
  now = new Date(realTimers.systemNow()),
  retryDelayMs = 500,
}: ImportRequest): AsyncIterable<ImportItem> {
  const format = FORMATS.find((known) => known.name === name);
  if (format === undefined)
    throw badInput(`unknown format ${JSON.stringify(name)}: use one of ${FORMATS.map((known) => known.name).join(", ")}`);
  checkSource(format, source);
  const files = source.kind === "files" ? source.files : [];
  const url = source.kind === "service" ? source.url : "";
  const types = importTypes(kinds);
  return format.read({ files, url, options: givenOptions(format, options, types), types, now, signal, retryDelayMs });
}

/**
 * The options of a format with declared kinds among their values: the type of records may be one of them.
 * @example
 * optionsOf(csv, kindsOf(await client.manifest.get()))
 */
export const optionsOf = (format: ImportFormat, kinds: readonly ImportKind[]): readonly FormatOption[] =>
  withTypes(format, importTypes(kinds));

const withTypes = ({ options }: ImportFormat, { names }: ImportTypes): readonly FormatOption[] =>
  options.map((option) => (option.values === IMPORT_TYPES ? { ...option, values: names } : option));

function checkSource({ name, source: wanted }: ImportFormat, source: ImportSource): void {
  if (wanted === "service") {
    if (source.kind !== "service") throw badInput(`${name} is read from a service: pass its URL`);
    return;
  }
  if (source.kind === "service") throw badInput(`${name} is read from a file: pass one`);
  if (source.files.length === 0) throw badInput(`${name} is read from a file, but none was passed`);
  if (wanted === "file" && source.files.length > 1) throw badInput(`${name} is read from one file at a time`);
}

function givenOptions(
  format: ImportFormat,
  given: Readonly<Record<string, string | undefined>>,
  types: ImportTypes,
): Readonly<Record<string, string | undefined>> {
  const options = withTypes(format, types);
  for (const [name, value] of Object.entries(given)) {
    const option = options.find((known) => known.name === name);
    if (option === undefined && value !== undefined)
      throw badInput(
        `${format.name} has no option ` +
          `${name}${format.options.length === 0 ? "" : `: its options are ${format.options.map((known) => known.name).join(", ")}`}`,
      );
    if (value !== undefined && option?.values !== undefined && !option.values.includes(value))
      throw badInput(`${name} must be one of ${option.values.join(", ")}`);
  }
  const missing = format.options.filter(({ name, required }) => required === true && (given[name] ?? "") === "");
  if (missing.length > 0) throw badInput(`${format.name} requires ${missing.map(({ name }) => name).join(" and ")}`);
  return Object.fromEntries(format.options.map(({ name, default: standard }) => [name, given[name] ?? standard]));
}
