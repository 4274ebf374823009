import { realTimers } from "@cadastre/inventory-core/exchange";
import { csvFormat } from "./csv/csv-format.ts";
import type { ImportFormat, ImportItem, ImportSource } from "./import-format.ts";
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
  return format.read({ files, url, options: optionsOf(format, options), now, signal, retryDelayMs });
}

function checkSource({ name, source: wanted }: ImportFormat, source: ImportSource): void {
  if (wanted === "service") {
    if (source.kind !== "service") throw badInput(`${name} is read from a service: pass its URL`);
    return;
  }
  if (source.kind === "service") throw badInput(`${name} is read from a file: pass one`);
  if (source.files.length === 0) throw badInput(`${name} is read from a file, but none was passed`);
  if (wanted === "file" && source.files.length > 1) throw badInput(`${name} is read from one file at a time`);
}

function optionsOf(
  format: ImportFormat,
  given: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> {
  for (const [name, value] of Object.entries(given)) {
    const option = format.options.find((known) => known.name === name);
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
