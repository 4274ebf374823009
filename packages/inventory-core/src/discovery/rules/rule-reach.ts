import type { DiscoveryRule } from "../../contract/generated/api.ts";
import type { RecordChecks } from "../../contract/record-functions.ts";
import type { ScanFence } from "../../outbound/address-fence.ts";
import { checkReach, type SweptNetwork, tooLargeToSweep } from "../running/scan-plan.ts";

/**
 * The check of discovery rules that a host adds: its scans must be able to reach the network.
 * @param fence returns what this host does not scan, as it is now
 */
export function ruleReach(fence: () => ScanFence): RecordChecks<DiscoveryRule> {
  return {
    check: async ({ record: rule, problems }, view, before) => {
      if (rule.network_id === before?.network_id) return;
      const network = await view.get<SweptNetwork>("select first_key, last_key, prefix_length, subnet from network where id = ?", [
        rule.network_id,
      ]);
      if (network === undefined) return;
      const tooLarge = tooLargeToSweep(network, fence());
      if (tooLarge === undefined) checkReach(network, fence());
      else problems.add("network_id", tooLarge.reason);
    },
  };
}
