import { keyOfText } from "../../address/ip-address.ts";
import { runContaining } from "../../address/runs.ts";
import type { ScanReach } from "../../contract/scanning/scan-reach.ts";
import type { DiscoverySettings } from "../discovery-options.ts";
import { addressesIn } from "../../outbound/address-list.ts";
import { scanFence } from "../../outbound/address-fence.ts";

/** The reach of this host, with the addresses that it has at the moment. */
export function scanReach({ allow, doNotProbe }: Pick<DiscoverySettings, "allow" | "doNotProbe">): ScanReach {
  const left = addressesIn(doNotProbe);
  const elsewhere = scanFence(allow, []).runs;
  return {
    refusal: (ip) => {
      const key = keyOfText(ip);
      if (runContaining(left, key) !== null) return "is on the do-not-probe list of this server";
      if (runContaining(scanFence(allow).runs, key) === null) return null;
      return "is loopback, link-local, multicast or an address of this server itself (DISCOVERY_ALLOW opens it)";
    },
    refusalElsewhere: (ip) =>
      runContaining(elsewhere, keyOfText(ip)) === null ? null : "is loopback, link-local or multicast (DISCOVERY_ALLOW opens it)",
  };
}
