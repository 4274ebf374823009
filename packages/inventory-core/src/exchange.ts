// Subpath ./exchange: tables of the import format, and inventories in the formats of Ansible and Prometheus.

// Imports
export {
  ADDRESS_REFERENCES,
  IMPORT_ADDRESS_FIELDS,
  IMPORT_FIELDS,
  IMPORT_TYPES,
  hasSecret,
  type ImportField,
  type ImportFieldFacts,
  type ImportKind,
  type ImportPlace,
  type ImportReference,
  type ImportType,
  type ImportTypes,
  importTypes,
  REFERENCE_FIELDS,
  type ReferenceField,
} from "./import/import-row.ts";

// Declared kinds
export type { RecordKind } from "./contract/record-kind.ts";

// Timers
export { realTimers } from "./contract/real-timers.ts";

// Exports
export { AnsibleHostNames, ansibleInventory } from "./exports/ansible-inventory.ts";
export { targetGroupOf, type TargetOptions } from "./exports/target-group.ts";
