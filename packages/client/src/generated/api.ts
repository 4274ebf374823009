// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
import type { CallOptions, GivenItems, RecordList, ServiceFile, Watched } from "../answers/answers.ts";

/** An address that a device holds */
export interface Address {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** IPv4 or IPv6 address */
  ip: string;
  /** Port number, null for none */
  port: number | null;
  /** Free text; ipv4 or ipv6 by the address unless given */
  type: string;
  /** Role of the address, for example management */
  label: string;
  /** Id of the network; found by the address unless given, null for none */
  network_id: string | null;
  /** Port of the switch it is connected to */
  switch_port: string;
  /** Id of the pool; found by the address unless given, null for none */
  pool_id: string | null;
}

/** An address handed out from a pool */
export interface Allocation {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Identifier (UUID version 7), made by the service */
  pool_id: string;
  ip: string;
  status: "held" | "confirmed";
  /** Request key it was asked for with */
  key: string | null;
  note: string;
  /** Device that holds the address, once confirmed */
  device_id: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When it returns by itself; null for never */
  expires_at: string | null;
}

export interface AllocationResult {
  allocations: Allocation[];
}

/** API key, sent as Authorization: Bearer <key> */
export interface ApiKey {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  user_id: string | null;
  /** First characters of the key */
  prefix: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

/** Who did what, when and from where */
export interface AuditRecord {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** ISO 8601 UTC with milliseconds */
  timestamp: string;
  /** What was done */
  action: string;
  /** The kind of record */
  resource: string;
  resource_id: string | null;
  /** Null for the program itself, and for a caller that is not known */
  user_id: string | null;
  username: string;
  /** Where the call came from; empty when it did not come over the network */
  ip_address: string;
  /** The edge that it came through: http, library, mcp, cli, or a task of the server */
  source: string;
  status: "success" | "failure";
  /** Why it failed; empty when it did not */
  error: string;
  /** The record before and after; null where there is none */
  changes: {
    before: unknown;
    after: unknown;
  };
  request_id: string;
  /** Number in the sealed chain; null until it is sealed, within a second or so */
  seal_number: number | null;
}

/** Why one of many records was not made */
export interface BulkError {
  /** Place in the array that was sent, from 0 */
  index: number;
  field?: string | undefined;
  code: string;
  message: string;
}

/** What came of many records that were sent in one call */
export interface BulkResult {
  total: number;
  success: number;
  failed: number;
  /** Everything that is wrong with those that failed */
  errors: BulkError[];
}

/** Records that contradict each other */
export interface Conflict {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** duplicate_ip: devices or allocations hold one address in one address space; overlapping_subnet: networks of one address space have the same subnet; discovery_mismatch: an address answers with another MAC address than before */
  type: "duplicate_ip" | "overlapping_subnet" | "discovery_mismatch";
  /** ignored: it is meant to be so (VRRP, anycast) and is not reported */
  status: "active" | "resolved" | "ignored";
  /** What contradicts what, in a sentence */
  description: string;
  /** The address in question; empty for subnets */
  ip_address: string;
  device_ids: string[];
  /** Names in the order of device_ids */
  device_names: string[];
  network_ids: string[];
  /** Names in the order of network_ids */
  network_names: string[];
  /** Subnets in the order of network_ids */
  subnets: string[];
  /** ISO 8601 UTC with milliseconds */
  detected_at: string;
  resolved_at: string | null;
  /** Who made the change that ended it, or empty */
  resolved_by: string;
  notes: string;
  /** Allocations that hold the address, and that no device has confirmed */
  allocation_ids: string[];
}

/** The conflicts that are active after all records were checked */
export interface ConflictDetection {
  conflicts: Conflict[];
  count: number;
}

/** The caller, with the permissions of all roles of the caller */
export interface CurrentUser {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty for none */
  email: string;
  /** Full name */
  full_name: string;
  /** False: cannot sign in, and keys are disabled */
  is_active: boolean;
  /** Whether the user has the role admin */
  is_admin: boolean;
  roles: RoleSummary[];
  /** Null for a user of the application that Cadastre is embedded in */
  created_at: string | null;
  /** Null for a user of the application that Cadastre is embedded in */
  updated_at: string | null;
  last_login_at: string | null;
  permissions: Permission[];
}

/** Counts, fullest networks and pools, running scans, active conflicts and what plugins add; what the caller may not list is null */
export interface Dashboard {
  counts: RecordCounts;
  device_statuses: DeviceStatusCounts | null;
  /** Fullest first; empty ones are left out */
  fullest_networks: FullNetwork[] | null;
  /** Fullest first; empty ones are left out */
  fullest_pools: FullPool[] | null;
  /** Running and pending scans */
  running_scans: {
    /** Number of records; 10000 means 10000 or more */
    count: number;
    newest: DiscoveryScan[];
  } | null;
  /** Active conflicts */
  conflicts: {
    /** Number of records; 10000 means 10000 or more */
    count: number;
    newest: Conflict[];
  } | null;
  /** What plugins add, by name: failed_deliveries of webhooks */
  sections: Record<string, {
    /** Number of records; 10000 means 10000 or more */
    count: number;
    newest: Record<string, unknown>[];
  } | null>;
}

/** A site; its networks share one address space */
export interface Datacenter {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Where it is */
  location: string;
  /** Free text */
  description: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface DatacenterResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Where it is */
  location: string;
  /** Free text */
  description: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  type: "datacenter";
}

/** A device with its addresses, tags and domains */
export interface Device {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Host name */
  hostname: string;
  /** Free text */
  description: string;
  /** Make and model */
  make_model: string;
  /** Operating system */
  os: string;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** User name to sign in with */
  username: string;
  /** Where it is, for example a rack position */
  location: string;
  /** Life-cycle status */
  status: "planned" | "active" | "maintenance" | "decommissioned";
  /** Tags */
  tags: string[];
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface DeviceResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Host name */
  hostname: string;
  /** Free text */
  description: string;
  /** Make and model */
  make_model: string;
  /** Operating system */
  os: string;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** User name to sign in with */
  username: string;
  /** Where it is, for example a rack position */
  location: string;
  /** Life-cycle status */
  status: "planned" | "active" | "maintenance" | "decommissioned";
  /** Tags */
  tags: string[];
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  type: "device";
}

/** Number of devices of each status */
export interface DeviceStatusCounts {
  planned: number;
  active: number;
  maintenance: number;
  decommissioned: number;
}

/** What scans saw at one address of a network */
export interface DiscoveredDevice {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  ip: string;
  /** Six octets in lower case, or empty */
  mac_address: string;
  hostname: string;
  network_id: string;
  /** down: a completed scan of its range did not see it */
  status: "up" | "down";
  /** How sure it is that a host is there, from what was seen */
  confidence: number;
  os_guess: string;
  vendor: string;
  open_ports: number[];
  services: DiscoveredService[];
  /** ISO 8601 UTC with milliseconds */
  first_seen: string;
  /** ISO 8601 UTC with milliseconds */
  last_seen: string;
  promoted_to_device_id: string | null;
  promoted_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface DiscoveredService {
  port: number;
  protocol: string;
  service: string;
  version: string;
}

/** Scans a network again and again */
export interface DiscoveryRule {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  network_id: string;
  enabled: boolean;
  scan_type: "quick" | "full" | "deep";
  /** Hours from one start to the next */
  interval_hours: number;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips: string;
  last_started_at: string | null;
  /** When it is due; null while it is disabled */
  next_due_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** One look at a network */
export interface DiscoveryScan {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  network_id: string;
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  scan_type: "quick" | "full" | "deep";
  total_hosts: number;
  /** Addresses really probed */
  scanned_hosts: number;
  found_hosts: number;
  /** Percent of total_hosts that is done; only grows */
  progress_percent: number;
  /** Scanner that runs it; empty until it runs */
  scanner: string;
  /** Rule that started it, or null */
  rule_id: string | null;
  /** Why it failed or was cancelled, or empty */
  error_message: string;
  coverage: ScanCoverage;
  started_at: string | null;
  completed_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** The changes that the call would make; all empty for none */
export interface DryRunResult {
  /** The records that would change */
  changes: {
    /** `delete`, `update` … */
    action: string;
    /** The thing: `device`, `network` … */
    resource: string;
    id: string | null;
    /** The record as it is */
    before?: unknown | undefined;
    /** The record as it would be */
    after?: unknown | undefined;
  }[];
  /** The events that would be told */
  events: {
    event: string;
    record_id: string;
  }[];
  /** How many rows of which tables would go along with these, or be written for them */
  rows: {
    table: string;
    action: "insert" | "update" | "delete";
    rows: number;
  }[];
  /** Number of changes; only the first 1000 are listed */
  change_count: number;
  /** Number of events; only the first 1000 are listed */
  event_count: number;
}

/** A committed change */
export interface Event {
  id: string;
  event: string;
  timestamp: string;
  record_id: string;
  /** The record; its schema depends on the event */
  data: Record<string, unknown>;
}

/** An event that webhooks can subscribe to */
export interface EventOption {
  value: string;
  label: string;
  description: string;
}

export interface EventPage {
  events: Event[];
  /** Cursor after the last event, those that the caller may not read included; the value of after when there is none */
  next: string;
}

/** What a value is */
export type FieldType = {
  kind: "string";
  format?: string | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
} | {
  kind: "enum";
  values: string[];
  /** The empty text is one of them too, for none or the default, though it is not among `values` */
  emptyAllowed?: boolean | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
} | {
  kind: "integer" | "number";
  minimum?: number | undefined;
  maximum?: number | undefined;
} | {
  kind: "boolean";
} | {
  kind: "reference";
  /** Name in `records` of the manifest */
  name: string;
} | {
  kind: "array";
  items: FieldType;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  /** null may be among its values */
  holdsNull?: boolean | undefined;
  /** One value is taken for a list of it */
  single?: boolean | undefined;
} | {
  kind: "object";
  fields: ManifestField[];
  /** Of a type with a name: what it is */
  description?: string | undefined;
} | {
  kind: "map";
  values: FieldType;
  /** null may be among its values */
  holdsNull?: boolean | undefined;
} | {
  kind: "json";
  oneOf?: FieldType[] | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
};

export interface FullNetwork {
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Exact count; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  available_ips: number | string;
  /** Percent used, two decimals */
  utilization: number;
  name: string;
  subnet: string;
  datacenter_id: string | null;
}

export interface FullPool {
  /** Identifier (UUID version 7), made by the service */
  pool_id: string;
  name: string;
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  start_ip: string;
  end_ip: string;
  /** Exact count; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  held_ips: number | string;
  /** Percent used or held, two decimals */
  utilization: number;
}

export interface HeatmapAddress {
  ip: string;
  status: "available" | "used" | "reserved";
  /** Device that holds it; present only when used */
  device_id?: string | undefined;
}

export interface HeatmapBlock {
  cidr: string;
  /** Exact count; a decimal string above 2^53 − 1 */
  total: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  used: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  reserved: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  available: number | string;
}

/** An address, or a block when folded by prefix */
export type HeatmapEntry = HeatmapAddress | HeatmapBlock;

/** How many rows become what; rows that the source could not give are among the errors */
export interface ImportCounts {
  rows: number;
  create: number;
  update: number;
  unchanged: number;
  conflict: number;
  error: number;
  warning: number;
}

/** How many rows become what; rows that the source could not give are among the errors */
export interface ImportCountsInput {
  rows: number;
  create: number;
  update: number;
  unchanged: number;
  conflict: number;
  error: number;
  warning: number;
}

/** A row of an import that was not applied, and why */
export interface ImportFailure {
  at: ImportPlace;
  type?: "datacenter" | "network" | "pool" | "device" | "relationship" | undefined;
  field?: string | undefined;
  code: string;
  message: string;
}

/** The position of a row in the source of an import */
export interface ImportPlace {
  /** Line of the source, from 1 */
  line?: number | undefined;
  /** Position in the source, such as devices[3] or page 2, record 17 */
  path?: string | undefined;
}

/** The position of a row in the source of an import */
export interface ImportPlaceInput {
  /** Line of the source, from 1 */
  line?: number | undefined;
  /** Position in the source, such as devices[3] or page 2, record 17 */
  path?: string | undefined;
}

/** Last line of a plan */
export interface ImportPlanEnd {
  kind: "end";
  counts: ImportCounts;
  /** SHA-256 of the lines before it, in hexadecimal */
  digest: string;
}

/** Last line of a plan */
export interface ImportPlanEndInput {
  kind: "end";
  counts: ImportCountsInput;
  /** SHA-256 of the lines before it, in hexadecimal */
  digest: string;
}

/** First line of a plan */
export interface ImportPlanHeader {
  kind: "plan";
  version: "1";
}

/** First line of a plan */
export interface ImportPlanHeaderInput {
  kind: "plan";
  version: "1";
}

/** A line of the plan of an import: plan, then step and problem in the order of the source, then end */
export type ImportPlanLine = ImportPlanHeader | ImportPlanStep | ImportPlanProblem | ImportPlanEnd;

/** A line of the plan of an import: plan, then step and problem in the order of the source, then end */
export type ImportPlanLineInput = ImportPlanHeaderInput | ImportPlanStepInput | ImportPlanProblemInput | ImportPlanEndInput;

/** Something of the source that never became a row */
export interface ImportPlanProblem {
  at: ImportPlace;
  type?: "datacenter" | "network" | "pool" | "device" | "relationship" | undefined;
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  message: string;
  kind: "problem";
}

/** Something of the source that never became a row */
export interface ImportPlanProblemInput {
  at: ImportPlaceInput;
  type?: "datacenter" | "network" | "pool" | "device" | "relationship" | undefined;
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  message: string;
  kind: "problem";
}

/** What becomes of one row */
export interface ImportPlanStep {
  kind: "step";
  action: "create" | "update" | "unchanged" | "conflict" | "error";
  row: ImportRow;
  /** The record; of a new one, the id that it gets */
  id?: string | undefined;
  /** What the references of the row lead to: ids, by the field that takes them */
  links?: Record<string, string | null> | undefined;
  /** Of an update: each field that changes, with its value before and after */
  changes?: {
    field: string;
    before?: unknown | undefined;
    after?: unknown | undefined;
  }[] | undefined;
  /** Of a conflict or an error: everything that speaks against the row */
  problems?: {
    field?: string | undefined;
    message: string;
  }[] | undefined;
}

/** What becomes of one row */
export interface ImportPlanStepInput {
  kind: "step";
  action: "create" | "update" | "unchanged" | "conflict" | "error";
  row: ImportRowInput;
  /** The record; of a new one, the id that it gets */
  id?: string | undefined;
  /** What the references of the row lead to: ids, by the field that takes them */
  links?: Record<string, string | null> | undefined;
  /** Of an update: each field that changes, with its value before and after */
  changes?: {
    field: string;
    before?: unknown | undefined;
    after?: unknown | undefined;
  }[] | undefined;
  /** Of a conflict or an error: everything that speaks against the row */
  problems?: {
    field?: string | undefined;
    message: string;
  }[] | undefined;
}

/** Something of the source of an import that cannot be taken, or is left out */
export interface ImportProblemInput {
  at: ImportPlaceInput;
  type?: "datacenter" | "network" | "pool" | "device" | "relationship" | undefined;
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  message: string;
}

/** What came of applying the plan of an import */
export interface ImportReport {
  created: number;
  updated: number;
  unchanged: number;
  /** Rows that were not applied; each is among the errors */
  failed: number;
  errors: ImportFailure[];
}

/** One record of the source of an import, in the inventory's own terms */
export interface ImportRow {
  at: ImportPlace;
  type: "datacenter" | "network" | "pool" | "device" | "relationship";
  /** The source's own id of the record; other rows of the type's import refer to it */
  ref?: string | undefined;
  /** How the record is found: key (unless given) by its natural key; address: a device that holds one of the addresses, which keeps its name; by key if none does */
  match?: "key" | "address" | undefined;
  /** replace (unless given): a list that is given replaces the list; add: its entries are added, none is removed */
  lists?: "replace" | "add" | undefined;
  /** The fields that the source has, by name; a reference takes the place of an id */
  set: Record<string, unknown>;
}

/** One record of the source of an import, in the inventory's own terms */
export interface ImportRowInput {
  at: ImportPlaceInput;
  type: "datacenter" | "network" | "pool" | "device" | "relationship";
  /** The source's own id of the record; other rows of the type's import refer to it */
  ref?: string | undefined;
  /** How the record is found: key (unless given) by its natural key; address: a device that holds one of the addresses, which keeps its name; by key if none does */
  match?: "key" | "address" | undefined;
  /** replace (unless given): a list that is given replaces the list; add: its entries are added, none is removed */
  lists?: "replace" | "add" | undefined;
  /** The fields that the source has, by name; a reference takes the place of an id */
  set: Record<string, unknown>;
}

/** What every operation of the server is, takes, answers and fails with */
export interface Manifest {
  /** Every operation, plugins' included; those of a group are adjacent */
  operations: ManifestOperation[];
  /** Types of records and of what is inside them, by name */
  records: Record<string, FieldType>;
  /** Every code that an operation can answer with */
  errors: Record<string, {
    kind: "invalid" | "unauthenticated" | "forbidden" | "not-found" | "conflict" | "exhausted" | "precondition" | "gone" | "too-large" | "unsupported-type" | "rate-limited" | "unavailable" | "internal";
    when: string;
  }>;
}

/** A field that an operation takes or answers */
export interface ManifestField {
  name: string;
  /** Where it goes; absent in what is nested and in what is answered */
  in?: "path" | "query" | "body" | undefined;
  type: FieldType;
  required: boolean;
  /** null is a value of it too: none, or unset */
  nullable?: boolean | undefined;
  /** What the service takes when it is not given */
  default?: unknown | undefined;
  description?: string | undefined;
  examples?: unknown[] | undefined;
  /** It is the id of a record of this kind (`network`), or a list of such ids */
  refersTo?: string | undefined;
}

/** What an operation is, takes, answers and fails with */
export interface ManifestOperation {
  /** `devices.create`: group and name; what client.call takes */
  id: string;
  group: string;
  name: string;
  /** A sentence without a full stop: `Create a device` */
  summary: string;
  description?: string | undefined;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** `/api/devices/{id}` */
  path: string;
  /** HTTP status of success */
  status: number;
  /** Name of a permission, or `authenticated`, or `public` */
  access: string;
  /** Further permissions that it needs */
  alsoNeeds: string[];
  /** Path parameter that names a user who needs no permission for themselves */
  self?: string | undefined;
  /** Path parameters in order of the path, then query parameters, then body fields; names are unique in an operation */
  fields: ManifestField[];
  /** The body is many values: a JSON array of at most `most`, or a JSON value a line */
  items?: {
    form: "array" | "lines";
    type: FieldType;
    most?: number | undefined;
  } | undefined;
  output: ManifestOutput;
  /** Codes that it can answer with, those of credentials and limits included, sorted */
  errors: string[];
  /** It changes nothing (GET) */
  safe: boolean;
  /** Doing it twice is doing it once (GET, PUT, DELETE) */
  idempotent: boolean;
  /** It takes an Idempotency-Key */
  idempotencyKey: boolean;
  /** The answer to a key is kept for a day, and given again */
  keepsAnswer?: boolean | undefined;
  /** It takes away or overwrites: ask first. Unless it has `items`, it has a dry run */
  destructive: boolean;
  /** It sends something to machines outside the service */
  reachesOut: boolean;
  /** `etag`: the record comes with an ETag; `if-match`: the change honours If-Match */
  conditional: "etag" | "if-match" | "none";
  /** Counted against a smaller limit of its own (`login`) */
  limit?: string | undefined;
}

/** What is answered; `type` is that of the record, of an item of the list, or of what is watched */
export type ManifestOutput = {
  kind: "record" | "list";
  type: FieldType;
} | {
  kind: "watch";
  type: FieldType;
  /** Goes on until the caller stops; otherwise ends by itself, with the event `end` */
  endless: boolean;
} | {
  kind: "file";
  mediaTypes: string[];
} | {
  kind: "empty";
};

/** A subnet in the address space of its datacenter, or of none */
export interface Network {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Free text */
  description: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface NetworkResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Free text */
  description: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  type: "network";
}

/** Addresses of a network that devices hold */
export interface NetworkUtilization {
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Exact count; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Exact count; a decimal string above 2^53 − 1 */
  available_ips: number | string;
  /** Percent used, two decimals */
  utilization: number;
}

export interface NewApiKey {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  user_id: string | null;
  /** First characters of the key */
  prefix: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
  /** The key; shown only once */
  key: string;
}

/** The lowest free address; it is not reserved */
export interface NextIp {
  ip: string;
}

/** A program that users can authorize */
export interface OAuthClient {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Client id used in requests: its id, or the URL of its metadata document */
  client_id: string;
  /** Name as given by the client itself */
  name: string;
  /** Dynamic registration (RFC 7591), or a metadata document */
  source: "registered" | "document";
  /** Redirect URIs */
  redirect_uris: string[];
  /** Permissions that it is limited to by its registration; null for no limit */
  scope: string[] | null;
  /** Number of grants by users */
  grants: number;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When a user last authorized it or it last received a token; null for never */
  last_used_at: string | null;
}

/** Authorization of a program by a user */
export interface OAuthGrant {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** The program */
  client: {
    /** Identifier (UUID version 7), made by the service */
    id: string;
    client_id: string;
    name: string;
  };
  /** Permissions of the program, limited to those that the user has at the time */
  scope: string[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  last_used_at: string | null;
  /** Expiry of the grant */
  expires_at: string;
}

/** A permission that roles can contain */
export interface Permission {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name as required by operations */
  name: string;
  /** Resource, in the plural */
  resource: string;
  action: string;
}

/** A range of a network's addresses from which addresses are handed out */
export interface Pool {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Name */
  name: string;
  /** IPv4 or IPv6 address */
  start_ip: string;
  /** IPv4 or IPv6 address */
  end_ip: string;
  /** Free text */
  description: string;
  /** Tags */
  tags: string[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface RecordCounts {
  datacenters: number | null;
  networks: number | null;
  pools: number | null;
  devices: number | null;
}

/** What a record is called, and what it is in */
export interface RecordName {
  type: "datacenter" | "network" | "pool" | "device";
  /** Identifier (UUID version 7), made by the service */
  id: string;
  name: string;
  /** Subnet of a network, range of a pool, host name of a device, location of a datacenter */
  detail: string;
  /** Network of a pool */
  network_id: string | null;
  /** Its name */
  network: string | null;
  /** Datacenter of a network, pool or device */
  datacenter_id: string | null;
  /** Its name; null also when the caller may not list datacenters */
  datacenter: string | null;
}

/** A directed relationship between two devices */
export interface Relationship {
  /** Identifier (UUID version 7), made by the service */
  parent_id: string;
  /** Identifier (UUID version 7), made by the service */
  child_id: string;
  type: "contains" | "connected_to" | "depends_on";
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
}

export interface RelationshipCreated {
  status: "created";
}

/** A named set of permissions */
export interface Role {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  name: string;
  description: string;
  /** Built-in; cannot be changed or deleted */
  is_system: boolean;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  permissions: Permission[];
}

/** A role without its permissions */
export interface RoleSummary {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  name: string;
  description: string;
  /** Built-in; cannot be changed or deleted */
  is_system: boolean;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

export interface ScanCoverage {
  /** Addresses really probed */
  probed: number;
  /** Of the probed, those where something answered */
  answered: number;
  /** Of the probed, those that a router said it cannot reach */
  unreachable: number;
  /** Of the answered, those whose time was over before all of their ports were tried */
  cut_short: number;
  /** Addresses that could not be probed */
  skipped: number;
  /** Addresses that were not to be probed; not among total_hosts */
  excluded: number;
  /** Why addresses were skipped */
  reasons: {
    reason: string;
    count: number;
  }[];
  /** What limits the result */
  warnings: {
    code: string;
    message: string;
  }[];
}

export type SearchResult = DeviceResult | NetworkResult | DatacenterResult;

export interface SearchResults {
  results: SearchResult[];
}

/** Features of the service for the caller */
export interface ServiceConfig {
  edition: "community";
  /** Version of the engine */
  version: string;
  /** Enabled features: discovery (a scanner), webhooks, mcp, oauth, and those of plugins */
  features: string[];
  /** Additional pages of plugins */
  nav_items: {
    label: string;
    path: string;
  }[];
  user: CurrentUser;
}

/** The user who signed in; the session itself is in the cookie */
export interface SignedIn {
  user: CurrentUser;
  /** ISO 8601 UTC with milliseconds */
  expires_at: string;
}

/** A person or program that signs in */
export interface User {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty for none */
  email: string;
  /** Full name */
  full_name: string;
  /** False: cannot sign in, and keys are disabled */
  is_active: boolean;
  /** Whether the user has the role admin */
  is_admin: boolean;
  roles: RoleSummary[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  last_login_at: string | null;
}

/** A subscription to events */
export interface Webhook {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Purpose */
  description: string;
  /** The http or https URL that receives deliveries, without user info */
  url: string;
  /** Names of the events to send; GET /api/webhooks/events lists them */
  events: string[];
  /** Timeout of an attempt in seconds */
  timeout_seconds: number;
  /** Retries after the first attempt, after 1 m, 5 m, 15 m, 1 h and 6 h */
  retry_count: number;
  enabled: boolean;
  /** Alias of enabled */
  active: boolean;
  /** Values are masked for callers without webhook:update */
  headers: Record<string, string>;
  /** Whether deliveries are signed */
  has_secret: boolean;
  /** Until when the previous secret is valid; null if there is none */
  previous_secret_expires_at: string | null;
  /** User who created or last changed it, and who must be able to read what it sends; null for the program itself and for webhooks from before owners were kept */
  owner_id: string | null;
  /** Why some or all events are currently not sent; null when all are sent */
  problem: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Delivery of an event to a webhook */
export interface WebhookDelivery {
  /** The delivery_id sent to the receiver, the same for every attempt */
  id: string;
  webhook_id: string;
  event: string;
  status: "pending" | "retrying" | "success" | "failed" | "cancelled";
  /** Finished attempts */
  attempt_count: number;
  /** Time of the next attempt; null when finished */
  next_attempt_at: string | null;
  /** The body exactly as sent */
  request_body: string;
  /** HTTP status of the last response; null if there was none */
  response_status: number | null;
  /** The first 4 KiB of the last response */
  response_body: string;
  /** Why the last attempt failed, or why it was cancelled; empty otherwise */
  error: string;
  /** Duration of the last attempt in milliseconds */
  duration_ms: number | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Result of a test delivery */
export interface WebhookPing {
  /** Result of the delivery as a message */
  message: string;
  delivery: WebhookDelivery;
}

/** What `datacenters.list` takes: list datacenters. */
export interface DatacentersListInput {
  /** Part of the name, any case */
  name?: string | undefined;
}

/** What `datacenters.create` takes: create a datacenter. */
export interface DatacentersCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Where it is */
  location?: string | undefined;
  /** Free text */
  description?: string | undefined;
}

/** What `datacenters.update` takes: change a datacenter. */
export interface DatacentersUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Where it is */
  location?: string | undefined;
  /** Free text */
  description?: string | undefined;
}

/** What `networks.list` takes: list networks. */
export interface NetworksListInput {
  /** Part of the name, any case */
  name?: string | undefined;
  datacenter_id?: string | undefined;
  /** VLAN id */
  vlan_id?: number | undefined;
}

/** What `networks.create` takes: create a network. */
export interface NetworksCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | undefined;
}

/** What `networks.update` takes: change a network. */
export interface NetworksUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet?: string | undefined;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | undefined;
}

/** What `networks.heatmap` takes: draw the heatmap of a network. */
export interface NetworksHeatmapInput {
  /** Folds the addresses into blocks of this prefix length */
  prefix?: number | undefined;
}

/** What `pools.list` takes: list the pools of a network. */
export interface PoolsListInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
}

/** What `pools.create` takes: create a pool in a network. */
export interface PoolsCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** IPv4 or IPv6 address */
  start_ip: string;
  /** IPv4 or IPv6 address */
  end_ip: string;
  /** Free text */
  description?: string | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
}

/** What `pools.update` takes: change a pool. */
export interface PoolsUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** IPv4 or IPv6 address */
  start_ip?: string | undefined;
  /** IPv4 or IPv6 address */
  end_ip?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Release the allocations that a smaller range leaves outside, in place of refusing it; false unless given */
  release_outside?: boolean | undefined;
}

/** What `pools.heatmap` takes: draw the heatmap of a pool. */
export interface PoolsHeatmapInput {
  /** Folds the addresses into blocks of this prefix length */
  prefix?: number | undefined;
}

/** What `pools.allocate` takes: allocate addresses from a pool. */
export interface PoolsAllocateInput {
  /** How many addresses, all or none; 1 unless given */
  count?: number | null | undefined;
  /** Exactly this address of the pool; the lowest free ones unless given */
  ip?: string | null | undefined;
  /** Seconds until the addresses return by themselves; never unless given */
  ttl_seconds?: number | null | undefined;
  /** Request key: the same key gives the same addresses again */
  key?: string | null | undefined;
  /** What it is for */
  note?: string | undefined;
}

/** What `allocations.forgetKey` takes: forget a request key. */
export interface AllocationsForgetKeyInput {
  /** Id of the pool that the key was used for */
  pool_id: string;
}

/** What `devices.list` takes: list devices. */
export interface DevicesListInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  datacenter_id?: string | undefined;
  network_id?: string | undefined;
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
}

/** What `devices.create` takes: create a device. */
export interface DevicesCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Host name */
  hostname?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Make and model */
  make_model?: string | undefined;
  /** Operating system */
  os?: string | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | undefined;
  /** Where it is, for example a rack position */
  location?: string | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: {
    /** Id of an address of this device that stays; others are ignored */
    id?: string | null | undefined;
    /** IPv4 or IPv6 address */
    ip: string;
    /** Port number, 1–65535; 0 and null mean none */
    port?: number | null | undefined;
    /** Free text; ipv4 or ipv6 by the address unless given */
    type?: string | undefined;
    /** Role of the address, for example management */
    label?: string | undefined;
    /** Id of the network; found by the address unless given, null for none */
    network_id?: string | null | undefined;
    /** Port of the switch it is connected to */
    switch_port?: string | undefined;
    /** Id of the pool; found by the address unless given, null for none */
    pool_id?: string | null | undefined;
  }[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
}

/** What `devices.search` takes: search devices. */
export interface DevicesSearchInput {
  /** Text, address or CIDR to look for */
  q: string;
}

/** What `devices.update` takes: change a device. */
export interface DevicesUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Host name */
  hostname?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Make and model */
  make_model?: string | undefined;
  /** Operating system */
  os?: string | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | undefined;
  /** Where it is, for example a rack position */
  location?: string | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: {
    /** Id of an address of this device that stays; others are ignored */
    id?: string | null | undefined;
    /** IPv4 or IPv6 address */
    ip: string;
    /** Port number, 1–65535; 0 and null mean none */
    port?: number | null | undefined;
    /** Free text; ipv4 or ipv6 by the address unless given */
    type?: string | undefined;
    /** Role of the address, for example management */
    label?: string | undefined;
    /** Id of the network; found by the address unless given, null for none */
    network_id?: string | null | undefined;
    /** Port of the switch it is connected to */
    switch_port?: string | undefined;
    /** Id of the pool; found by the address unless given, null for none */
    pool_id?: string | null | undefined;
  }[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
}

/** What `devices.related` takes: list related devices. */
export interface DevicesRelatedInput {
  /** Only relationships of this type */
  type?: "contains" | "connected_to" | "depends_on" | "" | undefined;
}

/** What `relationships.create` takes: relate two devices. */
export interface RelationshipsCreateInput {
  /** Id of the other device */
  child_id: string;
  /** contains: the parent contains the child; connected_to; depends_on: the parent depends on the child */
  type: "contains" | "connected_to" | "depends_on";
}

/** What `conflicts.list` takes: list conflicts. */
export interface ConflictsListInput {
  status?: "active" | "resolved" | "ignored" | undefined;
  type?: "duplicate_ip" | "overlapping_subnet" | "discovery_mismatch" | undefined;
}

/** What `conflicts.resolve` takes: resolve a conflict. */
export interface ConflictsResolveInput {
  /** The device that keeps the address: it is taken from the others, and allocations of it are released */
  keep_device_id?: string | null | undefined;
  /** Why, in your words */
  notes?: string | undefined;
}

/** What `conflicts.ignore` takes: ignore a conflict. */
export interface ConflictsIgnoreInput {
  /** Why, in your words */
  notes?: string | undefined;
}

/** What `scans.start` takes: scan a network. */
export interface ScansStartInput {
  /** quick: who is there; full: ports and system; deep: services. `"quick"` unless given */
  scan_type?: "quick" | "full" | "deep" | undefined;
  /** TCP ports that a full or deep scan looks at; those of the scanner when empty */
  ports?: number[] | null | undefined;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips?: string | null | undefined;
}

/** What `scans.list` takes: list scans. */
export interface ScansListInput {
  network_id?: string | undefined;
  status?: "pending" | "running" | "completed" | "failed" | "cancelled" | undefined;
}

/** What `discoveredDevices.list` takes: list the discovered devices of a network. */
export interface DiscoveredDevicesListInput {
  network_id: string;
}

/** What `discoveredDevices.deleteOfNetwork` takes: delete the discovered devices of a network. */
export interface DiscoveredDevicesDeleteOfNetworkInput {
  network_id: string;
}

/** What `discoveredDevices.promote` takes: promote a discovered device. */
export interface DiscoveredDevicesPromoteInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** The vendor that was seen, unless sent */
  make_model?: string | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | undefined;
  /** Make a device although another one holds the address already */
  force?: boolean | undefined;
}

/** What `discoveryRules.create` takes: create a discovery rule. */
export interface DiscoveryRulesCreateInput {
  network_id: string;
  /** `true` unless given */
  enabled?: boolean | undefined;
  /** `"quick"` unless given */
  scan_type?: "quick" | "full" | "deep" | undefined;
  /** Hours from one start to the next. `24` unless given */
  interval_hours?: number | undefined;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips?: string | null | undefined;
}

/** What `discoveryRules.update` takes: change a discovery rule. */
export interface DiscoveryRulesUpdateInput {
  network_id?: string | undefined;
  enabled?: boolean | undefined;
  scan_type?: "quick" | "full" | "deep" | undefined;
  interval_hours?: number | undefined;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips?: string | null | undefined;
}

/** What `search.all` takes: search devices, networks and datacenters. */
export interface SearchAllInput {
  /** Text, address or CIDR to look for */
  q: string;
  /** Most records of each kind, 1–1000, the best ones; all unless given */
  limit?: number | undefined;
}

/** What `names.find` takes: look up records by name, or names by id. */
export interface NamesFindInput {
  /** A name in any case, alone or after what it is in (fra1/office, office/servers, /office for one in no datacenter); a subnet, a host name or an address */
  text?: string | undefined;
  /** Ids, at most 200, in place of text; repeat the parameter or separate by commas */
  id?: string | string[] | undefined;
  /** Kinds of record (datacenter, network, pool, device); all that the caller may list unless given */
  type?: string | string[] | undefined;
}

/** What `dashboard.get` takes: show an overview of the inventory. */
export interface DashboardGetInput {
  /** Most entries of each list, 1–50; 8 unless given */
  limit?: number | undefined;
}

/** What `exports.httpSd` takes: list devices as targets of Prometheus. */
export interface ExportsHttpSdInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  datacenter_id?: string | undefined;
  network_id?: string | undefined;
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
  /** Port of targets whose address has none */
  port?: number | undefined;
}

/** What `exports.ansible` takes: get devices as an inventory of Ansible. */
export interface ExportsAnsibleInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  datacenter_id?: string | undefined;
  network_id?: string | undefined;
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
}

