// Subpath ./exchange: tables of the import format, and inventories in the formats of Ansible and Prometheus.

// Imports
export {
  ADDRESS_REFERENCES,
  IMPORT_ADDRESS_FIELDS,
  IMPORT_FIELDS,
  IMPORT_TYPES,
  type ImportPlace,
  type ImportType,
  REFERENCE_FIELDS,
} from "./import/import-row.ts";

// Timers
export { realTimers } from "./contract/real-timers.ts";

// Exports
export { AnsibleHostNames, ansibleInventory } from "./exports/ansible-inventory.ts";
export { targetGroupOf, type TargetOptions } from "./exports/target-group.ts";
