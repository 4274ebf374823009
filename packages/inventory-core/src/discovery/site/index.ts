// Subpath ./scanning: what scanners and programs that only scan need, without the rest of the engine.

export { type IpAddress, parseAddress } from "../../address/ip-address.ts";
export { type SpecialAddress, type SpecialKind, type SpecialRange, specialRangeOf } from "../../address/special-ranges.ts";
export { isTurnOver } from "../../background/loop-turn.ts";
export { nextTurn } from "../../background/work-meter.ts";
export type { Clock } from "../../contract/clock.ts";
export { messageOf } from "../../contract/errors/failure-text.ts";
export { type MacParse, parseMac } from "../../contract/mac-address.ts";
export { systemClock } from "../../system-clock.ts";
export { realTimers } from "../../contract/real-timers.ts";
export { parseAll } from "../../contract/errors/validation.ts";
export { definePlugin, type Plugin } from "../../contract/plugin.ts";
export { printable } from "../../contract/scanning/printable-text.ts";
export {
  type HeardNeighbour,
  MAX_NEIGHBOUR_ADDRESSES,
  MAX_NEIGHBOURS,
  MAX_OWN_MACS,
  type NeighboursHeard,
  ScanReport,
} from "../../contract/scanning/scan-report.ts";
export type { Scanner, ScanPlan, ScanTargets } from "../../contract/scanning/scanner.ts";
export { chooseScanner, type ScannerChoice } from "../running/choose-scanner.ts";
export { HostEvidence } from "../running/evidence.ts";
export { parseExclusions } from "../../outbound/address-list.ts";
export { hearWitnesses } from "../running/hear-witnesses.ts";
export { ownAddresses } from "../../outbound/address-rule.ts";
export { scanReports } from "../scans/scan-reports.ts";
export { AnswerScreen } from "../screening/answer-screen.ts";
export { foldText } from "../../storage/search-text.ts";
export { isNewerVersion } from "./newer-version.ts";
export { isRefused, targetsOf } from "./site-targets.ts";