/** What `events.read` takes: read the event log by cursor. */
export interface EventsReadInput {
  /** Cursor of an earlier page; from the oldest event unless given */
  after?: string | undefined;
  /** Most events of the page, 1–1000; 100 unless given */
  limit?: number | undefined;
}

/** What `events.stream` takes: follow the event log. */
export interface EventsStreamInput {
  /** Cursor to go on from; from now on unless given, from the oldest event with 0-0. Last-Event-ID goes before it */
  after?: string | undefined;
  /** Names of events, of which one is to be the event's; repeat the parameter or separate by commas */
  event?: string | string[] | undefined;
}

/** What `audit.list` takes: list the audit log. */
export interface AuditListInput {
  /** Kind of record: device, user, session … */
  resource?: string | undefined;
  /** Id of a record */
  resource_id?: string | undefined;
  /** Id of a user */
  user_id?: string | undefined;
  /** Name of a user, as it was then */
  username?: string | undefined;
  /** create, update, delete, login … */
  action?: string | undefined;
  status?: "success" | "failure" | undefined;
  /** http, library, mcp, cli … */
  source?: string | undefined;
  /** Not before this time (RFC 3339) */
  from?: string | undefined;
  /** Before this time (RFC 3339) */
  to?: string | undefined;
}

/** What `audit.export` takes: export the audit log. */
export interface AuditExportInput {
  /** Kind of record: device, user, session … */
  resource?: string | undefined;
  /** Id of a record */
  resource_id?: string | undefined;
  /** Id of a user */
  user_id?: string | undefined;
  /** Name of a user, as it was then */
  username?: string | undefined;
  /** create, update, delete, login … */
  action?: string | undefined;
  status?: "success" | "failure" | undefined;
  /** http, library, mcp, cli … */
  source?: string | undefined;
  /** Not before this time (RFC 3339) */
  from?: string | undefined;
  /** Before this time (RFC 3339) */
  to?: string | undefined;
  /** json unless given. `"json"` unless given */
  format?: "json" | "csv" | undefined;
}

