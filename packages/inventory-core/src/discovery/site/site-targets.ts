import { keyOfText } from "../../address/ip-address.ts";
import { countKeys, runContaining } from "../../address/runs.ts";
import type { ScanTargets } from "../../contract/scanning/scanner.ts";
import { addressesIn } from "../../outbound/address-list.ts";
import { TargetSet } from "../running/scan-targets.ts";
import { ScanBits } from "../scans/scan-bits.ts";

/**
 * The addresses of a scan that is run away from the server.
 * @param ranges addresses and ranges, canonical
 * @param refused addresses that receive no packet whatever is asked for: addresses, CIDRs and ranges separated by commas, checked before
 */
export function targetsOf(ranges: readonly string[], refused: string): ScanTargets {
  const runs = addressesIn(ranges.join(","));
  return new TargetSet(runs, new ScanBits(Number(countKeys(runs))), addressesIn(refused));
}

/** Whether an address receives no packet. @param refused as {@link targetsOf} takes it */
export function isRefused(ip: string, refused: string): boolean {
  return runContaining(addressesIn(refused), keyOfText(ip)) !== null;
}
