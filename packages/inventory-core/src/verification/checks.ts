import type { Clock } from "../contract/clock.ts";
import type { OpenStorage } from "../contract/storage/storage.ts";
import type { RecordKinds } from "../records/record-kinds.ts";
import type { Check } from "./check.ts";
import { absenceCheck } from "./discovery/absence-check.ts";
import { conflictCheck, duplicateAddressCheck, duplicateSubnetCheck } from "./conflict-checks.ts";
import { networkCounterCheck, poolCounterCheck } from "./counter-checks.ts";
import { declaredChecks, earlierTableChecks } from "./declared-checks.ts";
import { deviceCheck } from "./devices/device-check.ts";
import { deviceCountCheck } from "./devices/device-count-check.ts";
import { deviceTagCheck } from "./devices/device-tag-check.ts";
import { fieldValueChecks } from "./field-checks.ts";
import { freeBlockCheck } from "./networks/free-block-check.ts";
import { hardwareConflictCheck } from "./hardware-check.ts";
import { addressCheck, allocationCheck, networkCheck, poolCheck } from "./record-checks.ts";
import { networkTagCheck } from "./networks/network-tag-check.ts";
import { passedRunCheck } from "./passed/passed-run-check.ts";
import { seenAddressCheck } from "./passed/seen-address-check.ts";
import { relationshipCheck } from "./relationship-check.ts";
import { addressRules } from "./rules/address-rules.ts";
import { allocationRules, poolRules } from "./rules/pool-rules.ts";
import { relationshipRules } from "./rules/relationship-rules.ts";
import { childCountCheck, parentCheck } from "./networks/tree-checks.ts";
import { takenRunCheck } from "./taken-run-check.ts";
import { seenCheck } from "./discovery/seen-check.ts";
import { tenureCheck } from "./tenure-check.ts";
import { textIndexCheck } from "./text-index-check.ts";

/**
 * Everything that is derived, in the order in which it derives from each other: keys and spaces of addresses come before
 * runs and counters. Then the rules between records.
 */
export function checksOf(storage: OpenStorage, clock: Clock, kinds: RecordKinds): readonly Check[] {
  return [
    ...fieldValueChecks(kinds),
    ...earlierTableChecks(kinds),
    networkCheck,
    networkTagCheck,
    parentCheck,
    childCountCheck,
    poolCheck,
    addressCheck,
    allocationCheck,
    takenRunCheck,
    seenAddressCheck(clock),
    passedRunCheck(clock),
    networkCounterCheck,
    poolCounterCheck,
    freeBlockCheck,
    deviceTagCheck,
    deviceCheck,
    deviceCountCheck(storage),
    tenureCheck,
    seenCheck,
    absenceCheck,
    ...declaredChecks(kinds),
    ...(storage.text.indexes ?? []).filter(({ table }) => table !== "record_text" || kinds.all.length > 0).map(textIndexCheck),
    relationshipCheck,
    conflictCheck,
    duplicateAddressCheck,
    duplicateSubnetCheck,
    hardwareConflictCheck,
    poolRules,
    addressRules,
    allocationRules,
    relationshipRules,
  ];
}