/** What `import.apply` takes: apply the plan of an import. */
export interface ImportApplyInput {
  /** whole, unless given: everything or nothing; per_row: what can be applied is, and the rest is told. `"whole"` unless given */
  mode?: "whole" | "per_row" | undefined;
}

/** What `auth.login` takes: sign in. */
export interface AuthLoginInput {
  username: string;
  password: string;
}

/** What `auth.bootstrap` takes: create the first administrator. */
export interface AuthBootstrapInput {
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty for none */
  email?: string | undefined;
  /** Full name */
  full_name?: string | undefined;
  /** 12 characters to 72 bytes of UTF-8 */
  password: string;
  /** The setup token printed by the server at its start */
  token: string;
}

/** What `keys.create` takes: create an API key. */
export interface KeysCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Free text */
  description?: string | undefined;
  /** Expiry of the key; null for never */
  expires_at?: string | null | undefined;
  /** Id of the user whose permissions the key has; default is the caller, null for none */
  user_id?: string | null | undefined;
}

/** What `users.create` takes: create a user. */
export interface UsersCreateInput {
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty for none */
  email?: string | undefined;
  /** Full name */
  full_name?: string | undefined;
  /** 12 characters to 72 bytes of UTF-8 */
  password: string;
  /** Ids of the user's roles */
  role_ids?: string[] | null | undefined;
  /** Id of the user's role, when it is one, null for none */
  role_id?: string | null | undefined;
}

