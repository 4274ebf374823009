import { DOUBTS, EVIDENCE, type HostDone, NAME_SOURCES, type Observation, type ObservedService, type ScanReport, type ScanWarning, type SkipReason } from "../../contract/scanner.ts";

/** No name and no banner needs more: DNS allows 253. */
const MOST_CHARACTERS = 255;
const MOST_CHARACTERS_OF_A_SENTENCE = 1000;

const OUTCOMES: readonly HostDone["outcome"][] = ["answered", "silent", "unreachable", "skipped"];
const REASONS: readonly SkipReason[] = ["no-permission", "no-route", "local-limit", "host-budget", "unsupported"];
const WARNINGS: readonly ScanWarning["code"][] = ["NEIGHBOUR_TABLE", "FILE_DESCRIPTORS", "LOCAL_ERRORS", "TOOL", "PROXY_ARP", "MIDDLEBOX"];

/** One line of printable characters. */
export function isPrintable(text: unknown, most: number = MOST_CHARACTERS_OF_A_SENTENCE): boolean {
  return typeof text === "string" && text.trim() !== "" && text.length <= most && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text);
}

/** What is wrong with the form of a report, whatever it is about. */
export function problemsOf(report: ScanReport): readonly string[] {
  if (report.kind === "observation") return problemsOfObservation(report);
  if (report.kind === "host-done") return problemsOfHostDone(report);
  if (report.kind === "warning") return [...unknownWord("code", report.code, WARNINGS), ...badText("message", report.message, MOST_CHARACTERS_OF_A_SENTENCE)];
  return [`there is no report of kind ${String((report as { kind?: unknown }).kind)}`];
}

function problemsOfObservation({ evidence, doubt, macAddress, name, openPorts = [], services = [], osGuess, vendor }: Observation): readonly string[] {
  return [
    ...unknownWord("evidence", evidence, EVIDENCE),
    ...unknownWord("doubt", doubt, DOUBTS),
    ...(macAddress === undefined || /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(macAddress) ? [] : [`macAddress is ${macAddress}: write six octets in lower case, joined by colons`]),
    ...(name === undefined ? [] : [...badText("name", name.text), ...unknownWord("source of the name", name.source, NAME_SOURCES)]),
    ...openPorts.flatMap((port) => badPort(port)),
    ...services.flatMap((service) => problemsOfService(service)),
    ...badText("osGuess", osGuess),
    ...badText("vendor", vendor),
  ];
}

function problemsOfService({ port, protocol, service, version }: ObservedService): readonly string[] {
  return [
    ...badPort(port),
    ...unknownWord("protocol", protocol, ["tcp", "udp"]),
    ...badText("service", service),
    ...(version === "" ? [] : badText("version", version)),
  ];
}

function problemsOfHostDone({ outcome, reason, cutShort }: HostDone): readonly string[] {
  return [
    ...unknownWord("outcome", outcome, OUTCOMES),
    ...unknownWord("reason", reason, REASONS),
    ...(outcome === "skipped" && reason === undefined ? ["a host was skipped without a reason"] : []),
    ...(outcome !== "skipped" && reason !== undefined ? [`the reason ${reason} is given for a host that was not skipped`] : []),
    ...(cutShort === true && outcome !== "answered" ? [`a host that is ${outcome} cannot be cut short`] : []),
  ];
}

function unknownWord(field: string, word: string | undefined, known: readonly string[]): readonly string[] {
  return word === undefined || known.includes(word) ? [] : [`${field} is ${word}: write one of ${known.join(", ")}`];
}

function badPort(port: number): readonly string[] {
  return Number.isInteger(port) && port >= 1 && port <= 65_535 ? [] : [`${port} is no port`];
}

function badText(field: string, text: string | undefined, most = MOST_CHARACTERS): readonly string[] {
  return text === undefined || isPrintable(text, most) ? [] : [`${field} is not one line of 1 to ${most} printable characters: ${JSON.stringify(text).slice(0, 100)}`];
}
