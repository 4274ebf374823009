import type { Change } from "../contract/write-path.ts";
import { contestAddresses, contestSubnets, settleConflicts } from "./conflict-ledger.ts";
import { contestHardwareAt, settleHardware } from "./hardware-followers.ts";

/**
 * Looks at all addresses and networks. Conflicts open and close with the changes that make and end them, so this finds
 * nothing unless rows came past the engine. The caller holds the topology exclusively.
 */
export async function detectAll(change: Change): Promise<void> {
  const addresses = await change.all<{ space: number; subject: string }>(
    `select space, ip_key as subject from address group by space, ip_key having count(distinct device_id) > 1
     union select space, subject from conflict where type = 'duplicate_ip' and status <> 'resolved'`,
  );
  for (const [space, rows] of Map.groupBy(addresses, (row) => Number(row.space))) contestAddresses(change, space, rows.map(({ subject }) => subject));
  contestSubnets(
    change,
    await change.all<{ space: number; cidr_key: string }>(
      `select space, cidr_key from network group by space, cidr_key having count(*) > 1
       union select space, subject from conflict where type = 'overlapping_subnet' and status <> 'resolved'`,
    ),
  );
  const hardware = await change.all<{ space: number; subject: string }>("select space, subject from conflict where type = 'discovery_mismatch' and status <> 'resolved'");
  for (const [space, rows] of Map.groupBy(hardware, (row) => Number(row.space))) contestHardwareAt(change, space, rows.map(({ subject }) => subject));
  await settleConflicts(change);
  await settleHardware(change);
}