/** What `users.update` takes: change a user. */
export interface UsersUpdateInput {
  /** Unique, case-insensitive */
  username?: string | undefined;
  /** Unique, case-insensitive; empty for none */
  email?: string | undefined;
  /** Full name */
  full_name?: string | undefined;
  /** False ends all sessions and disables the keys */
  is_active?: boolean | undefined;
  /** Ids of the user's roles */
  role_ids?: string[] | null | undefined;
}

/** What `users.grantRole` takes: assign a role to a user. */
export interface UsersGrantRoleInput {
  /** Id of the user */
  user_id: string;
  /** Id of the role, null for none */
  role_id?: string | null | undefined;
  /** Name of the role, instead of role_id */
  role?: string | undefined;
}

/** What `users.revokeRole` takes: remove a role from a user. */
export interface UsersRevokeRoleInput {
  /** Id of the user */
  user_id: string;
  /** Id of the role, null for none */
  role_id?: string | null | undefined;
  /** Name of the role, instead of role_id */
  role?: string | undefined;
}

/** What `users.changePassword` takes: change a password. */
export interface UsersChangePasswordInput {
  /** The current password; current_password is an alias */
  old_password?: string | undefined;
  /** Alias of old_password */
  current_password?: string | undefined;
  /** 12 characters to 72 bytes of UTF-8 */
  new_password: string;
  /** Delete the API keys of the user as well. `false` unless given */
  revoke_keys?: boolean | undefined;
}

/** What `users.resetPassword` takes: reset a password. */
export interface UsersResetPasswordInput {
  /** 12 characters to 72 bytes of UTF-8 */
  new_password: string;
  /** Delete the API keys of the user as well. `false` unless given */
  revoke_keys?: boolean | undefined;
}

/** What `roles.create` takes: create a role. */
export interface RolesCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Free text */
  description?: string | undefined;
  /** Names or ids of permissions */
  permissions?: (string | {
    name: string;
  })[] | null | undefined;
}

/** What `roles.update` takes: change a role. */
export interface RolesUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Names or ids of permissions */
  permissions?: (string | {
    name: string;
  })[] | null | undefined;
}

/** What `webhooks.list` takes: list webhooks. */
export interface WebhooksListInput {
  /** Only enabled or only disabled webhooks */
  enabled?: "true" | "false" | undefined;
  /** Alias of enabled */
  active?: "true" | "false" | undefined;
}

/** What `webhooks.create` takes: create a webhook. */
export interface WebhooksCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Purpose */
  description?: string | undefined;
  /** The http or https URL that receives deliveries, without user info */
  url: string;
  /** Names of the events to send; GET /api/webhooks/events lists them */
  events: string[];
  /** False: nothing is sent, and pending deliveries are cancelled; default true */
  enabled?: boolean | undefined;
  /** Alias of enabled, which takes precedence */
  active?: boolean | undefined;
  /** Additional headers to send; the service's own cannot be replaced */
  headers?: Record<string, string> | null | undefined;
  /** Used to sign deliveries. Never returned; empty for none */
  secret?: string | undefined;
  /** Timeout of an attempt in seconds. `10` unless given */
  timeout_seconds?: number | undefined;
  /** Retries after the first attempt, after 1 m, 5 m, 15 m, 1 h and 6 h. `3` unless given */
  retry_count?: number | undefined;
}

/** What `webhooks.update` takes: update a webhook. */
export interface WebhooksUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Purpose */
  description?: string | undefined;
  /** The http or https URL that receives deliveries, without user info */
  url?: string | undefined;
  /** Names of the events to send; GET /api/webhooks/events lists them */
  events?: string[] | undefined;
  /** False: nothing is sent, and pending deliveries are cancelled; default true */
  enabled?: boolean | undefined;
  /** Alias of enabled, which takes precedence */
  active?: boolean | undefined;
  /** Additional headers to send; the service's own cannot be replaced */
  headers?: Record<string, string> | null | undefined;
  /** Used to sign deliveries. Never returned; empty for none */
  secret?: string | undefined;
  timeout_seconds?: number | undefined;
  retry_count?: number | undefined;
  /** Seconds that the previous secret stays valid (Standard Webhooks header) after this change; 0 revokes it at once. Default is one day */
  secret_overlap_seconds?: number | undefined;
}

/** What `webhookDeliveries.list` takes: list the deliveries of a webhook. */
export interface WebhookDeliveriesListInput {
  /** Only deliveries in this state */
  status?: "pending" | "retrying" | "success" | "failed" | "cancelled" | undefined;
  /** Only deliveries of this event */
  event?: string | undefined;
}

/** The operations `datacenters.…`. */
export interface DatacentersOperations {
  /**
   * List datacenters.
   *
   * `GET /api/datacenters`, needs `datacenter:list`.
   */
  list(filter?: DatacentersListInput, options?: CallOptions): RecordList<Datacenter>;
  /**
   * Create a datacenter.
   *
   * `POST /api/datacenters`, needs `datacenter:create`.
   */
  create(input: DatacentersCreateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Get a datacenter.
   *
   * `GET /api/datacenters/{id}`, needs `datacenter:read`.
   */
  get(id: string, options?: CallOptions): Promise<Datacenter>;
  /**
   * Change a datacenter.
   *
   * `PUT /api/datacenters/{id}`, needs `datacenter:update`.
   */
  update(id: string, input?: DatacentersUpdateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Delete a datacenter. Networks and devices of the datacenter stay, with an empty datacenter_id.
   *
   * `DELETE /api/datacenters/{id}`, needs `datacenter:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * List the devices of a datacenter.
   *
   * `GET /api/datacenters/{id}/devices`, needs `device:list`.
   */
  devices(id: string, options?: CallOptions): RecordList<Device>;
}

/** The operations `networks.…`. */
export interface NetworksOperations {
  /**
   * List networks.
   *
   * `GET /api/networks`, needs `network:list`.
   */
  list(filter?: NetworksListInput, options?: CallOptions): RecordList<Network>;
  /**
   * Create a network. Addresses that no network contained so far are linked to it.
   *
   * `POST /api/networks`, needs `network:create`.
   */
  create(input: NetworksCreateInput, options?: CallOptions): Promise<Network>;
  /**
   * Create many networks. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * `POST /api/networks/bulk`, needs `network:create`.
   */
  createMany(items: GivenItems<{
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | undefined;
}>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Get a network.
   *
   * `GET /api/networks/{id}`, needs `network:read`.
   */
  get(id: string, options?: CallOptions): Promise<Network>;
  /**
   * Change a network. A network that moves to another datacenter takes its addresses and allocations along; a new subnet must hold its pools.
   *
   * `PUT /api/networks/{id}`, needs `network:update`.
   */
  update(id: string, input?: NetworksUpdateInput, options?: CallOptions): Promise<Network>;
  /**
   * Delete a network. Pools and allocations go with it; addresses of devices stay, without a network.
   *
   * `DELETE /api/networks/{id}`, needs `network:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Show how full each network is. All networks in one answer, in the order of the list of networks.
   *
   * `GET /api/networks/utilization`, needs `network:list`.
   */
  utilizations(options?: CallOptions): RecordList<NetworkUtilization>;
  /**
   * Show how full a network is.
   *
   * `GET /api/networks/{id}/utilization`, needs `network:read`.
   */
  utilization(id: string, options?: CallOptions): Promise<NetworkUtilization>;
  /**
   * List the devices of a network.
   *
   * `GET /api/networks/{id}/devices`, needs `device:list`.
   */
  devices(id: string, options?: CallOptions): RecordList<Device>;
  /**
   * Draw the heatmap of a network. An entry for each address, whether it lies in a pool or not; networks of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * `GET /api/networks/{id}/heatmap`, needs `network:read`.
   */
  heatmap(id: string, filter?: NetworksHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Show the lowest free address of a network. Whether it lies in a pool or not. Reserves nothing: two callers get the same address. To reserve one, allocate it from a pool.
   *
   * `GET /api/networks/{id}/next-ip`, needs `network:read`.
   */
  nextIp(id: string, options?: CallOptions): Promise<NextIp>;
}

/** The operations `pools.…`. */
export interface PoolsOperations {
  /**
   * List the pools of a network.
   *
   * `GET /api/networks/{id}/pools`, needs `pool:list`.
   */
  list(id: string, filter?: PoolsListInput, options?: CallOptions): RecordList<Pool>;
  /**
   * Create a pool in a network.
   *
   * `POST /api/networks/{id}/pools`, needs `pool:create`.
   */
  create(id: string, input: PoolsCreateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Get a pool.
   *
   * `GET /api/pools/{id}`, needs `pool:read`.
   */
  get(id: string, options?: CallOptions): Promise<Pool>;
  /**
   * Change a pool. A range that leaves allocations outside is refused, naming them, unless release_outside says that they are to be released (which needs allocation:delete).
   *
   * `PUT /api/pools/{id}`, needs `pool:update`.
   */
  update(id: string, input?: PoolsUpdateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Delete a pool.
   *
   * `DELETE /api/pools/{id}`, needs `pool:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Show the lowest free address of a pool. Reserves nothing: two callers get the same address. To reserve one, allocate it.
   *
   * `GET /api/pools/{id}/next-ip`, needs `pool:read`.
   */
  nextIp(id: string, options?: CallOptions): Promise<NextIp>;
  /**
   * Draw the heatmap of a pool. An entry for each address; pools of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * `GET /api/pools/{id}/heatmap`, needs `pool:read`.
   */
  heatmap(id: string, filter?: PoolsHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Allocate addresses from a pool. Reserves the lowest free addresses, all or none, or exactly the one that ip names. The same key, or Idempotency-Key header, gives the same addresses again; when one of them was let go since, it is refused, naming it.
   *
   * `POST /api/pools/{id}/allocations`, needs `allocation:create`.
   */
  allocate(id: string, input?: PoolsAllocateInput, options?: CallOptions): Promise<AllocationResult>;
  /**
   * List the allocations of a pool.
   *
   * `GET /api/pools/{id}/allocations`, needs `allocation:list`.
   */
  allocations(id: string, options?: CallOptions): RecordList<Allocation>;
}

/** The operations `allocations.…`. */
export interface AllocationsOperations {
  /**
   * Get an allocation.
   *
   * `GET /api/allocations/{id}`, needs `allocation:read`.
   */
  get(id: string, options?: CallOptions): Promise<Allocation>;
  /**
   * Release an allocation.
   *
   * `DELETE /api/allocations/{id}`, needs `allocation:delete`.
   */
  release(id: string, options?: CallOptions): Promise<void>;
  /**
   * Forget a request key. The next request with the key is a new one. Allocations that it was given and that are not released stay.
   *
   * `DELETE /api/allocation-keys/{key}`, needs `allocation:delete`.
   */
  forgetKey(key: string, filter: AllocationsForgetKeyInput, options?: CallOptions): Promise<void>;
}

/** The operations `devices.…`. */
export interface DevicesOperations {
  /**
   * List devices.
   *
   * `GET /api/devices`, needs `device:list`.
   */
  list(filter?: DevicesListInput, options?: CallOptions): RecordList<Device>;
  /**
   * Create a device. An address without network_id is linked to the most specific network that contains it. Holding an allocated address confirms the allocation.
   *
   * `POST /api/devices`, needs `device:create`.
   */
  create(input: DevicesCreateInput, options?: CallOptions): Promise<Device>;
  /**
   * Create many devices. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * `POST /api/devices/bulk`, needs `device:create`.
   */
  createMany(items: GivenItems<{
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Host name */
  hostname?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Make and model */
  make_model?: string | undefined;
  /** Operating system */
  os?: string | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | undefined;
  /** Where it is, for example a rack position */
  location?: string | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: {
    /** Id of an address of this device that stays; others are ignored */
    id?: string | null | undefined;
    /** IPv4 or IPv6 address */
    ip: string;
    /** Port number, 1–65535; 0 and null mean none */
    port?: number | null | undefined;
    /** Free text; ipv4 or ipv6 by the address unless given */
    type?: string | undefined;
    /** Role of the address, for example management */
    label?: string | undefined;
    /** Id of the network; found by the address unless given, null for none */
    network_id?: string | null | undefined;
    /** Port of the switch it is connected to */
    switch_port?: string | undefined;
    /** Id of the pool; found by the address unless given, null for none */
    pool_id?: string | null | undefined;
  }[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
}>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Search devices. Substring, any case and Unicode composition, over names, host names, descriptions, locations, make and model, operating system, addresses, tags and domains; one or two characters match beginnings of words. An address or CIDR also finds the devices inside it, and the device that holds the address comes first.
   *
   * `GET /api/devices/search`, needs `device:list`.
   */
  search(filter: DevicesSearchInput, options?: CallOptions): RecordList<Device>;
  /**
   * Count devices by status.
   *
   * `GET /api/devices/status-counts`, needs `device:list`.
   */
  statusCounts(options?: CallOptions): Promise<DeviceStatusCounts>;
  /**
   * Get a device.
   *
   * `GET /api/devices/{id}`, needs `device:read`.
   */
  get(id: string, options?: CallOptions): Promise<Device>;
  /**
   * Change a device. Only the keys sent change; a list that is sent replaces the list; an address sent with its id keeps it.
   *
   * `PUT /api/devices/{id}`, needs `device:update`.
   */
  update(id: string, input?: DevicesUpdateInput, options?: CallOptions): Promise<Device>;
  /**
   * Delete a device.
   *
   * `DELETE /api/devices/{id}`, needs `device:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * List related devices.
   *
   * `GET /api/devices/{id}/related`, needs `device:list`.
   */
  related(id: string, filter?: DevicesRelatedInput, options?: CallOptions): RecordList<Device>;
}

/** The operations `relationships.…`. */
export interface RelationshipsOperations {
  /**
   * List all relationships.
   *
   * `GET /api/relationships`, needs `relationship:list`.
   */
  listAll(options?: CallOptions): RecordList<Relationship>;
  /**
   * List the relationships of a device.
   *
   * `GET /api/devices/{id}/relationships`, needs `relationship:list`.
   */
  list(id: string, options?: CallOptions): RecordList<Relationship>;
  /**
   * Relate two devices. contains and depends_on admit no cycle; a device has at most one container.
   *
   * `POST /api/devices/{id}/relationships`, needs `relationship:create`.
   */
  create(id: string, input: RelationshipsCreateInput, options?: CallOptions): Promise<RelationshipCreated>;
  /**
   * Remove a relationship.
   *
   * `DELETE /api/devices/{id}/relationships/{child_id}/{type}`, needs `relationship:delete`.
   */
  delete(id: string, childId: string, type: string, options?: CallOptions): Promise<void>;
}

/** The operations `conflicts.…`. */
export interface ConflictsOperations {
  /**
   * List conflicts.
   *
   * `GET /api/conflicts`, needs `conflict:list`.
   */
  list(filter?: ConflictsListInput, options?: CallOptions): RecordList<Conflict>;
  /**
   * Detect conflicts. Conflicts open and close with the changes that make and end them; this looks at all records again, and answers the active ones.
   *
   * `POST /api/conflicts/detect`, needs `conflict:detect`.
   */
  detect(options?: CallOptions): Promise<ConflictDetection>;
  /**
   * Get a conflict.
   *
   * `GET /api/conflicts/{id}`, needs `conflict:read`.
   */
  get(id: string, options?: CallOptions): Promise<Conflict>;
  /**
   * Resolve a conflict. With keep_device_id the address is taken from the other devices (which needs device:update too), and allocations of it are released (which needs allocation:delete). While the cause remains the answer is 409.
   *
   * `POST /api/conflicts/{id}/resolve`, needs `conflict:update`.
   */
  resolve(id: string, input?: ConflictsResolveInput, options?: CallOptions): Promise<Conflict>;
  /**
   * Ignore a conflict. For addresses that are shared on purpose. It stays ignored when devices join, and closes when its cause ends.
   *
   * `POST /api/conflicts/{id}/ignore`, needs `conflict:update`.
   */
  ignore(id: string, input?: ConflictsIgnoreInput, options?: CallOptions): Promise<Conflict>;
}

/** The operations `scans.…`. */
export interface ScansOperations {
  /**
   * Scan a network.
   *
   * `POST /api/discovery/networks/{id}/scan`, needs `discovery:create`.
   */
  start(id: string, input?: ScansStartInput, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * List scans.
   *
   * `GET /api/discovery/scans`, needs `discovery:list`.
   */
  list(filter?: ScansListInput, options?: CallOptions): RecordList<DiscoveryScan>;
  /**
   * Get a scan.
   *
   * `GET /api/discovery/scans/{id}`, needs `discovery:read`.
   */
  get(id: string, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * Watch a scan. Server-sent events: `progress` with the scan whenever it changed, and `end` when it is over. Who comes back with the id of the last event gets 204 when nothing came after it.
   *
   * `GET /api/discovery/scans/{id}/events`, needs `discovery:read`.
   */
  watch(id: string, options?: CallOptions): Watched<DiscoveryScan>;
  /**
   * Cancel a scan.
   *
   * `POST /api/discovery/scans/{id}/cancel`, needs `discovery:update`.
   */
  cancel(id: string, options?: CallOptions): Promise<void>;
  /**
   * Delete a scan.
   *
   * `DELETE /api/discovery/scans/{id}`, needs `discovery:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `discoveredDevices.…`. */
export interface DiscoveredDevicesOperations {
  /**
   * List the discovered devices of a network.
   *
   * `GET /api/discovery/devices`, needs `discovery:list`.
   */
  list(filter: DiscoveredDevicesListInput, options?: CallOptions): RecordList<DiscoveredDevice>;
  /**
   * Delete a discovered device.
   *
   * `DELETE /api/discovery/devices/{id}`, needs `discovery:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Delete the discovered devices of a network.
   *
   * `DELETE /api/discovery/devices`, needs `discovery:delete`.
   */
  deleteOfNetwork(filter: DiscoveredDevicesDeleteOfNetworkInput, options?: CallOptions): Promise<void>;
  /**
   * Promote a discovered device. Creates a device with one address, linked to the network; hostname, operating system and vendor are taken over. A host whose address a device of the network's address space holds already is recorded: it is refused with CONFLICT and `details.device_id`, unless `force` is true.
   *
   * `POST /api/discovery/devices/{id}/promote`, needs `discovery:update` and `device:create`.
   */
  promote(id: string, input: DiscoveredDevicesPromoteInput, options?: CallOptions): Promise<Device>;
}

/** The operations `discoveryRules.…`. */
export interface DiscoveryRulesOperations {
  /**
   * List discovery rules.
   *
   * `GET /api/discovery/rules`, needs `discovery:list`.
   */
  list(options?: CallOptions): RecordList<DiscoveryRule>;
  /**
   * Create a discovery rule.
   *
   * `POST /api/discovery/rules`, needs `discovery:create`.
   */
  create(input: DiscoveryRulesCreateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Get a discovery rule.
   *
   * `GET /api/discovery/rules/{id}`, needs `discovery:read`.
   */
  get(id: string, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Change a discovery rule.
   *
   * `PUT /api/discovery/rules/{id}`, needs `discovery:update`.
   */
  update(id: string, input?: DiscoveryRulesUpdateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Delete a discovery rule.
   *
   * `DELETE /api/discovery/rules/{id}`, needs `discovery:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `search.…`. */
export interface SearchOperations {
  /**
   * Search devices, networks and datacenters. Shows what the caller may list. A network also matches an address inside it.
   *
   * `GET /api/search`, for any authenticated caller.
   */
  all(filter: SearchAllInput, options?: CallOptions): Promise<SearchResults>;
}

/** The operations `names.…`. */
export interface NamesOperations {
  /**
   * Look up records by name, or names by id. The records that a text means: those of this name, else those of this name in what stands before the last slash (fra1/office is a network or device of a datacenter, office/servers a pool of a network), else those with this subnet, host name or address. Several are alike. With id, what these records are called.
   *
   * `GET /api/names`, for any authenticated caller.
   */
  find(filter?: NamesFindInput, options?: CallOptions): RecordList<RecordName>;
}

/** The operations `dashboard.…`. */
export interface DashboardOperations {
  /**
   * Show an overview of the inventory. Counts, fullest networks and pools, running scans, active conflicts, and what plugins add, such as failed deliveries. What the caller may not list is null.
   *
   * `GET /api/dashboard`, for any authenticated caller.
   */
  get(filter?: DashboardGetInput, options?: CallOptions): Promise<Dashboard>;
}

/** The operations `exports.…`. */
export interface ExportsOperations {
  /**
   * List devices as targets of Prometheus. The whole list, as http_sd_config asks for it: one group a device with an address, by its primary address. Filters are those of the list of devices.
   *
   * `GET /api/export/http_sd`, needs `device:list`.
   */
  httpSd(filter?: ExportsHttpSdInput, options?: CallOptions): Promise<ServiceFile>;
  /**
   * Get devices as an inventory of Ansible. What an inventory script answers to --list: variables of all hosts, and groups by status, datacenter and tag. Texts of records are marked with `__ansible_unsafe`, so that Ansible evaluates nothing of them. Filters are those of the list of devices.
   *
   * `GET /api/export/ansible`, needs `device:list`.
   */
  ansible(filter?: ExportsAnsibleInput, options?: CallOptions): Promise<ServiceFile>;
}

/** The operations `events.…`. */
export interface EventsOperations {
  /**
   * Read the event log by cursor. Oldest first. Pass next as after to go on, until it does not change any more; a cursor never skips an event that commits later. Events of records that the caller may not read are left out, so a page may be short, or empty, before the end.
   *
   * `GET /api/events`, needs `event:read`.
   */
  read(filter?: EventsReadInput, options?: CallOptions): Promise<EventPage>;
  /**
   * Follow the event log. Server-sent events: for each committed event its name, the event, and the cursor after it as id. From now on, from after, or from the Last-Event-ID of a client that comes back. Events of records that the caller may not read are left out. The stream ends with the caller's credentials, and when what the caller may do changes: come back then.
   *
   * `GET /api/events/stream`, needs `event:read`.
   */
  stream(filter?: EventsStreamInput, options?: CallOptions): Watched<Event>;
}

/** The operations `audit.…`. */
export interface AuditOperations {
  /**
   * List the audit log. Newest first, streamed: a client that has seen enough may hang up.
   *
   * `GET /api/audit`, needs `audit:list`.
   */
  list(filter?: AuditListInput, options?: CallOptions): RecordList<AuditRecord>;
  /**
   * Export the audit log. As JSON or CSV (RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe), newest first. Each export is audited.
   *
   * `GET /api/audit/export`, needs `audit:export`.
   */
  export(filter?: AuditExportInput, options?: CallOptions): Promise<ServiceFile>;
  /**
   * Get a record of the audit log.
   *
   * `GET /api/audit/{id}`, needs `audit:read`.
   */
  get(id: string, options?: CallOptions): Promise<AuditRecord>;
}

/** The operations `import.…`. */
export interface ImportOperations {
  /**
   * Plan an import. Tells of each row whether it would create or change a record, leave one as it is, or cannot be imported, with everything that speaks against it. A row whose plan would tell of records that the caller may not read is an error that names the permission. Rows come in the order datacenters, networks, pools, devices, relationships. Writes nothing.
   *
   * `POST /api/import/plan`, needs `import:apply`.
   */
  plan(items: GivenItems<ImportRowInput | ImportProblemInput>, options?: CallOptions): RecordList<ImportPlanLine>;
  /**
   * Apply the plan of an import. Takes the lines of a plan as they were made. Refused when the inventory has changed meanwhile in what the plan relies on. Needs the permission of every record that is written, too.
   *
   * `POST /api/import/apply`, needs `import:apply`.
   */
  apply(items: GivenItems<ImportPlanLineInput>, input?: ImportApplyInput, options?: CallOptions): Promise<ImportReport>;
}

/** The operations `auth.…`. */
export interface AuthOperations {
  /**
   * Get the caller.
   *
   * `GET /api/auth/me`, for any authenticated caller.
   */
  me(options?: CallOptions): Promise<CurrentUser>;
  /**
   * Sign in. The session is a cookie. Changes made with it need the header X-Requested-With: XMLHttpRequest.
   *
   * `POST /api/auth/login`, public.
   */
  login(input: AuthLoginInput, options?: CallOptions): Promise<SignedIn>;
  /**
   * Sign out.
   *
   * `POST /api/auth/logout`, for any authenticated caller.
   */
  logout(options?: CallOptions): Promise<void>;
  /**
   * Create the first administrator. Works once, with the setup token that the server prints while there are no users.
   *
   * `POST /api/auth/bootstrap`, public.
   */
  bootstrap(input: AuthBootstrapInput, options?: CallOptions): Promise<User>;
}

/** The operations `config.…`. */
export interface ConfigOperations {
  /**
   * Get the service's configuration.
   *
   * `GET /api/config`, for any authenticated caller.
   */
  get(options?: CallOptions): Promise<ServiceConfig>;
}

/** The operations `manifest.…`. */
export interface ManifestOperations {
  /**
   * Get the manifest of the operations. What every operation of this server, those of its plugins included, is, takes, answers and fails with: what clients, commands and forms are made from. It is the same for every caller, and changes only with the server: ask with If-None-Match
   *
   * `GET /api/manifest`, for any authenticated caller.
   */
  get(options?: CallOptions): Promise<Manifest>;
}

/** The operations `keys.…`. */
export interface KeysOperations {
  /**
   * List API keys. An administrator sees all keys, everyone else their own.
   *
   * `GET /api/keys`, needs `apikey:list`.
   */
  list(options?: CallOptions): RecordList<ApiKey>;
  /**
   * Create an API key. The key itself is contained only in this response.
   *
   * `POST /api/keys`, needs `apikey:create`.
   */
  create(input: KeysCreateInput, options?: CallOptions): Promise<NewApiKey>;
  /**
   * Get an API key.
   *
   * `GET /api/keys/{id}`, needs `apikey:read`.
   */
  get(id: string, options?: CallOptions): Promise<ApiKey>;
  /**
   * Delete an API key.
   *
   * `DELETE /api/keys/{id}`, needs `apikey:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `users.…`. */
export interface UsersOperations {
  /**
   * List users.
   *
   * `GET /api/users`, needs `user:list`.
   */
  list(options?: CallOptions): RecordList<User>;
  /**
   * Create a user.
   *
   * `POST /api/users`, needs `user:create`.
   */
  create(input: UsersCreateInput, options?: CallOptions): Promise<User>;
  /**
   * Get a user. Users can read themselves; other users require user:read.
   *
   * `GET /api/users/{id}`, needs `user:read` unless for the own user.
   */
  get(id: string, options?: CallOptions): Promise<User>;
  /**
   * Change a user. Users can change their own email and full_name; other fields require user:update, and role_ids also role:read. Only administrators can change administrators. Deactivating ends all sessions and disables the keys.
   *
   * `PUT /api/users/{id}`, needs `user:update` unless for the own user.
   */
  update(id: string, input?: UsersUpdateInput, options?: CallOptions): Promise<User>;
  /**
   * Delete a user. Sessions, keys and role assignments are deleted too. Only administrators can delete administrators.
   *
   * `DELETE /api/users/{id}`, needs `user:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * List a user's roles.
   *
   * `GET /api/users/{id}/roles`, needs `user:read` unless for the own user.
   */
  roles(id: string, options?: CallOptions): RecordList<RoleSummary>;
  /**
   * List a user's permissions. The union of the permissions of all roles; empty for an inactive user.
   *
   * `GET /api/users/{id}/permissions`, needs `user:read` unless for the own user.
   */
  permissions(id: string, options?: CallOptions): RecordList<Permission>;
  /**
   * Assign a role to a user.
   *
   * `POST /api/users/grant-role`, needs `user:update` and `role:read`.
   */
  grantRole(input: UsersGrantRoleInput, options?: CallOptions): Promise<User>;
  /**
   * Remove a role from a user.
   *
   * `POST /api/users/revoke-role`, needs `user:update` and `role:read`.
   */
  revokeRole(input: UsersRevokeRoleInput, options?: CallOptions): Promise<void>;
  /**
   * Change a password. Requires the current password. Ends all sessions of the user, including the one of the call.
   *
   * `POST /api/users/{id}/password`, needs `user:update` unless for the own user.
   */
  changePassword(id: string, input: UsersChangePasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Reset a password. Ends all sessions of the user. Only administrators can reset passwords of administrators.
   *
   * `POST /api/users/{id}/reset-password`, needs `user:update`.
   */
  resetPassword(id: string, input: UsersResetPasswordInput, options?: CallOptions): Promise<void>;
}

/** The operations `roles.…`. */
export interface RolesOperations {
  /**
   * List roles.
   *
   * `GET /api/roles`, needs `role:list`.
   */
  list(options?: CallOptions): RecordList<Role>;
  /**
   * Get a role.
   *
   * `GET /api/roles/{id}`, needs `role:read`.
   */
  get(id: string, options?: CallOptions): Promise<Role>;
  /**
   * Create a role. Permissions are given by name or id. Callers can add only permissions that they have.
   *
   * `POST /api/roles`, needs `role:create`.
   */
  create(input: RolesCreateInput, options?: CallOptions): Promise<Role>;
  /**
   * Change a role. Changes apply to the next request of users with the role. Callers can add only permissions that they have.
   *
   * `PUT /api/roles/{id}`, needs `role:update`.
   */
  update(id: string, input?: RolesUpdateInput, options?: CallOptions): Promise<Role>;
  /**
   * Delete a role. Users with the role lose it with their next request.
   *
   * `DELETE /api/roles/{id}`, needs `role:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `permissions.…`. */
export interface PermissionsOperations {
  /**
   * List permissions.
   *
   * `GET /api/permissions`, needs `role:list`.
   */
  list(options?: CallOptions): RecordList<Permission>;
}

/** The operations `oauthClients.…`. */
export interface OauthClientsOperations {
  /**
   * List OAuth clients. Clients from dynamic registration, and those authorized by a user by the URL of their metadata document.
   *
   * `GET /api/oauth/clients`, needs `oauth-client:list`.
   */
  list(options?: CallOptions): RecordList<OAuthClient>;
  /**
   * Delete an OAuth client. All its grants and tokens are revoked immediately. It can register again, and then needs the consent of its users again.
   *
   * `DELETE /api/oauth/clients/{id}`, needs `oauth-client:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `oauthGrants.…`. */
export interface OauthGrantsOperations {
  /**
   * List the caller's OAuth grants. Programs authorized by the caller. Grants of other users are not visible, and a program sees only the one that it holds.
   *
   * `GET /api/oauth/grants`, for any authenticated caller.
   */
  list(options?: CallOptions): RecordList<OAuthGrant>;
  /**
   * Revoke an OAuth grant of the caller. The tokens of this grant are revoked immediately.
   *
   * `DELETE /api/oauth/grants/{id}`, for any authenticated caller.
   */
  revoke(id: string, options?: CallOptions): Promise<void>;
}

/** The operations `webhooks.…`. */
export interface WebhooksOperations {
  /**
   * List webhooks. By name. Values of headers are masked for callers without webhook:update.
   *
   * `GET /api/webhooks`, needs `webhook:list`.
   */
  list(filter?: WebhooksListInput, options?: CallOptions): RecordList<Webhook>;
  /**
   * Create a webhook. The webhook receives events committed from now on, as long as its creator may read them. Users cannot subscribe to events that they may not read.
   *
   * `POST /api/webhooks`, needs `webhook:create`.
   */
  create(input: WebhooksCreateInput, options?: CallOptions): Promise<Webhook>;
  /**
   * List the events that webhooks can subscribe to.
   *
   * `GET /api/webhooks/events`, for any authenticated caller.
   */
  events(options?: CallOptions): RecordList<EventOption>;
  /**
   * Get a webhook.
   *
   * `GET /api/webhooks/{id}`, needs `webhook:read`.
   */
  get(id: string, options?: CallOptions): Promise<Webhook>;
  /**
   * Update a webhook. Only the keys that are sent change. The caller becomes the owner of the webhook and must be able to read what it sends, unless it is disabled. Disabling cancels pending deliveries. An absent secret is kept, an empty one is removed, and a new one leaves the previous one valid for secret_overlap_seconds.
   *
   * `PUT /api/webhooks/{id}`, needs `webhook:update`.
   */
  update(id: string, input?: WebhooksUpdateInput, options?: CallOptions): Promise<Webhook>;
  /**
   * Delete a webhook. Pending deliveries are cancelled.
   *
   * `DELETE /api/webhooks/{id}`, needs `webhook:delete`.
   */
  delete(id: string, options?: CallOptions): Promise<void>;
  /**
   * Send a test delivery. Waits for the response; always 200, the result is in the delivery. The event is webhook.ping, and it is never retried.
   *
   * `POST /api/webhooks/{id}/ping`, needs `webhook:update`.
   */
  ping(id: string, options?: CallOptions): Promise<WebhookPing>;
}

/** The operations `webhookDeliveries.…`. */
export interface WebhookDeliveriesOperations {
  /**
   * List the deliveries of a webhook. Newest first, within the retention time. Deliveries of events that the caller may not read are omitted.
   *
   * `GET /api/webhooks/{id}/deliveries`, needs `webhook:read`.
   */
  list(id: string, filter?: WebhookDeliveriesListInput, options?: CallOptions): RecordList<WebhookDelivery>;
  /**
   * Get a delivery.
   *
   * `GET /api/webhooks/{id}/deliveries/{delivery_id}`, needs `webhook:read`.
   */
  get(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /**
   * Send a delivery again. Queued immediately with the same delivery_id and body, and with all retries.
   *
   * `POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver`, needs `webhook:update`.
   */
  redeliver(id: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
}

/** Every operation, by group and name. */
export interface Operations {
  readonly datacenters: DatacentersOperations;
  readonly networks: NetworksOperations;
  readonly pools: PoolsOperations;
  readonly allocations: AllocationsOperations;
  readonly devices: DevicesOperations;
  readonly relationships: RelationshipsOperations;
  readonly conflicts: ConflictsOperations;
  readonly scans: ScansOperations;
  readonly discoveredDevices: DiscoveredDevicesOperations;
  readonly discoveryRules: DiscoveryRulesOperations;
  readonly search: SearchOperations;
  readonly names: NamesOperations;
  readonly dashboard: DashboardOperations;
  readonly exports: ExportsOperations;
  readonly events: EventsOperations;
  readonly audit: AuditOperations;
  readonly import: ImportOperations;
  readonly auth: AuthOperations;
  readonly config: ConfigOperations;
  readonly manifest: ManifestOperations;
  readonly keys: KeysOperations;
  readonly users: UsersOperations;
  readonly roles: RolesOperations;
  readonly permissions: PermissionsOperations;
  readonly oauthClients: OauthClientsOperations;
  readonly oauthGrants: OauthGrantsOperations;
  readonly webhooks: WebhooksOperations;
  readonly webhookDeliveries: WebhookDeliveriesOperations;
}

/** What each operation takes, by name of the field, and gives back. */
export interface Calls {
  "datacenters.list": { fields: DatacentersListInput; answer: RecordList<Datacenter> };
  "datacenters.create": { fields: DatacentersCreateInput; answer: Promise<Datacenter> };
  "datacenters.get": { fields: { id: string }; answer: Promise<Datacenter> };
  "datacenters.update": { fields: { id: string } & DatacentersUpdateInput; answer: Promise<Datacenter> };
  "datacenters.delete": { fields: { id: string }; answer: Promise<void> };
  "datacenters.devices": { fields: { id: string }; answer: RecordList<Device> };
  "networks.list": { fields: NetworksListInput; answer: RecordList<Network> };
  "networks.create": { fields: NetworksCreateInput; answer: Promise<Network> };
  "networks.createMany": { fields: { items: GivenItems<{
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | undefined;
}> }; answer: Promise<BulkResult> };
  "networks.get": { fields: { id: string }; answer: Promise<Network> };
  "networks.update": { fields: { id: string } & NetworksUpdateInput; answer: Promise<Network> };
  "networks.delete": { fields: { id: string }; answer: Promise<void> };
  "networks.utilizations": { fields: Record<never, never>; answer: RecordList<NetworkUtilization> };
  "networks.utilization": { fields: { id: string }; answer: Promise<NetworkUtilization> };
  "networks.devices": { fields: { id: string }; answer: RecordList<Device> };
  "networks.heatmap": { fields: { id: string } & NetworksHeatmapInput; answer: RecordList<HeatmapEntry> };
  "networks.nextIp": { fields: { id: string }; answer: Promise<NextIp> };
  "pools.list": { fields: { id: string } & PoolsListInput; answer: RecordList<Pool> };
  "pools.create": { fields: { id: string } & PoolsCreateInput; answer: Promise<Pool> };
  "pools.get": { fields: { id: string }; answer: Promise<Pool> };
  "pools.update": { fields: { id: string } & PoolsUpdateInput; answer: Promise<Pool> };
  "pools.delete": { fields: { id: string }; answer: Promise<void> };
  "pools.nextIp": { fields: { id: string }; answer: Promise<NextIp> };
  "pools.heatmap": { fields: { id: string } & PoolsHeatmapInput; answer: RecordList<HeatmapEntry> };
  "pools.allocate": { fields: { id: string } & PoolsAllocateInput; answer: Promise<AllocationResult> };
  "pools.allocations": { fields: { id: string }; answer: RecordList<Allocation> };
  "allocations.get": { fields: { id: string }; answer: Promise<Allocation> };
  "allocations.release": { fields: { id: string }; answer: Promise<void> };
  "allocations.forgetKey": { fields: { key: string } & AllocationsForgetKeyInput; answer: Promise<void> };
  "devices.list": { fields: DevicesListInput; answer: RecordList<Device> };
  "devices.create": { fields: DevicesCreateInput; answer: Promise<Device> };
  "devices.createMany": { fields: { items: GivenItems<{
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Host name */
  hostname?: string | undefined;
  /** Free text */
  description?: string | undefined;
  /** Make and model */
  make_model?: string | undefined;
  /** Operating system */
  os?: string | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | undefined;
  /** Where it is, for example a rack position */
  location?: string | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: {
    /** Id of an address of this device that stays; others are ignored */
    id?: string | null | undefined;
    /** IPv4 or IPv6 address */
    ip: string;
    /** Port number, 1–65535; 0 and null mean none */
    port?: number | null | undefined;
    /** Free text; ipv4 or ipv6 by the address unless given */
    type?: string | undefined;
    /** Role of the address, for example management */
    label?: string | undefined;
    /** Id of the network; found by the address unless given, null for none */
    network_id?: string | null | undefined;
    /** Port of the switch it is connected to */
    switch_port?: string | undefined;
    /** Id of the pool; found by the address unless given, null for none */
    pool_id?: string | null | undefined;
  }[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
}> }; answer: Promise<BulkResult> };
  "devices.search": { fields: DevicesSearchInput; answer: RecordList<Device> };
  "devices.statusCounts": { fields: Record<never, never>; answer: Promise<DeviceStatusCounts> };
  "devices.get": { fields: { id: string }; answer: Promise<Device> };
  "devices.update": { fields: { id: string } & DevicesUpdateInput; answer: Promise<Device> };
  "devices.delete": { fields: { id: string }; answer: Promise<void> };
  "devices.related": { fields: { id: string } & DevicesRelatedInput; answer: RecordList<Device> };
  "relationships.listAll": { fields: Record<never, never>; answer: RecordList<Relationship> };
  "relationships.list": { fields: { id: string }; answer: RecordList<Relationship> };
  "relationships.create": { fields: { id: string } & RelationshipsCreateInput; answer: Promise<RelationshipCreated> };
  "relationships.delete": { fields: { id: string; child_id: string; type: string }; answer: Promise<void> };
  "conflicts.list": { fields: ConflictsListInput; answer: RecordList<Conflict> };
  "conflicts.detect": { fields: Record<never, never>; answer: Promise<ConflictDetection> };
  "conflicts.get": { fields: { id: string }; answer: Promise<Conflict> };
  "conflicts.resolve": { fields: { id: string } & ConflictsResolveInput; answer: Promise<Conflict> };
  "conflicts.ignore": { fields: { id: string } & ConflictsIgnoreInput; answer: Promise<Conflict> };
  "scans.start": { fields: { id: string } & ScansStartInput; answer: Promise<DiscoveryScan> };
  "scans.list": { fields: ScansListInput; answer: RecordList<DiscoveryScan> };
  "scans.get": { fields: { id: string }; answer: Promise<DiscoveryScan> };
  "scans.watch": { fields: { id: string }; answer: Watched<DiscoveryScan> };
  "scans.cancel": { fields: { id: string }; answer: Promise<void> };
  "scans.delete": { fields: { id: string }; answer: Promise<void> };
  "discoveredDevices.list": { fields: DiscoveredDevicesListInput; answer: RecordList<DiscoveredDevice> };
  "discoveredDevices.delete": { fields: { id: string }; answer: Promise<void> };
  "discoveredDevices.deleteOfNetwork": { fields: DiscoveredDevicesDeleteOfNetworkInput; answer: Promise<void> };
  "discoveredDevices.promote": { fields: { id: string } & DiscoveredDevicesPromoteInput; answer: Promise<Device> };
  "discoveryRules.list": { fields: Record<never, never>; answer: RecordList<DiscoveryRule> };
  "discoveryRules.create": { fields: DiscoveryRulesCreateInput; answer: Promise<DiscoveryRule> };
  "discoveryRules.get": { fields: { id: string }; answer: Promise<DiscoveryRule> };
  "discoveryRules.update": { fields: { id: string } & DiscoveryRulesUpdateInput; answer: Promise<DiscoveryRule> };
  "discoveryRules.delete": { fields: { id: string }; answer: Promise<void> };
  "search.all": { fields: SearchAllInput; answer: Promise<SearchResults> };
  "names.find": { fields: NamesFindInput; answer: RecordList<RecordName> };
  "dashboard.get": { fields: DashboardGetInput; answer: Promise<Dashboard> };
  "exports.httpSd": { fields: ExportsHttpSdInput; answer: Promise<ServiceFile> };
  "exports.ansible": { fields: ExportsAnsibleInput; answer: Promise<ServiceFile> };
  "events.read": { fields: EventsReadInput; answer: Promise<EventPage> };
  "events.stream": { fields: EventsStreamInput; answer: Watched<Event> };
  "audit.list": { fields: AuditListInput; answer: RecordList<AuditRecord> };
  "audit.export": { fields: AuditExportInput; answer: Promise<ServiceFile> };
  "audit.get": { fields: { id: string }; answer: Promise<AuditRecord> };
  "import.plan": { fields: { items: GivenItems<ImportRowInput | ImportProblemInput> }; answer: RecordList<ImportPlanLine> };
  "import.apply": { fields: { items: GivenItems<ImportPlanLineInput> } & ImportApplyInput; answer: Promise<ImportReport> };
  "auth.me": { fields: Record<never, never>; answer: Promise<CurrentUser> };
  "config.get": { fields: Record<never, never>; answer: Promise<ServiceConfig> };
  "manifest.get": { fields: Record<never, never>; answer: Promise<Manifest> };
  "auth.login": { fields: AuthLoginInput; answer: Promise<SignedIn> };
  "auth.logout": { fields: Record<never, never>; answer: Promise<void> };
  "auth.bootstrap": { fields: AuthBootstrapInput; answer: Promise<User> };
  "keys.list": { fields: Record<never, never>; answer: RecordList<ApiKey> };
  "keys.create": { fields: KeysCreateInput; answer: Promise<NewApiKey> };
  "keys.get": { fields: { id: string }; answer: Promise<ApiKey> };
  "keys.delete": { fields: { id: string }; answer: Promise<void> };
  "users.list": { fields: Record<never, never>; answer: RecordList<User> };
  "users.create": { fields: UsersCreateInput; answer: Promise<User> };
  "users.get": { fields: { id: string }; answer: Promise<User> };
  "users.update": { fields: { id: string } & UsersUpdateInput; answer: Promise<User> };
  "users.delete": { fields: { id: string }; answer: Promise<void> };
  "users.roles": { fields: { id: string }; answer: RecordList<RoleSummary> };
  "users.permissions": { fields: { id: string }; answer: RecordList<Permission> };
  "users.grantRole": { fields: UsersGrantRoleInput; answer: Promise<User> };
  "users.revokeRole": { fields: UsersRevokeRoleInput; answer: Promise<void> };
  "users.changePassword": { fields: { id: string } & UsersChangePasswordInput; answer: Promise<void> };
  "users.resetPassword": { fields: { id: string } & UsersResetPasswordInput; answer: Promise<void> };
  "roles.list": { fields: Record<never, never>; answer: RecordList<Role> };
  "roles.get": { fields: { id: string }; answer: Promise<Role> };
  "roles.create": { fields: RolesCreateInput; answer: Promise<Role> };
  "roles.update": { fields: { id: string } & RolesUpdateInput; answer: Promise<Role> };
  "roles.delete": { fields: { id: string }; answer: Promise<void> };
  "permissions.list": { fields: Record<never, never>; answer: RecordList<Permission> };
  "oauthClients.list": { fields: Record<never, never>; answer: RecordList<OAuthClient> };
  "oauthClients.delete": { fields: { id: string }; answer: Promise<void> };
  "oauthGrants.list": { fields: Record<never, never>; answer: RecordList<OAuthGrant> };
  "oauthGrants.revoke": { fields: { id: string }; answer: Promise<void> };
  "webhooks.list": { fields: WebhooksListInput; answer: RecordList<Webhook> };
  "webhooks.create": { fields: WebhooksCreateInput; answer: Promise<Webhook> };
  "webhooks.events": { fields: Record<never, never>; answer: RecordList<EventOption> };
  "webhooks.get": { fields: { id: string }; answer: Promise<Webhook> };
  "webhooks.update": { fields: { id: string } & WebhooksUpdateInput; answer: Promise<Webhook> };
  "webhooks.delete": { fields: { id: string }; answer: Promise<void> };
  "webhooks.ping": { fields: { id: string }; answer: Promise<WebhookPing> };
  "webhookDeliveries.list": { fields: { id: string } & WebhookDeliveriesListInput; answer: RecordList<WebhookDelivery> };
  "webhookDeliveries.get": { fields: { id: string; delivery_id: string }; answer: Promise<WebhookDelivery> };
  "webhookDeliveries.redeliver": { fields: { id: string; delivery_id: string }; answer: Promise<WebhookDelivery> };
}
