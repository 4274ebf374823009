// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
import type { CallOptions, GivenItems, PagedRecordList, RecordList, ServiceFile, Watched } from "../answers/answers.ts";

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
  /** MAC address (EUI-48) or EUI-64: octets in lower case joined by colons, or empty */
  mac: string;
}

/** All that is known of an address */
export interface AddressDetails {
  /** The address, in its canonical spelling */
  ip: string;
  /** Its address space: the id of a space, or of a datacenter for its private one; null for the common one */
  space_id: string | null;
  /** held: a device holds it; allocated: an allocation holds it; reserved: it is never handed out; quarantined: it was let go, and is not handed out yet; seen: a scan saw a host there; free: none of these */
  state: "free" | "held" | "allocated" | "reserved" | "quarantined" | "seen";
  /** When its quarantine ends; null while it is in none, and with `at` */
  quarantined_until: string | null;
  /** Networks that it lies in, the smallest first */
  networks: AddressNetwork[];
  /** The pool that it lies in; null for none, and for a caller without pool:read */
  pool: AddressPool | null;
  /** Devices that hold it, by name */
  devices: AddressHolder[];
  /** The allocation that it has, held or confirmed; null for none */
  allocation: Allocation | null;
  /** What scans saw there */
  sightings: DiscoveredDevice[];
  /** Conflicts over it that are not resolved */
  conflicts: Conflict[];
  /** Who held it, newest first: the 100 newest unless `limit` says otherwise; with `before`, those that began earlier */
  history: AddressTenure[];
}

/** A device that holds an address */
export interface AddressHolder {
  /** Id of the device */
  id: string;
  /** Its name; with `at`, the one at that time */
  name: string;
  /** Id of the address of the device; null where it does not hold it any more */
  address_id: string | null;
  /** MAC address of the address, or empty */
  mac: string;
}

/** An address as a caller sends it */
export interface AddressInput {
  /** Id of an address of this device that stays; others are ignored */
  id?: string | null | undefined;
  /** IPv4 or IPv6 address */
  ip: string;
  /** Port number, 1–65535; 0 and null mean none */
  port?: number | null | undefined;
  /** Free text; ipv4 or ipv6 by the address unless given */
  type?: string | undefined;
  /** Role of the address, for example management */
  label?: string | null | undefined;
  /** Id of the network; found by the address unless given, null for none */
  network_id?: string | null | undefined;
  /** Port of the switch it is connected to */
  switch_port?: string | null | undefined;
  /** Id of the pool; found by the address unless given, null for none */
  pool_id?: string | null | undefined;
  /** MAC address (EUI-48) or EUI-64, in any usual spelling; empty or null for none */
  mac?: string | null | undefined;
}

/** A network that an address lies in */
export interface AddressNetwork {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name of the network */
  name: string;
  /** Its subnet */
  subnet: string;
}

/** Who gave an address to a device */
export interface AddressPerson {
  /** Id of the user; null for the program itself */
  user_id: string | null;
  /** Their name, as it was then */
  username: string;
}

/** The pool that an address lies in */
export interface AddressPool {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name of the pool */
  name: string;
  /** Its first address */
  start_ip: string;
  /** Its last address */
  end_ip: string;
}

/** From when to when a device held an address, under one name and with one MAC address */
export interface AddressTenure {
  /** Id of the device, which may be deleted */
  device_id: string;
  /** Its name at that time */
  device_name: string;
  /** MAC address of the address at that time, or empty */
  mac: string;
  /** Since when (ISO 8601 UTC with milliseconds) */
  from: string;
  /** Until when, this instant excluded; null while it holds the address */
  to: string | null;
  /** The change that it began with, as the audit log and events have it; null where that was not recorded */
  change_id: string | null;
  /** Who made that change; null where that was not recorded */
  by: AddressPerson | null;
}

/** What speaks against an address that was named, and taken all the same */
export interface AddressWarning {
  /** The address */
  ip: string;
  /** seen: a host answered there lately; quarantined: it was let go a short while ago */
  reason: "quarantined" | "seen";
  /** When a host answered there last; present only where one did */
  last_seen?: string | undefined;
  /** When its quarantine ends; present only where it is in one */
  until?: string | undefined;
  /** The same in a sentence */
  message: string;
}

/** A program at a site, which scans the networks that it serves */
export interface Agent {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Ids of the networks that are scanned by this agent, and nowhere else */
  network_ids: string[];
  /** Ids of datacenters whose networks are scanned by this agent, unless another one serves the network */
  datacenter_ids: string[];
  /** Free labels, by name */
  labels: Record<string, string>;
  /** Ids of the scanners that work there, as the agent last said */
  scanners: string[];
  /** Version of the agent, as it last said; empty before it was heard of */
  version: string;
  /** online: heard of within the last 30 seconds; never: not heard of yet */
  status: "online" | "offline" | "never";
  /** Address that it was last heard from; null for never */
  remote_address: string | null;
  /** What is wrong with it, such as a second process that uses its token; null when nothing is */
  problem: string | null;
  /** When it was last heard of (ISO 8601 UTC with milliseconds); null for never */
  last_seen_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** How the reading of a lease source stands after a report */
export interface AgentLeaseAnswer {
  /** Numbers of batches that have not come, when the end was told: send them */
  missing: number[];
}

/** A lease in force, as an agent tells it */
export interface AgentLeaseInput {
  /** Address that is given away */
  ip: string;
  /** Hardware address; empty where it is not known */
  mac_address?: string | undefined;
  /** Host name that the client gave */
  hostname?: string | undefined;
  /** When it ends; null for never. `null` unless given */
  expires_at?: string | null | undefined;
}

/** How a scan stands after a report: the agent stops when it is over */
export interface AgentReportAnswer {
  /** State of the scan; completed, failed and cancelled are final */
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  /** Numbers of batches that have not come, when the scan was said to be complete: send them */
  missing: number[];
}

/** What a scan may send */
export interface AgentScanLimits {
  /** Probes a second, of all hosts together */
  probes_per_second: number;
  /** Connections that are being opened at the same time */
  connections: number;
  /** The same at one host */
  connections_per_host: number;
  /** Milliseconds that one host may take at most */
  host_budget_ms: number;
}

/** What a scanner tells: something that was seen, a host that is done, devices that hear each other, or a warning */
export type AgentScanReportInput = ScanObservationInput | HostDoneInput | NeighboursHeardInput | ScanWarningInput;

/** What is read beside the hosts of a scan, such as tables of switches and routers */
export interface AgentScanWitness {
  /** Id of the scanner that reads it */
  scanner: string;
  /** What it reads, in words of its plugin, with what it signs in with: secret, and kept in memory only */
  reads: Record<string, unknown>;
}

/** An agent after a change, with the names of the fields that changed; token for a new token */
export interface AgentUpdatedData {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Ids of the networks that are scanned by this agent, and nowhere else */
  network_ids: string[];
  /** Ids of datacenters whose networks are scanned by this agent, unless another one serves the network */
  datacenter_ids: string[];
  /** Free labels, by name */
  labels: Record<string, string>;
  /** Ids of the scanners that work there, as the agent last said */
  scanners: string[];
  /** Version of the agent, as it last said; empty before it was heard of */
  version: string;
  /** online: heard of within the last 30 seconds; never: not heard of yet */
  status: "online" | "offline" | "never";
  /** Address that it was last heard from; null for never */
  remote_address: string | null;
  /** What is wrong with it, such as a second process that uses its token; null when nothing is */
  problem: string | null;
  /** When it was last heard of (ISO 8601 UTC with milliseconds); null for never */
  last_seen_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
}

/** What an agent is to do */
export interface AgentWork {
  /** A scan to run; null when there is none */
  scan: AssignedScan | null;
  /** A lease source to read; null when none is due */
  lease_source: AssignedLeaseSource | null;
  /** Ids of scans to stop at once: cancelled, over, or run by another process */
  stop: string[];
  /** Version of the server, so that an older agent can say that it is to be updated */
  server_version: string;
}

/** Networks that a request was given inside another one, all at once */
export interface AllocatedNetworks {
  /** The networks, in the order of their names */
  networks: Network[];
}

/** VLANs that a request was given in a group, all at once */
export interface AllocatedVlans {
  /** The VLANs, by number */
  vlans: Vlan[];
}

/** An address handed out from a pool */
export interface Allocation {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Identifier (UUID version 7), made by the service */
  pool_id: string;
  /** The IPv4 or IPv6 address */
  ip: string;
  /** held: no device holds it yet; confirmed: a device does */
  status: "held" | "confirmed";
  /** Request key it was asked for with */
  key: string | null;
  /** Purpose */
  note: string;
  /** Device that holds the address, once confirmed */
  device_id: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When it returns by itself; null for never */
  expires_at: string | null;
}

/** Addresses that a request was given, all at once */
export interface AllocationResult {
  /** The addresses, in order */
  allocations: Allocation[];
  /** Addresses that were passed over although nobody holds them: the first 20; present only where there are any */
  skipped?: SkippedAddress[] | undefined;
  /** What speaks against the address that was named; present only where something does */
  warnings?: AddressWarning[] | undefined;
}

/** API key, sent as Authorization: Bearer <key> */
export interface ApiKey {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  /** Id of the user whose permissions the key has; null when the user is gone */
  user_id: string | null;
  /** First characters of the key */
  prefix: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When it was last used (ISO 8601 UTC with milliseconds); null for never */
  last_used_at: string | null;
  /** When it stops working (ISO 8601 UTC with milliseconds); null for never */
  expires_at: string | null;
}

/** A lease source that an agent is to read */
export interface AssignedLeaseSource {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Proof that this process reads it, for every report */
  claim: string;
  /** What it reads, in words of its plugin, with what it signs in with: secret, and kept in memory only */
  reads: Record<string, unknown>;
}

/** A scan that an agent is to run */
export interface AssignedScan {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Proof that this process runs it, for every report */
  lease: string;
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Subnet that is looked at */
  subnet: string;
  /** quick: which hosts are there; full: ports and system; deep: services */
  scan_type: "quick" | "full" | "deep";
  /** Addresses that are still to be probed: addresses, and ranges first-last */
  targets: string[];
  /** TCP ports to look at; empty leaves them to the scanner */
  ports: number[];
  /** What a scan may send */
  limits: AgentScanLimits;
  /** What the agent's witnesses read, for those that it has */
  witnesses: AgentScanWitness[];
}

/** A record before and after a change */
export interface AuditChanges {
  /** The record as it was; null where there was none */
  before: unknown;
  /** The record as it became; null where there is none */
  after: unknown;
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
  /** Id of the record; null where there is none */
  resource_id: string | null;
  /** Null for the program itself, and for a caller that is not known */
  user_id: string | null;
  /** Name of the user or program, as it was then */
  username: string;
  /** Where the call came from; empty when it did not come over the network */
  ip_address: string;
  /** The edge that it came through: http, library, mcp, cli, or a task of the server */
  source: string;
  /** Whether it was done */
  status: "success" | "failure";
  /** Why it failed; empty when it did not */
  error: string;
  /** The record before and after; null where there is none */
  changes: AuditChanges;
  /** The change that it is a part of, with all rows of the same call; null in rows of earlier versions */
  change_id: string | null;
  /** Id of the request in the logs; empty when it did not come over the network */
  request_id: string;
  /** Number in the sealed chain; null until it is sealed, within a second or so */
  seal_number: number | null;
}

/** What a call did that changes or deletes many records, all or none */
export interface BulkChange {
  /** Number of records that were named, or that the filter matches */
  matched: number;
  /** Number of those that are changed or deleted; others were as asked for already */
  changed: number;
}

/** Why one of many records was not made */
export interface BulkError {
  /** Place in the array that was sent, from 0 */
  index: number;
  /** Path of the field that is wrong; none where it is the record as a whole */
  field?: string | undefined;
  /** Code of the error, such as VALIDATION_ERROR */
  code: string;
  /** What is wrong, in a sentence */
  message: string;
}

/** What came of many records that were sent in one call */
export interface BulkResult {
  /** Number of records that were sent */
  total: number;
  /** Number of records that were made */
  success: number;
  /** Number of records that were not made */
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
  /** Ids of the devices that hold the address */
  device_ids: string[];
  /** Names in the order of device_ids; an empty string for a caller without device:read */
  device_names: string[];
  /** Ids of the networks that have the subnet */
  network_ids: string[];
  /** Names in the order of network_ids; an empty string for a caller without network:read */
  network_names: string[];
  /** Subnets in the order of network_ids */
  subnets: string[];
  /** ISO 8601 UTC with milliseconds */
  detected_at: string;
  /** When it ended (ISO 8601 UTC with milliseconds); null while it is active or ignored */
  resolved_at: string | null;
  /** Who made the change that ended it, or empty */
  resolved_by: string;
  /** Why it was resolved or ignored, in the words of whoever did so */
  notes: string;
  /** Allocations that hold the address, and that no device has confirmed */
  allocation_ids: string[];
}

/** The conflicts that are active after all records were checked */
export interface ConflictDetection {
  /** Active conflicts */
  conflicts: Conflict[];
  /** Number of them */
  count: number;
}

/** Something that limits what a scan can tell */
export interface CoverageWarning {
  /** What limits the result, as a code */
  code: string;
  /** The same in a sentence */
  message: string;
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
  /** Roles of the user, without their permissions */
  roles: RoleSummary[];
  /** Null for a user of the application that Cadastre is embedded in */
  created_at: string | null;
  /** Null for a user of the application that Cadastre is embedded in */
  updated_at: string | null;
  /** When the user last signed in (ISO 8601 UTC with milliseconds); null for never */
  last_login_at: string | null;
  /** What the roles allow */
  permissions: Permission[];
}

/** Counts, fullest networks and pools, running scans, active conflicts and what plugins add; what the caller may not list is null */
export interface Dashboard {
  /** Number of records of each kind; null where the caller may not list them */
  counts: RecordCounts;
  /** Number of devices of each status; null when the caller may not list devices */
  device_statuses: DeviceStatusCounts | null;
  /** Fullest first; empty ones are left out */
  fullest_networks: FullNetwork[] | null;
  /** Fullest first; empty ones are left out */
  fullest_pools: FullPool[] | null;
  /** Running and pending scans */
  running_scans: DashboardScans | null;
  /** Active conflicts */
  conflicts: DashboardConflicts | null;
  /** What plugins add, by name: failed_deliveries of webhooks */
  sections: Record<string, DashboardSection | null>;
}

/** Active conflicts: how many, and the newest */
export interface DashboardConflicts {
  /** Number of records; 10000 means 10000 or more */
  count: number;
  /** The newest of them, newest first */
  newest: Conflict[];
}

/** Running and pending scans: how many, and the newest */
export interface DashboardScans {
  /** Number of records; 10000 means 10000 or more */
  count: number;
  /** The newest of them, newest first */
  newest: DiscoveryScan[];
}

/** Records of a plugin: how many, and the newest */
export interface DashboardSection {
  /** Number of records; 10000 means 10000 or more */
  count: number;
  /** The newest of them, newest first */
  newest: Record<string, unknown>[];
}

/** A site; its networks and devices are in the address space that it names, or in a private one */
export interface Datacenter {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name */
  name: string;
  /** Where it is */
  location: string;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id: string | null;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface DatacenterBulkFilterInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of location */
  location?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Value of description */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many records may share */
export interface DatacenterBulkSetInput {
  /** Where it is */
  location?: string | null | undefined;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** A datacenter that a search found */
export interface DatacenterResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name */
  name: string;
  /** Where it is */
  location: string;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id: string | null;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
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
  /** Addresses of the device */
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface DeviceBulkFilterInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only devices of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only devices with an address in the network with this id */
  network_id?: string | undefined;
  /** Only devices with an address in the pool with this id */
  pool_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Only devices with an address of this MAC address, in any usual spelling */
  mac?: string | undefined;
  /** Only devices of this status */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many devices may share */
export interface DeviceBulkSetInput {
  /** Free text */
  description?: string | null | undefined;
  /** Make and model */
  make_model?: string | null | undefined;
  /** Operating system */
  os?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | null | undefined;
  /** Where it is, for example a rack position */
  location?: string | null | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** A device in an event, with its first address at hand */
export interface DeviceEventData {
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
  /** Addresses of the device */
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** First address, or empty */
  ip_address: string;
}

/** A device that a search found */
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
  /** Addresses of the device */
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
  type: "device";
}

/** Number of devices of each status */
export interface DeviceStatusCounts {
  /** Devices that are planned */
  planned: number;
  /** Devices in use */
  active: number;
  /** Devices in maintenance */
  maintenance: number;
  /** Devices that are out of use */
  decommissioned: number;
}

/** A device after a change, with the names of the fields that changed */
export interface DeviceUpdatedData {
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
  /** Addresses of the device */
  addresses: Address[];
  /** Domain names of the device */
  domains: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** First address, or empty */
  ip_address: string;
  /** Names of the fields that changed */
  changes: string[];
}

/** A lease in force, as its source told it last */
export interface DhcpLease {
  /** Address that is given away */
  ip: string;
  /** Six octets in lower case, or empty where the server does not say */
  mac_address: string;
  /** Host name that the client gave, or empty */
  hostname: string;
  /** When it ends unless it is renewed; null for never */
  expires_at: string | null;
}

/** What scans saw at one address of a network */
export interface DiscoveredDevice {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** IPv4 or IPv6 address that was probed */
  ip: string;
  /** Six octets in lower case, or empty */
  mac_address: string;
  /** Host name that was found for the address, or empty */
  hostname: string;
  /** Port of the switch that it was seen at, or empty */
  switch_port: string;
  /** Id of the network that was scanned */
  network_id: string;
  /** How it stands to what is recorded: no device of the address space holds its address or MAC address (unknown), one does (known), and something is recorded of it otherwise than it was seen (differs), or it is not to be told of any more (ignored) */
  state: "unknown" | "known" | "differs" | "ignored";
  /** Id of the device of the address space that holds its address, or else its MAC address; null for none */
  device_id: string | null;
  /** What is recorded of the device and was seen otherwise, in order of the fields */
  differences: SeenDifference[];
  /** Since when it is ignored (ISO 8601 UTC with milliseconds); null if it is not */
  ignored_at: string | null;
  /** Why it is ignored, or empty */
  ignore_note: string;
  /** down: a completed scan of its range did not see it */
  status: "up" | "down";
  /** How sure it is that a host is there, from what was seen */
  confidence: number;
  /** Operating system, as far as it could be guessed; or empty */
  os_guess: string;
  /** Vendor of the hardware, by its MAC address; or empty */
  vendor: string;
  /** TCP ports that answered, in order */
  open_ports: number[];
  /** Services at the open ports, in order of the ports */
  services: DiscoveredService[];
  /** ISO 8601 UTC with milliseconds */
  first_seen: string;
  /** ISO 8601 UTC with milliseconds */
  last_seen: string;
  /** Id of the device that was made of it; null for none */
  promoted_to_device_id: string | null;
  /** When a device was made of it (ISO 8601 UTC with milliseconds); null if none was */
  promoted_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** A service that was seen at a port */
export interface DiscoveredService {
  /** Port number, 1–65535 */
  port: number;
  /** Protocol of the port: tcp */
  protocol: string;
  /** Name of the service, by its banner or else by its port; empty when it is not known */
  service: string;
  /** What its banner says of its version; empty when it says nothing */
  version: string;
}

/** Scans a network again and again */
export interface DiscoveryRule {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Id of the network that is scanned */
  network_id: string;
  /** False: it starts no scans */
  enabled: boolean;
  /** quick: which hosts are there; full: ports and system; deep: services */
  scan_type: "quick" | "full" | "deep";
  /** Hours from one start to the next; null for a rule with a schedule */
  interval_hours: number | null;
  /** Times at which it starts, in place of an interval: minute, hour, day of month, month and day of week, as cron writes them; empty for none */
  schedule: string;
  /** Time zone of the schedule, by its name in the IANA database; UTC unless given, empty without a schedule */
  timezone: string;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips: string;
  /** When it last started a scan (ISO 8601 UTC with milliseconds); null for never */
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
  /** Id of the network that is scanned */
  network_id: string;
  /** State of the scan; completed, failed and cancelled are final */
  status: "pending" | "running" | "completed" | "failed" | "cancelled";
  /** quick: which hosts are there; full: ports and system; deep: services */
  scan_type: "quick" | "full" | "deep";
  /** Number of addresses that are to be probed */
  total_hosts: number;
  /** Addresses really probed */
  scanned_hosts: number;
  /** Number of addresses at which a host was found */
  found_hosts: number;
  /** Percent of total_hosts that is done; only grows */
  progress_percent: number;
  /** Scanner that runs it; empty until it runs */
  scanner: string;
  /** Rule that started it, or null */
  rule_id: string | null;
  /** Agent that runs it; null where a server does */
  agent_id: string | null;
  /** Why it failed, was cancelled or waits for its agent, or empty */
  error_message: string;
  /** What a scan can and cannot tell: counts of addresses */
  coverage: ScanCoverage;
  /** When it began (ISO 8601 UTC with milliseconds); null while it is pending */
  started_at: string | null;
  /** When it ended (ISO 8601 UTC with milliseconds); null until then */
  completed_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** A record that would change */
export interface DryRunChange {
  /** `delete`, `update` … */
  action: string;
  /** The thing: `device`, `network` … */
  resource: string;
  /** Id of the record; null where there is none */
  id: string | null;
  /** The record as it is */
  before?: unknown | undefined;
  /** The record as it would be */
  after?: unknown | undefined;
}

/** An event that would be told */
export interface DryRunEvent {
  /** Name of the event */
  event: string;
  /** Id of the record that it would be about */
  record_id: string;
}

/** The changes that the call would make; all empty for none */
export interface DryRunResult {
  /** The records that would change */
  changes: DryRunChange[];
  /** The events that would be told */
  events: DryRunEvent[];
  /** How many rows of which tables would go along with these, or be written for them */
  rows: DryRunRows[];
  /** Number of changes; only the first 1000 are listed */
  change_count: number;
  /** Number of events; only the first 1000 are listed */
  event_count: number;
}

/** How many rows of a table would change in one way */
export interface DryRunRows {
  /** Name of the table */
  table: string;
  /** What would be done to its rows */
  action: "insert" | "update" | "delete";
  /** Number of rows */
  rows: number;
}

/** A committed change */
export interface Event {
  /** Identifier (UUID version 7) of the event, the same for every reader */
  id: string;
  /** Name of the event */
  event: string;
  /** When the change was made (ISO 8601 UTC with milliseconds) */
  timestamp: string;
  /** Id of the record that it is about */
  record_id: string;
  /** Id of the change that it tells of, as its audit rows have it; null for events of earlier versions */
  change_id: string | null;
  /** The record; its schema depends on the event */
  data: Record<string, unknown>;
}

/** An event that webhooks can subscribe to */
export interface EventOption {
  /** Name of the event */
  value: string;
  /** The same in words */
  label: string;
  /** What happened */
  description: string;
}

/** Events after a cursor, and the cursor after them */
export interface EventPage {
  /** Events in order, oldest first */
  events: Event[];
  /** Cursor after the last event, those that the caller may not read included; the value of after when there is none */
  next: string;
}

/** A custom field, which all records of a kind have */
export interface Field {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Kind of record that has the field: datacenter, network, pool, device or a declared kind */
  record: string;
  /** Name in `fields` of records, in filters and in columns of files; unique in its kind of record */
  name: string;
  /** What people read; the name unless given */
  label: string;
  /** Type of its values: a date is 2026-01-31, a url absolute with http or https */
  type: "text" | "number" | "boolean" | "date" | "choice" | "url";
  /** Values that a field of type choice may have; none for other types */
  choices: string[];
  /** Whether new records must have a value, and none may be unset from now on */
  required: boolean;
  /** Whether no two records may have the same value */
  unique: boolean;
  /** Free text */
  description: string;
  /** Its place among the fields of its kind of record */
  position: number;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** A field before and after a change */
export interface FieldChange {
  /** The value before; null where the record was made */
  before: unknown;
  /** The value afterwards; null where the record was deleted */
  after: unknown;
}

/** A subnet of a network of which no address lies in a network inside it or in one of its pools, or is held or allocated */
export interface FreePrefix {
  /** Subnet in CIDR notation */
  cidr: string;
  /** Addresses of the subnet; a decimal string above 2^53 − 1 */
  size: number | string;
}

/** A network, and how full it is */
export interface FullNetwork {
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Addresses of the network that can be used; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Addresses that devices hold; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Addresses that no device holds; a decimal string above 2^53 − 1 */
  available_ips: number | string;
  /** Percent used, two decimals */
  utilization: number;
  /** Name of the network */
  name: string;
  /** Subnet in CIDR notation */
  subnet: string;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
}

/** A pool, and how full it is: addresses that devices use and those that are held */
export interface FullPool {
  /** Identifier (UUID version 7), made by the service */
  pool_id: string;
  /** Name of the pool */
  name: string;
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** First address of the range */
  start_ip: string;
  /** Last address of the range */
  end_ip: string;
  /** Addresses of the range that are not reserved; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Addresses that devices hold; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Addresses that are allocated and that no device holds yet; a decimal string above 2^53 − 1 */
  held_ips: number | string;
  /** Percent used or held, two decimals */
  utilization: number;
}

/** A connection that LLDP or CDP tells of, between two devices of the inventory */
export interface HeardLink {
  /** Device that heard the other */
  device_id: string;
  /** Its port */
  port: string;
  /** Device that it heard */
  neighbour_id: string;
  /** Port of that device, as it says; empty for nothing */
  neighbour_port: string;
}

/** A device that another one hears at one of its ports */
export interface HeardNeighbourInput {
  /** Port at which it is heard, as the device that hears it calls it */
  port: string;
  /** What it calls itself; empty for nothing */
  name: string;
  /** What it calls its port; empty for nothing */
  neighbourPort: string;
  /** Hardware addresses that it says are its own */
  macs: string[];
  /** Addresses at which it is managed, as it says */
  addresses: string[];
}

/** One address of a pool or network */
export interface HeatmapAddress {
  /** The address */
  ip: string;
  /** used: a device holds it; reserved: it is allocated, and no device holds it yet; quarantined: it was let go, and is not handed out yet */
  status: "available" | "used" | "reserved" | "quarantined";
  /** Device that holds it; present only when used */
  device_id?: string | undefined;
  /** A host answered there lately, and nobody holds it: it is passed over; present only where that is so */
  seen?: boolean | undefined;
}

/** A block of addresses: the part of it that lies in the pool or network */
export interface HeatmapBlock {
  /** The block in CIDR notation */
  cidr: string;
  /** Addresses of the block that lie in the pool or network; a decimal string above 2^53 − 1 */
  total: number | string;
  /** Addresses that devices hold; a decimal string above 2^53 − 1 */
  used: number | string;
  /** Addresses that are allocated and not held yet; a decimal string above 2^53 − 1 */
  reserved: number | string;
  /** Addresses that nobody holds and that are not in quarantine; a decimal string above 2^53 − 1 */
  available: number | string;
  /** Addresses that were let go, and are not handed out yet; present only where there are some */
  quarantined?: number | string | undefined;
  /** Addresses of those available where a host answered lately: they are passed over; present only where there are some */
  seen?: number | string | undefined;
}

/** An address, or a block when folded by prefix */
export type HeatmapEntry = HeatmapAddress | HeatmapBlock;

/** A scan that a process of an agent runs */
export interface HeldScanInput {
  /** Id of the scan */
  scan_id: string;
  /** What the process was given with the scan: proof that it runs it */
  lease: string;
}

/** What one change did to a record */
export interface HistoryEntry {
  /** Id of the change, as the audit log and events have it; null for what earlier versions did */
  change_id: string | null;
  /** When it was done */
  at: string;
  /** Who changed a record */
  by: HistoryPerson;
  /** The record that a change is about */
  record: HistoryRecord;
  /** What was done: `create`, `update`, `delete` … */
  action: string;
  /** The fields that changed, by name, each before and after; a field of one's own is `fields.<name>` */
  changes: Record<string, FieldChange>;
}

/** Who changed a record */
export interface HistoryPerson {
  /** Id of the user; null for the program itself */
  user_id: string | null;
  /** Their name, as it was then */
  username: string;
}

/** The record that a change is about */
export interface HistoryRecord {
  /** Type of the record: `device`, `network` … */
  type: string;
  /** Id of the record */
  id: string;
  /** Name or address of the record after the change, or before it was deleted */
  name: string;
}

/** A host has been looked at */
export interface HostDoneInput {
  /** A host has been looked at */
  kind: "host-done";
  /** Address of the host, canonical */
  ip: string;
  /** silent: probed, no answer; unreachable: a router said so; skipped: not really probed */
  outcome: "answered" | "silent" | "unreachable" | "skipped";
  /** Why it was skipped */
  reason?: "no-permission" | "no-route" | "local-limit" | "host-budget" | "not-listed" | "unsupported" | undefined;
  /** It answered, but its time was over before all of its ports were tried: no list of open ports is sent then */
  cutShort?: boolean | undefined;
  /** One machine answers for it and for others: whether a host is there is not known */
  isShared?: boolean | undefined;
}

/** How many rows become what; rows that the source could not give are among the errors */
export interface ImportCounts {
  /** All rows */
  rows: number;
  /** Rows that make a record */
  create: number;
  /** Rows that change a record */
  update: number;
  /** Rows whose records are as they say */
  unchanged: number;
  /** Rows that other rows or records speak against */
  conflict: number;
  /** Rows that are wrong, and what of the source is no row */
  error: number;
  /** Things of the source that are left out */
  warning: number;
}

/** How many rows become what; rows that the source could not give are among the errors */
export interface ImportCountsInput {
  /** All rows */
  rows: number;
  /** Rows that make a record */
  create: number;
  /** Rows that change a record */
  update: number;
  /** Rows whose records are as they say */
  unchanged: number;
  /** Rows that other rows or records speak against */
  conflict: number;
  /** Rows that are wrong, and what of the source is no row */
  error: number;
  /** Things of the source that are left out */
  warning: number;
}

/** A row of an import that was not applied, and why */
export interface ImportFailure {
  /** The position of a row in the source of an import */
  at: ImportPlace;
  /** What the row would have made or changed */
  type?: string | undefined;
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** Code of the error, such as VALIDATION_ERROR */
  code: string;
  /** What is wrong, in a sentence */
  message: string;
}

/** A field that an import changes */
export interface ImportFieldChange {
  /** Name of the field */
  field: string;
  /** Its value; none where there is none */
  before?: unknown | undefined;
  /** The value that it gets */
  after?: unknown | undefined;
}

/** A field that an import changes */
export interface ImportFieldChangeInput {
  /** Name of the field */
  field: string;
  /** Its value; none where there is none */
  before?: unknown | undefined;
  /** The value that it gets */
  after?: unknown | undefined;
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
  /** Which line of a plan it is */
  kind: "end";
  /** How many rows become what; rows that the source could not give are among the errors */
  counts: ImportCounts;
  /** SHA-256 of the lines before it, in hexadecimal */
  digest: string;
}

/** Last line of a plan */
export interface ImportPlanEndInput {
  /** Which line of a plan it is */
  kind: "end";
  /** How many rows become what; rows that the source could not give are among the errors */
  counts: ImportCountsInput;
  /** SHA-256 of the lines before it, in hexadecimal */
  digest: string;
}

/** First line of a plan */
export interface ImportPlanHeader {
  /** Which line of a plan it is */
  kind: "plan";
  /** Form of the plan */
  version: "1";
}

/** First line of a plan */
export interface ImportPlanHeaderInput {
  /** Which line of a plan it is */
  kind: "plan";
  /** Form of the plan */
  version: "1";
}

/** A line of the plan of an import: plan, then step and problem in the order of the source, then end */
export type ImportPlanLine = ImportPlanHeader | ImportPlanStep | ImportPlanProblem | ImportPlanEnd;

/** A line of the plan of an import: plan, then step and problem in the order of the source, then end */
export type ImportPlanLineInput = ImportPlanHeaderInput | ImportPlanStepInput | ImportPlanProblemInput | ImportPlanEndInput;

/** Something of the source that never became a row */
export interface ImportPlanProblem {
  /** The position of a row in the source of an import */
  at: ImportPlace;
  /** What the row would make or change */
  type?: string | undefined;
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  /** What is wrong, in a sentence */
  message: string;
  /** Which line of a plan it is */
  kind: "problem";
}

/** Something of the source that never became a row */
export interface ImportPlanProblemInput {
  /** The position of a row in the source of an import */
  at: ImportPlaceInput;
  /** What the row would make or change */
  type?: string | undefined;
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  /** What is wrong, in a sentence */
  message: string;
  /** Which line of a plan it is */
  kind: "problem";
}

/** What becomes of one row */
export interface ImportPlanStep {
  /** Which line of a plan it is */
  kind: "step";
  /** What becomes of the row */
  action: "create" | "update" | "unchanged" | "conflict" | "error";
  /** One record of the source of an import, in the inventory's own terms */
  row: ImportRow;
  /** The record; of a new one, the id that it gets */
  id?: string | undefined;
  /** What the references of the row lead to: ids, by the field that takes them */
  links?: Record<string, string | null> | undefined;
  /** Of an update: each field that changes, with its value before and after */
  changes?: ImportFieldChange[] | undefined;
  /** Of a conflict or an error: everything that speaks against the row */
  problems?: ImportRowProblem[] | undefined;
}

/** What becomes of one row */
export interface ImportPlanStepInput {
  /** Which line of a plan it is */
  kind: "step";
  /** What becomes of the row */
  action: "create" | "update" | "unchanged" | "conflict" | "error";
  /** One record of the source of an import, in the inventory's own terms */
  row: ImportRowInput;
  /** The record; of a new one, the id that it gets */
  id?: string | undefined;
  /** What the references of the row lead to: ids, by the field that takes them */
  links?: Record<string, string | null> | undefined;
  /** Of an update: each field that changes, with its value before and after */
  changes?: ImportFieldChangeInput[] | undefined;
  /** Of a conflict or an error: everything that speaks against the row */
  problems?: ImportRowProblemInput[] | undefined;
}

/** Something of the source of an import that cannot be taken, or is left out */
export interface ImportProblemInput {
  /** The position of a row in the source of an import */
  at: ImportPlaceInput;
  /** What the row would make or change */
  type?: string | undefined;
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** error: the row is not taken; warning: something is left out */
  severity: "error" | "warning";
  /** What is wrong, in a sentence */
  message: string;
}

/** What came of applying the plan of an import */
export interface ImportReport {
  /** Records that were made */
  created: number;
  /** Records that were changed */
  updated: number;
  /** Records that were already as their rows say */
  unchanged: number;
  /** Rows that were not applied; each is among the errors */
  failed: number;
  /** Rows that were not applied, in the order of the plan */
  errors: ImportFailure[];
}

/** One record of the source of an import, in the inventory's own terms */
export interface ImportRow {
  /** The position of a row in the source of an import */
  at: ImportPlace;
  /** What the row makes or changes: field, space, datacenter, network, pool, device, relationship or a declared kind */
  type: string;
  /** The source's own id of the record; other rows of the type's import refer to it */
  ref?: string | undefined;
  /** How to find a record without an id: key (default) by its natural key; address: a device that holds one of the addresses, which keeps its name; by key if none does */
  match?: "key" | "address" | undefined;
  /** replace (unless given): a list that is given replaces the list; add: its entries are added, none is removed */
  lists?: "replace" | "add" | undefined;
  /** all (unless given): a field of one's own that is not defined is an error; defined: those that are not defined are left out */
  own_fields?: "all" | "defined" | undefined;
  /** The fields that the source has, by name; a reference takes the place of an id */
  set: Record<string, unknown>;
}

/** One record of the source of an import, in the inventory's own terms */
export interface ImportRowInput {
  /** The position of a row in the source of an import */
  at: ImportPlaceInput;
  /** What the row makes or changes: field, space, datacenter, network, pool, device, relationship or a declared kind */
  type: string;
  /** The source's own id of the record; other rows of the type's import refer to it */
  ref?: string | undefined;
  /** How to find a record without an id: key (default) by its natural key; address: a device that holds one of the addresses, which keeps its name; by key if none does */
  match?: "key" | "address" | undefined;
  /** replace (unless given): a list that is given replaces the list; add: its entries are added, none is removed */
  lists?: "replace" | "add" | undefined;
  /** all (unless given): a field of one's own that is not defined is an error; defined: those that are not defined are left out */
  own_fields?: "all" | "defined" | undefined;
  /** The fields that the source has, by name; a reference takes the place of an id */
  set: Record<string, unknown>;
}

/** What speaks against a row */
export interface ImportRowProblem {
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** What is wrong, in a sentence */
  message: string;
}

/** What speaks against a row */
export interface ImportRowProblemInput {
  /** Name of the field; none where it is the row as a whole */
  field?: string | undefined;
  /** What is wrong, in a sentence */
  message: string;
}

/** A DHCP server whose leases are read again and again */
export interface LeaseSource {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** dnsmasq: the lease file of dnsmasq; kea-memfile: a lease file of Kea; kea-api: Kea's control agent, or the HTTP interface of its servers; isc-dhcpd: dhcpd.leases */
  type: "dnsmasq" | "kea-memfile" | "kea-api" | "isc-dhcpd";
  /** Absolute path of the lease file, in a folder that its reader may read: DISCOVERY_LEASE_PATHS of a server, --lease-paths of an agent */
  path: string;
  /** URL of the control agent, for kea-api, without path and query */
  url: string;
  /** User name for the control agent (basic authentication) */
  username: string;
  /** Ids of the networks whose leases are taken, with the networks within them */
  network_ids: string[];
  /** Id of the datacenter whose agent reads it, at its site, and no server; null for one that servers read */
  datacenter_id: string | null;
  /** Minutes from one reading to the next */
  interval_minutes: number;
  /** False: it is read only when it is asked for */
  enabled: boolean;
  /** Whether there is a password */
  has_password: boolean;
  /** When it was read last, or tried to; null for never */
  last_read_at: string | null;
  /** Why the last reading failed, in a sentence; empty when it did not */
  last_error: string;
  /** Leases in force in its networks, as of the last reading that worked */
  lease_count: number;
  /** Leases in force outside its networks, which are left out */
  outside_count: number;
  /** Entries that could not be read */
  unread_count: number;
  /** When it is read next; null while it is disabled */
  next_read_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** What came of reading the neighbours of all listed devices */
export interface LinkProposal {
  /** Id of the new plan, which waits to be applied; null where nothing new was heard */
  plan_id: string | null;
  /** Connections that the plan relates */
  proposed: HeardLink[];
  /** Connections that are related already, or that an open plan of this kind relates */
  known: number;
  /** Neighbours of which no relationship is proposed */
  unmatched: UnmatchedNeighbour[];
  /** Devices that could not be asked, or not for all */
  problems: string[];
}

/** What every operation of the server is, takes, answers and fails with */
export interface Manifest {
  /** Every operation, plugins' included; those of a group are adjacent */
  operations: ManifestOperation[];
  /** Types of records and of what is inside them, by name */
  records: Record<string, ManifestType>;
  /** Every code that an operation can answer with */
  errors: Record<string, ManifestError>;
  /** Declared kinds of record, each after those that it refers to; absent on servers that have no such kinds */
  kinds?: ManifestKind[] | undefined;
}

/** A list of values */
export interface ManifestArrayType {
  /** Kind of the type */
  kind: "array";
  /** What a value is */
  items: ManifestType;
  /** Fewest items */
  minItems?: number | undefined;
  /** Most items */
  maxItems?: number | undefined;
  /** null may be among its values */
  holdsNull?: boolean | undefined;
  /** One value is taken for a list of it */
  single?: boolean | undefined;
}

/** true or false */
export interface ManifestBooleanType {
  /** Kind of the type */
  kind: "boolean";
}

/** One of several texts */
export interface ManifestEnumType {
  /** Kind of the type */
  kind: "enum";
  /** The texts */
  values: string[];
  /** The empty text is one of them too, for none or the default, though it is not among `values` */
  emptyAllowed?: boolean | undefined;
  /** The values are numbers, and are sent as such */
  numbers?: boolean | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
}

/** What a code of an error means */
export interface ManifestError {
  /** What sort of error it is */
  kind: "invalid" | "unauthenticated" | "forbidden" | "not-found" | "timeout" | "conflict" | "exhausted" | "precondition" | "precondition-required" | "gone" | "too-large" | "unsupported-type" | "too-much-work" | "rate-limited" | "unavailable" | "internal";
  /** When it is answered, in words */
  when: string;
}

/** A field that an operation takes or answers */
export interface ManifestField {
  /** Its name on the wire: `start_ip` */
  name: string;
  /** Where it goes; absent in what is nested and in what is answered */
  in?: "path" | "query" | "body" | undefined;
  /** What a value is */
  type: ManifestType;
  /** Whether it has to be given; of what is answered, whether it is always there */
  required: boolean;
  /** null is a value of it too: none, or unset */
  nullable?: boolean | undefined;
  /** What the service takes when it is not given */
  default?: unknown | undefined;
  /** What it is, in words */
  description?: string | undefined;
  /** Values that it may have */
  examples?: unknown[] | undefined;
  /** It is the id of a record of this kind (`network`), or a list of such ids */
  refersTo?: string | undefined;
}

/** A body of many values */
export interface ManifestItems {
  /** A JSON array, or a JSON value a line */
  form: "array" | "lines";
  /** What a value is */
  type: ManifestType;
  /** Most values of an array */
  most?: number | undefined;
}

/** One of several shapes, or any; given as JSON */
export interface ManifestJsonType {
  /** Kind of the type */
  kind: "json";
  /** What a value is */
  oneOf?: ManifestType[] | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
}

/** A declared kind of record, which pages and forms show, exports hold and imports take */
export interface ManifestKind {
  /** Type of its records in imports, the audit log and events: `vlan_group` */
  name: string;
  /** `vlanGroups`: the group of its operations */
  group: string;
  /** The name of one record for people: `VLAN group` */
  label: string;
  /** The name of several records for people: `VLAN groups` */
  labelPlural: string;
  /** The field that names a record for people, by which the list is sorted */
  title: string;
  /** Fields that the search looks through */
  search: string[];
  /** References that say where a record is: the first that is set, or all of them */
  within?: string[] | undefined;
  /** Its fields, as they are declared */
  fields: ManifestKindField[];
}

/** A field of a declared kind */
export interface ManifestKindField {
  /** Name of the field: `bandwidth_mbps` */
  name: string;
  /** Type of the field as it is declared: `integer` */
  kind: string;
  /** Whether it must be sent to create a record; otherwise it is unset, or has the default */
  presence: "required" | "optional" | "default";
  /** The default */
  default?: unknown | undefined;
  /** The meaning of the field, in words */
  description?: string | undefined;
  /** Of a text: the most characters; of a number: the largest value */
  max?: number | undefined;
  /** Of a choice: its values as texts */
  values?: string[] | undefined;
  /** Of a choice: its values are numbers */
  numeric?: boolean | undefined;
  /** Of a reference: the kind of the record that it names */
  to?: string | undefined;
}

/** Values by free names, such as the headers of a webhook */
export interface ManifestMapType {
  /** Kind of the type */
  kind: "map";
  /** What a value is */
  values: ManifestType;
  /** null may be among its values */
  holdsNull?: boolean | undefined;
}

/** A number */
export interface ManifestNumberType {
  /** integer for whole numbers only */
  kind: "integer" | "number";
  /** Least value */
  minimum?: number | undefined;
  /** Greatest value */
  maximum?: number | undefined;
}

/** Fields with values of their own types */
export interface ManifestObjectType {
  /** Kind of the type */
  kind: "object";
  /** A field that an operation takes or answers */
  fields: ManifestField[];
  /** Of a type with a name: what it is */
  description?: string | undefined;
}

/** What an operation is, takes, answers and fails with */
export interface ManifestOperation {
  /** `devices.create`: group and name; what client.call takes */
  id: string;
  /** `devices`: what it is about */
  group: string;
  /** `create`: what it does */
  name: string;
  /** A sentence without a full stop: `Create a device` */
  summary: string;
  /** What is to be known besides */
  description?: string | undefined;
  /** HTTP method */
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
  /** A body of many values */
  items?: ManifestItems | undefined;
  /** What is answered; `type` is that of the record, of an item of the list, or of what is watched */
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
  /** Name of one of the records of its group, where it does not follow from the group */
  noun?: string | undefined;
  /** It has a dry run although it is not destructive. `record`: it answers with the record that the call would make, in place of the changes */
  dryRun?: "record" | "changes" | undefined;
  /** It sends something to machines outside the service */
  reachesOut: boolean;
  /** `etag`: the record comes with an ETag; `if-match`: the change honours If-Match */
  conditional: "etag" | "if-match" | "none";
  /** Counted against a smaller limit of its own (`login`) */
  limit?: string | undefined;
}

/** What is answered; `type` is that of the record, of an item of the list, or of what is watched */
export type ManifestOutput = {
  kind: "record";
  /** What a value is */
  type: ManifestType;
} | {
  kind: "list";
  /** What a value is */
  type: ManifestType;
  /** Fields that `sort` takes, of a list that may be read by page; absent for other lists */
  sortable?: string[] | undefined;
} | {
  kind: "watch";
  /** What a value is */
  type: ManifestType;
  /** Goes on until the caller stops; otherwise ends by itself, with the event `end` */
  endless: boolean;
} | {
  kind: "file";
  mediaTypes: string[];
} | {
  kind: "empty";
};

/** What a type with a name says */
export interface ManifestReferenceType {
  /** Kind of the type */
  kind: "reference";
  /** Name in `records` of the manifest */
  name: string;
}

/** A text */
export interface ManifestStringType {
  /** Kind of the type */
  kind: "string";
  /** Format of JSON Schema, such as `uuid` or `date-time` */
  format?: string | undefined;
  /** Fewest characters */
  minLength?: number | undefined;
  /** Most characters */
  maxLength?: number | undefined;
  /** Of a type with a name: what it is */
  description?: string | undefined;
}

/** What a value is */
export type ManifestType = ManifestStringType | ManifestEnumType | ManifestNumberType | ManifestBooleanType | ManifestReferenceType | ManifestArrayType | ManifestObjectType | ManifestMapType | ManifestJsonType;

/** An address of an active device that the last scans which covered it did not see */
export interface MissingAddress {
  /** Id of the device that holds the address */
  device_id: string;
  /** Name of the device */
  device_name: string;
  /** IPv4 or IPv6 address at which nothing answers */
  ip: string;
  /** Id of the network that the address is linked to; null for none */
  network_id: string | null;
  /** When the first of the scans ended that did not see it (ISO 8601 UTC with milliseconds) */
  since: string;
  /** When something was seen there last (ISO 8601 UTC with milliseconds); null if nothing ever was */
  last_seen: string | null;
}

/** A permission as a role was read with */
export interface NamedPermissionInput {
  /** Name of the permission */
  name: string;
}

/** A page of a plugin */
export interface NavItem {
  /** What the page is called */
  label: string;
  /** Its path on the server */
  path: string;
}

/** Which devices another one hears, by LLDP or CDP */
export interface NeighboursHeardInput {
  /** A device tells which others it hears */
  kind: "neighbours";
  /** Id of the device, as the server told it to the witness */
  device: string;
  /** What the device calls itself; empty for nothing */
  name: string;
  /** Its own hardware addresses */
  macs: string[];
  /** Whom it hears */
  neighbours: HeardNeighbourInput[];
}

/** A subnet in the address space that it names, in that of its datacenter, or in the common one */
export interface Network {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Id of the smallest larger network of the same address space that contains it, null for none */
  parent_id: string | null;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the VLAN whose number is vlan_id, null for none */
  vlan: string | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id: string | null;
  /** Free text */
  description: string;
  /** What the subnet is for */
  status: "container" | "active" | "reserved" | "deprecated";
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface NetworkBulkFilterInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Only networks whose parent has this id; `none` for those that lie in no other */
  parent_id?: string | undefined;
  /** Only networks of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** VLAN id */
  vlan_id?: number | undefined;
  /** Id of a VLAN, or none */
  vlan?: string | undefined;
  /** Only networks of this status */
  status?: "container" | "active" | "reserved" | "deprecated" | undefined;
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Version of IP: 4 or 6 */
  family?: number | undefined;
  /** Only networks that contain this address or subnet, or are it */
  contains?: string | undefined;
  /** Only networks that lie in this subnet, or are it */
  within?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many networks may share */
export interface NetworkBulkSetInput {
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the VLAN, null for none */
  vlan?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** What the subnet is for; active unless given. A container only holds other networks */
  status?: "container" | "active" | "reserved" | "deprecated" | "" | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** A network that lies in another, with how full it is and how many lie in it */
export interface NetworkChild {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Id of the smallest larger network of the same address space that contains it, null for none */
  parent_id: string | null;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the VLAN whose number is vlan_id, null for none */
  vlan: string | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id: string | null;
  /** Free text */
  description: string;
  /** What the subnet is for */
  status: "container" | "active" | "reserved" | "deprecated";
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Number of networks whose parent it is */
  child_count: number;
  /** Addresses of a network that devices hold */
  utilization: NetworkUtilization;
}

/** A network that a search found */
export interface NetworkResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Id of the smallest larger network of the same address space that contains it, null for none */
  parent_id: string | null;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the VLAN whose number is vlan_id, null for none */
  vlan: string | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id: string | null;
  /** Free text */
  description: string;
  /** What the subnet is for */
  status: "container" | "active" | "reserved" | "deprecated";
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
  type: "network";
}

/** A network after a change, with the names of the fields that changed */
export interface NetworkUpdatedData {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Id of the smallest larger network of the same address space that contains it, null for none */
  parent_id: string | null;
  /** Name */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, null for none */
  vlan_id: number | null;
  /** Id of the VLAN whose number is vlan_id, null for none */
  vlan: string | null;
  /** Id of the datacenter, null for none */
  datacenter_id: string | null;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id: string | null;
  /** Free text */
  description: string;
  /** What the subnet is for */
  status: "container" | "active" | "reserved" | "deprecated";
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
}

/** Addresses of a network that devices hold */
export interface NetworkUtilization {
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Addresses of the network that can be used; a decimal string above 2^53 − 1 */
  total_ips: number | string;
  /** Addresses that devices hold; a decimal string above 2^53 − 1 */
  used_ips: number | string;
  /** Addresses that no device holds; a decimal string above 2^53 − 1 */
  available_ips: number | string;
  /** Percent used, two decimals */
  utilization: number;
}

/** An agent with its token, which is shown only once */
export interface NewAgent {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Ids of the networks that are scanned by this agent, and nowhere else */
  network_ids: string[];
  /** Ids of datacenters whose networks are scanned by this agent, unless another one serves the network */
  datacenter_ids: string[];
  /** Free labels, by name */
  labels: Record<string, string>;
  /** Ids of the scanners that work there, as the agent last said */
  scanners: string[];
  /** Version of the agent, as it last said; empty before it was heard of */
  version: string;
  /** online: heard of within the last 30 seconds; never: not heard of yet */
  status: "online" | "offline" | "never";
  /** Address that it was last heard from; null for never */
  remote_address: string | null;
  /** What is wrong with it, such as a second process that uses its token; null when nothing is */
  problem: string | null;
  /** When it was last heard of (ISO 8601 UTC with milliseconds); null for never */
  last_seen_at: string | null;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** The token of the agent; shown only once */
  token: string;
}

/** An API key with its text, which is shown only once */
export interface NewApiKey {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  /** Id of the user whose permissions the key has; null when the user is gone */
  user_id: string | null;
  /** First characters of the key */
  prefix: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When it was last used (ISO 8601 UTC with milliseconds); null for never */
  last_used_at: string | null;
  /** When it stops working (ISO 8601 UTC with milliseconds); null for never */
  expires_at: string | null;
  /** The key; shown only once */
  key: string;
}

/** The lowest free address; it is not reserved */
export interface NextIp {
  /** The address */
  ip: string;
  /** Addresses that were passed over although nobody holds them: the first 20; present only where there are any */
  skipped?: SkippedAddress[] | undefined;
}

/** A free number of a VLAN group; it is not reserved */
export interface NextVid {
  /** The lowest number of the group that no VLAN has */
  vid: number;
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
  /** The program that a user authorized */
  client: OAuthGrantClient;
  /** Permissions of the program, limited to those that the user has at the time */
  scope: string[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** When the program last used it (ISO 8601 UTC with milliseconds); null for never */
  last_used_at: string | null;
  /** Expiry of the grant */
  expires_at: string;
}

/** The program that a user authorized */
export interface OAuthGrantClient {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** The client_id of the program */
  client_id: string;
  /** Name of the program */
  name: string;
}

/** Name of a host, with its source */
export interface ObservedNameInput {
  /** The name */
  text: string;
  /** Where the name comes from */
  source: "snmp" | "netbios" | "mdns" | "ptr-confirmed" | "certificate" | "ptr";
}

/** A service that was recognised, or only guessed from its port */
export interface ObservedServiceInput {
  /** Port number, 1–65535 */
  port: number;
  /** Protocol of the port */
  protocol: "tcp" | "udp";
  /** Name of the service */
  service: string;
  /** What it said of its version; empty when it did not say */
  version: string;
  /** Only concluded from the port */
  guessed?: boolean | undefined;
}

/** A permission that roles can contain */
export interface Permission {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name as required by operations */
  name: string;
  /** Resource, in the plural */
  resource: string;
  /** What it allows to do */
  action: string;
}

/** Changes that are reviewed before they are applied */
export interface Plan {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** What it is for */
  title: string;
  /** More about it */
  description: string;
  /** open: to be applied or rejected; failed: it can never be applied, see note; expired: nobody touched it for long */
  status: "open" | "applied" | "rejected" | "failed" | "expired";
  /** Calls that it makes, in their order */
  steps: PlannedStep[];
  /** What a plan does, all its steps together */
  effects: PlanEffects;
  /** The records of the effects, counted by type, action and changed fields */
  groups: PlanGroup[];
  /** SHA-256 of the steps and effects, 64 hexadecimal digits. Users and times are not part of it. Send it to apply the plan */
  digest: string;
  /** Whether applying the plan now would have other effects than it shows: refresh it then. Null if unknown, for a large plan after the inventory has changed: refresh it to find out */
  stale: boolean | null;
  /** Who made, refreshed, applied or rejected a plan */
  created_by: PlanPerson;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** Who refreshed it last; null as long as nobody has */
  refreshed_by: PlanPerson | null;
  /** When it was last refreshed; null as long as it is not */
  refreshed_at: string | null;
  /** Who applied it; null as long as nobody has */
  applied_by: PlanPerson | null;
  /** When it was applied; null as long as it is not */
  applied_at: string | null;
  /** Who rejected it; null as long as nobody has */
  rejected_by: PlanPerson | null;
  /** When it was rejected; null as long as it is not */
  rejected_at: string | null;
  /** Why it was rejected, or why it failed */
  note: string;
  /** Id of the change that it was applied as; null as long as it is not */
  change_id: string | null;
  /** Id of the change that it takes back; null for none */
  undoes: string | null;
}

/** What a plan does to one record */
export interface PlanEffect {
  /** What kind of record it is: `device`, `network` … */
  type: string;
  /** Id of the record; the ids of what is made are those that it will have */
  id: string;
  /** What the record is called: its name, or its address */
  name: string;
  /** What becomes of it, by all steps together */
  action: "create" | "update" | "delete";
  /** The record as it is; null if the plan creates it or is closed */
  before: Record<string, unknown> | null;
  /** The record as it will be; null if the plan deletes it or is closed */
  after: Record<string, unknown> | null;
}

/** A page of the effects of a plan */
export interface PlanEffectPage {
  /** SHA-256 of the steps and effects, 64 hexadecimal digits. Users and times are not part of it. Send it to apply the plan */
  digest: string;
  /** Effects on records, in the order of the plan */
  records: PlanEffect[];
  /** Value of `after` for the next page; null after the last */
  next: string | null;
  /** Conflicts that it opens; on the first page only */
  conflicts_opened: Conflict[];
  /** Conflicts that it closes; on the first page only */
  conflicts_closed: Conflict[];
  /** What else it comes to; on the first page only */
  warnings: string[];
}

/** What a plan does, all its steps together */
export interface PlanEffects {
  /** Records that it makes, changes and deletes, those that follow included */
  records: PlanEffect[];
  /** Conflicts that it opens */
  conflicts_opened: Conflict[];
  /** Conflicts that it closes */
  conflicts_closed: Conflict[];
  /** What else it comes to, such as pools that it fills */
  warnings: string[];
}

/** Records to which a plan does the same */
export interface PlanGroup {
  /** What kind of record it is: `device`, `network` … */
  type: string;
  /** What becomes of the records */
  action: "create" | "update" | "delete";
  /** Names of the fields that an update changes; none for other actions */
  fields: string[];
  /** Number of the records */
  count: number;
}

/** Who made, refreshed, applied or rejected a plan */
export interface PlanPerson {
  /** Id of the user; null for the program itself */
  user_id: string | null;
  /** Their name */
  username: string;
}

/** A plan as its reader asked for it */
export interface PlanReading {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** What it is for */
  title: string;
  /** More about it */
  description: string;
  /** open: to be applied or rejected; failed: it can never be applied, see note; expired: nobody touched it for long */
  status: "open" | "applied" | "rejected" | "failed" | "expired";
  /** Calls that it makes, in their order */
  steps: PlannedStep[];
  /** What it does; missing with `effects=false` */
  effects?: PlanEffects | undefined;
  /** The records of the effects, counted by type, action and changed fields */
  groups: PlanGroup[];
  /** SHA-256 of the steps and effects, 64 hexadecimal digits. Users and times are not part of it. Send it to apply the plan */
  digest: string;
  /** Whether applying the plan now would have other effects than it shows: refresh it then. Null if unknown, for a large plan after the inventory has changed: refresh it to find out */
  stale: boolean | null;
  /** Who made, refreshed, applied or rejected a plan */
  created_by: PlanPerson;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** Who refreshed it last; null as long as nobody has */
  refreshed_by: PlanPerson | null;
  /** When it was last refreshed; null as long as it is not */
  refreshed_at: string | null;
  /** Who applied it; null as long as nobody has */
  applied_by: PlanPerson | null;
  /** When it was applied; null as long as it is not */
  applied_at: string | null;
  /** Who rejected it; null as long as nobody has */
  rejected_by: PlanPerson | null;
  /** When it was rejected; null as long as it is not */
  rejected_at: string | null;
  /** Why it was rejected, or why it failed */
  note: string;
  /** Id of the change that it was applied as; null as long as it is not */
  change_id: string | null;
  /** Id of the change that it takes back; null for none */
  undoes: string | null;
}

/** A plan without its steps and what they do */
export interface PlanSummary {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** What it is for */
  title: string;
  /** More about it */
  description: string;
  /** open: to be applied or rejected; failed: it can never be applied, see note; expired: nobody touched it for long */
  status: "open" | "applied" | "rejected" | "failed" | "expired";
  /** Number of its steps */
  step_count: number;
  /** Number of the records that it makes, changes or deletes */
  record_count: number;
  /** Who made, refreshed, applied or rejected a plan */
  created_by: PlanPerson;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** Who refreshed it last; null as long as nobody has */
  refreshed_by: PlanPerson | null;
  /** When it was last refreshed; null as long as it is not */
  refreshed_at: string | null;
  /** Who applied it; null as long as nobody has */
  applied_by: PlanPerson | null;
  /** When it was applied; null as long as it is not */
  applied_at: string | null;
  /** Who rejected it; null as long as nobody has */
  rejected_by: PlanPerson | null;
  /** When it was rejected; null as long as it is not */
  rejected_at: string | null;
  /** Why it was rejected, or why it failed */
  note: string;
  /** Id of the change that it was applied as; null as long as it is not */
  change_id: string | null;
  /** Id of the change that it takes back; null for none */
  undoes: string | null;
}

/** One call among those that a plan makes */
export interface PlannedStep {
  /** operationId of a call that changes the inventory */
  operation: string;
  /** Parameters of its path and query, by name */
  params?: Record<string, string> | undefined;
  /** Its body. A text `$0.id`, here or among the parameters, is the id of what step 0 made */
  body?: Record<string, unknown> | undefined;
}

/** One call among those that a plan makes */
export interface PlannedStepInput {
  /** operationId of a call that changes the inventory */
  operation: string;
  /** Parameters of its path and query, by name */
  params?: Record<string, string> | undefined;
  /** Its body. A text `$0.id`, here or among the parameters, is the id of what step 0 made */
  body?: Record<string, unknown> | undefined;
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
  /** Seconds for which an address that was let go is not handed out again; 0 is at once */
  quarantine_seconds: number;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** A pool after a change, with the names of the fields that changed */
export interface PoolUpdatedData {
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
  /** Seconds for which an address that was let go is not handed out again; 0 is at once */
  quarantine_seconds: number;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
}

/** A pool whose utilization reached the threshold */
export interface PoolUtilizationHigh {
  /** Identifier (UUID version 7), made by the service */
  pool_id: string;
  /** Name of the pool */
  pool_name: string;
  /** Identifier (UUID version 7), made by the service */
  network_id: string;
  /** Percent used or held */
  utilization: number;
  /** Percent at which the event fires */
  threshold: number;
}

/** Devices that were made of what was discovered */
export interface PromotedDevices {
  /** The devices, in the order of the ids */
  devices: Device[];
}

/** Number of records of each kind; null where the caller may not list them */
export interface RecordCounts {
  /** Number of datacenters; null when the caller may not list them */
  datacenters: number | null;
  /** Number of networks; null when the caller may not list them */
  networks: number | null;
  /** Number of pools; null when the caller may not list them */
  pools: number | null;
  /** Number of devices; null when the caller may not list them */
  devices: number | null;
}

/** What a record is called, and what it is in */
export interface RecordName {
  /** Kind of record: network, pool, device, field or a declared kind */
  type: string;
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name of the record */
  name: string;
  /** Subnet of a network, range of a pool, host name of a device, location of a datacenter, kind of record of a custom field, first searched field beside the title of a record of a declared kind */
  detail: string;
  /** Network of a pool */
  network_id: string | null;
  /** Its name */
  network: string | null;
  /** Datacenter of a network, pool or device */
  datacenter_id: string | null;
  /** Its name; null also when the caller may not list datacenters */
  datacenter: string | null;
  /** Space of a network, its own or that of its datacenter, and of a pool's network */
  space_id: string | null;
  /** Its name; null also when the caller may not list spaces */
  space: string | null;
  /** The record that it is in; null where it is in none, and where the caller may not list records of that kind */
  within: RecordWithin | null;
}

/** A record that a change created, changed or deleted */
export interface RecordOfChangeInput {
  /** Type of the record */
  type: string;
  /** Id of the record; of a relationship `parent/child/type` */
  id: string;
}

/** A record that others are in */
export interface RecordWithin {
  /** Kind of record */
  type: string;
  /** Id of the record */
  id: string;
  /** Name of the record */
  name: string;
}

/** A directed relationship between two devices */
export interface Relationship {
  /** Identifier (UUID version 7), made by the service */
  parent_id: string;
  /** Identifier (UUID version 7), made by the service */
  child_id: string;
  /** What the parent is to the child */
  type: "contains" | "connected_to" | "depends_on";
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
}

/** The answer to a new relationship */
export interface RelationshipCreated {
  /** That it was made */
  status: "created";
}

/** A named set of permissions */
export interface Role {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  /** Built-in; cannot be changed or deleted */
  is_system: boolean;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** What the role allows */
  permissions: Permission[];
}

/** A role without its permissions */
export interface RoleSummary {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Name */
  name: string;
  /** Free text */
  description: string;
  /** Built-in; cannot be changed or deleted */
  is_system: boolean;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** What a scan can and cannot tell: counts of addresses */
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
  reasons: SkippedAddresses[];
  /** What limits the result */
  warnings: CoverageWarning[];
}

/** Something that was seen of one host */
export interface ScanObservationInput {
  /** Something that was seen of a host */
  kind: "observation";
  /** Address of the host, canonical */
  ip: string;
  /** What told of the host */
  evidence?: "arp" | "tcp-open" | "icmp" | "udp-reply" | "tcp-refused" | "udp-unreachable" | "lease" | "switch-table" | "router-table" | "arp-cached" | undefined;
  /** Why less is believed of the host */
  doubt?: "middlebox" | "proxy-arp" | undefined;
  /** Hardware address: six octets in lower case, joined by colons */
  macAddress?: string | undefined;
  /** Name of the host, with its source */
  name?: ObservedNameInput | undefined;
  /** Port of the switch that it is connected to, as the switch calls it */
  switchPort?: string | undefined;
  /** TCP ports that are open */
  openPorts?: number[] | undefined;
  /** Services that were recognised */
  services?: ObservedServiceInput[] | undefined;
  /** Operating system, as far as it can be told */
  osGuess?: string | undefined;
  /** Vendor of the hardware */
  vendor?: string | undefined;
}

/** Something that limits what the scan can tell */
export interface ScanWarningInput {
  /** Something that limits what the scan can tell */
  kind: "warning";
  /** What it is, as a code */
  code: "NEIGHBOUR_TABLE" | "FILE_DESCRIPTORS" | "LOCAL_ERRORS" | "TOOL" | "PROXY_ARP" | "MIDDLEBOX" | "WITNESS";
  /** The same in a sentence */
  message: string;
}

/** A record that a search over everything found; its type says which it is */
export type SearchResult = DeviceResult | NetworkResult | DatacenterResult | SpaceResult | VlanGroupResult | VlanResult;

/** What a search over everything found */
export interface SearchResults {
  /** Records whose address, CIDR or name equals the text, then the others: devices, networks and records of declared kinds, each best first */
  results: SearchResult[];
}

/** Something that is recorded and was seen otherwise */
export interface SeenDifference {
  /** What differs; address: the host answers at another address than the recorded one */
  field: "address" | "mac" | "hostname" | "switch_port";
  /** What is recorded */
  recorded: string;
  /** What was seen */
  seen: string;
}

/** Features of the service for the caller */
export interface ServiceConfig {
  /** Edition of the service */
  edition: "community";
  /** Version of the engine */
  version: string;
  /** Enabled features: discovery (a scanner), webhooks, mcp, oauth, and those of plugins */
  features: string[];
  /** Additional pages of plugins */
  nav_items: NavItem[];
  /** The caller, with the permissions of all roles of the caller */
  user: CurrentUser;
}

/** The user who signed in; the session itself is in the cookie */
export interface SignedIn {
  /** The caller, with the permissions of all roles of the caller */
  user: CurrentUser;
  /** ISO 8601 UTC with milliseconds */
  expires_at: string;
}

/** An address that was passed over although nobody holds it */
export interface SkippedAddress {
  /** The address */
  ip: string;
  /** seen: a host answered there lately; quarantined: it was let go a short while ago */
  reason: "quarantined" | "seen";
  /** When a host answered there last; present only where one did */
  last_seen?: string | undefined;
  /** When its quarantine ends; present only where it is in one */
  until?: string | undefined;
}

/** Addresses that were skipped for one reason */
export interface SkippedAddresses {
  /** Why they could not be probed, as a code */
  reason: string;
  /** Number of addresses */
  count: number;
}

/** A switch or router whose tables scans read, without its credentials */
export interface SnmpDevice {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** What it is called, first in switch_port: 1–255 characters after trimming */
  name: string;
  /** Free text */
  description: string;
  /** Id of the device of the inventory that it is, null for none */
  device_id: string | null;
  /** Id of the datacenter for whose networks it is read, unless it has networks of its own, null for none */
  datacenter_id: string | null;
  /** Networks for whose scans it is read; without any those of its datacenter, and without that every network */
  network_ids: string[];
  /** IPv4 or IPv6 address that is asked; responses from any other are ignored */
  address: string;
  /** UDP port, 1–65535 */
  port: number;
  /** Version of SNMP */
  version: "3" | "2c";
  /** Version 3: user (security name) */
  username: string;
  /** Version 3: authentication protocol */
  auth_protocol: "sha" | "sha224" | "sha256" | "sha384" | "sha512";
  /** Version 3: privacy protocol; aes256-cisco is AES-256 with the key extension of Cisco, none sends without encryption */
  priv_protocol: "none" | "aes" | "aes256" | "aes256-cisco";
  /** Version 3: context name; usually empty */
  context: string;
  /** False: it is not asked */
  enabled: boolean;
  /** When its community or keys last changed (ISO 8601 UTC with milliseconds) */
  credentials_changed_at: string;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** What a device told when it was asked */
export interface SnmpReading {
  /** What it calls itself (sysName); empty for nothing */
  name: string;
  /** What it says it is (sysDescr); empty for nothing */
  description: string;
  /** Interfaces */
  interfaces: number;
  /** Entries of its ARP and neighbour discovery tables */
  ip_neighbours: number;
  /** Hardware addresses of its bridge table */
  mac_addresses: number;
  /** Devices that it hears by LLDP */
  lldp_neighbours: number;
  /** Devices that it hears by CDP, those of LLDP among them */
  cdp_neighbours: number;
  /** Why not all could be read; null when all was */
  problem: string | null;
  /** Milliseconds that it took */
  duration_ms: number;
}

/** An address space (a VRF), which datacenters and networks may be in: in it, an address is unique */
export interface Space {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique among the spaces */
  name: string;
  /** Route distinguisher, as routers have it; any text */
  rd: string;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface SpaceBulkFilterInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of rd */
  rd?: string | undefined;
  /** Value of description */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many records may share */
export interface SpaceBulkSetInput {
  /** Route distinguisher, as routers have it; any text */
  rd?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** An address space that a search found */
export interface SpaceResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique among the spaces */
  name: string;
  /** Route distinguisher, as routers have it; any text */
  rd: string;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
  type: "space";
}

/** A neighbour that is no device of the inventory, as far as can be told */
export interface UnmatchedNeighbour {
  /** Name of the SNMP device that heard it */
  heard_by: string;
  /** Port at which it was heard */
  port: string;
  /** What it calls itself; empty for nothing */
  name: string;
  /** Its hardware addresses, as it says */
  macs: string[];
  /** Addresses at which it is managed, as it says */
  addresses: string[];
  /** Why no relationship is proposed */
  reason: string;
}

/** A person or program that signs in */
export interface User {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty or null for none */
  email: string;
  /** Full name */
  full_name: string;
  /** False: cannot sign in, and keys are disabled */
  is_active: boolean;
  /** Whether the user has the role admin */
  is_admin: boolean;
  /** Roles of the user, without their permissions */
  roles: RoleSummary[];
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** When the user last signed in (ISO 8601 UTC with milliseconds); null for never */
  last_login_at: string | null;
}

/** When a network or pool will be full if it grows as in the last 90 days */
export interface UtilizationForecast {
  /** When no address will be left (ISO 8601 UTC with milliseconds); null when that is more than 10 years away */
  full_at: string | null;
  /** Addresses a day by which it grows: the straight line that fits the last 90 days best */
  per_day: number;
}

/** How full a network or pool was, and when it will be full */
export interface UtilizationHistory {
  /** One a day, oldest first, and now; none of days on which no server ran */
  points: UtilizationPoint[];
  /** When it will be full; null when it does not grow, or is known for less than a day */
  forecast: UtilizationForecast | null;
}

/** How full a network or pool was at one time */
export interface UtilizationPoint {
  /** When it was so */
  at: string;
  /** Addresses that there were; a decimal string above 2^53 − 1 */
  total: number | string;
  /** Addresses that devices held, and of a pool those that were allocated, too; a decimal string above 2^53 − 1 */
  used: number | string;
  /** Percent used, two decimals */
  utilization: number;
}

/** A VLAN: a number and a name, which networks refer to */
export interface Vlan {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its number, unique in its group */
  vid: number;
  /** Its name; `VLAN` and the number by default */
  name: string;
  /** Id of its group, null for none */
  group_id: string | null;
  /** How far it is in use */
  status: "active" | "reserved" | "deprecated";
  /** Free text */
  description: string;
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface VlanBulkFilterInput {
  /** Value of vid */
  vid?: string | undefined;
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of group_id; `none` for records without it */
  group_id?: string | undefined;
  /** One or more values of status */
  status?: "active" | "reserved" | "deprecated" | ("active" | "reserved" | "deprecated")[] | undefined;
  /** Value of description, any case */
  description?: string | undefined;
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many records may share */
export interface VlanBulkSetInput {
  /** Its number, unique in its group */
  vid?: number | undefined;
  /** Id of its group, null for none */
  group_id?: string | null | undefined;
  /** How far it is in use */
  status?: "active" | "reserved" | "deprecated" | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** VLANs whose numbers are unique together: those of a datacenter, a space or a switch domain */
export interface VlanGroup {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique in its datacenter */
  name: string;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id: string | null;
  /** Id of the address space whose networks it numbers, null for none */
  space_id: string | null;
  /** Lowest number of its VLANs */
  min_vid: number;
  /** Highest number of its VLANs */
  max_vid: number;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
}

/** Filters of the list, at least one: the records that it shows */
export interface VlanGroupBulkFilterInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of datacenter_id; `none` for records without it */
  datacenter_id?: string | undefined;
  /** Value of space_id; `none` for records without it */
  space_id?: string | undefined;
  /** Value of min_vid */
  min_vid?: string | undefined;
  /** Value of max_vid */
  max_vid?: string | undefined;
  /** Value of description, any case */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
}

/** Fields that many records may share */
export interface VlanGroupBulkSetInput {
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space whose networks it numbers, null for none */
  space_id?: string | null | undefined;
  /** Lowest number of its VLANs */
  min_vid?: number | null | undefined;
  /** Highest number of its VLANs */
  max_vid?: number | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** A VLAN group that a search found */
export interface VlanGroupResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique in its datacenter */
  name: string;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id: string | null;
  /** Id of the address space whose networks it numbers, null for none */
  space_id: string | null;
  /** Lowest number of its VLANs */
  min_vid: number;
  /** Highest number of its VLANs */
  max_vid: number;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
  type: "vlan_group";
}

/** A VLAN that a search found */
export interface VlanResult {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its number, unique in its group */
  vid: number;
  /** Its name; `VLAN` and the number by default */
  name: string;
  /** Id of its group, null for none */
  group_id: string | null;
  /** How far it is in use */
  status: "active" | "reserved" | "deprecated";
  /** Free text */
  description: string;
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Kind of record */
  type: "vlan";
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
  /** False: nothing is sent */
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
  /** Id of the webhook */
  webhook_id: string;
  /** Name of the event */
  event: string;
  /** State of the delivery; success, failed and cancelled are final */
  status: "pending" | "retrying" | "success" | "failed" | "cancelled";
  /** Finished attempts */
  attempt_count: number;
  /** Time of the next attempt; null when finished */
  next_attempt_at: string | null;
  /** The body exactly as sent, but for what the caller may not read */
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
  /** Delivery of an event to a webhook */
  delivery: WebhookDelivery;
}

/** What `networks.list` takes: list networks. */
export interface NetworksListInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Only networks whose parent has this id; `none` for those that lie in no other */
  parent_id?: string | undefined;
  /** Only networks of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** VLAN id */
  vlan_id?: number | undefined;
  /** Id of a VLAN, or none */
  vlan?: string | undefined;
  /** Only networks of this status */
  status?: "container" | "active" | "reserved" | "deprecated" | undefined;
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Version of IP: 4 or 6 */
  family?: number | undefined;
  /** Only networks that contain this address or subnet, or are it */
  contains?: string | undefined;
  /** Only networks that lie in this subnet, or are it */
  within?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | "subnet" | "-subnet" | "vlan_id" | "-vlan_id" | "updated_at" | "-updated_at" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `networks.roots` takes: list the networks that lie in no other. */
export interface NetworksRootsInput {
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "subnet" | "-subnet" | "name" | "-name" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `networks.create` takes: create a network. */
export interface NetworksCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the VLAN, null for none */
  vlan?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** What the subnet is for; active unless given. A container only holds other networks */
  status?: "container" | "active" | "reserved" | "deprecated" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `networks.allocate` takes: create free networks inside a network. */
export interface NetworksAllocateInput {
  /** Prefix length, longer than that of the network */
  length: number;
  /** How many networks, all or none; 1 unless given */
  count?: number | null | undefined;
  /** Name, 1–255 characters after trimming */
  name: string;
  /** lowest, unless given: the start of the lowest of the smallest free blocks that hold it; sparse: the middle of the largest free block */
  strategy?: "lowest" | "sparse" | null | undefined;
  /** Request key: the same key gives the same networks again */
  key?: string | null | undefined;
  /** Id of the datacenter; that of the network around it unless given, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space; that of the network around it unless given, null for none */
  space_id?: string | null | undefined;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the VLAN, null for none */
  vlan?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** What the subnet is for; active unless given. A container only holds other networks */
  status?: "container" | "active" | "reserved" | "deprecated" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `networks.update` takes: change a network. */
export interface NetworksUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet?: string | undefined;
  /** VLAN id, 1–4094; 0 and null mean none */
  vlan_id?: number | null | undefined;
  /** Id of the VLAN, null for none */
  vlan?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** What the subnet is for; active unless given. A container only holds other networks */
  status?: "container" | "active" | "reserved" | "deprecated" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `networks.freePrefixes` takes: list the free prefixes of a network. */
export interface NetworksFreePrefixesInput {
  /** Prefix length of the subnets; without it the fewest ones that make up all that is free */
  length?: number | undefined;
  /** Most subnets, 1–1024; with a length 16 unless given, without one all of them */
  limit?: number | undefined;
}

/** What `networks.bulkUpdate` takes: change many networks. */
export interface NetworksBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: NetworkBulkFilterInput | undefined;
  /** Fields that the networks get; fields of one's own that are not named stay */
  set?: NetworkBulkSetInput | undefined;
  /** Tags that the records get, after those they have */
  add_tags?: string[] | undefined;
  /** Tags that the records lose */
  remove_tags?: string[] | undefined;
}

/** What `networks.bulkDelete` takes: delete many networks. */
export interface NetworksBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: NetworkBulkFilterInput | undefined;
}

/** What `networks.heatmap` takes: draw the heatmap of a network. */
export interface NetworksHeatmapInput {
  /** Folds the addresses into blocks of this prefix length */
  prefix?: number | undefined;
}

/** What `networks.nextIp` takes: show the lowest free address of a network. */
export interface NetworksNextIpInput {
  /** ignore: addresses where a host answered lately are taken all the same */
  evidence?: "ignore" | undefined;
}

/** What `networks.split` takes: plan to split a network. */
export interface NetworksSplitInput {
  /** Prefix length of the parts, of which there are 1024 at most */
  length: number;
}

/** What `networks.merge` takes: plan to merge networks. */
export interface NetworksMergeInput {
  /** Ids of the other networks, which together with this one are one subnet */
  network_ids: string[];
}

/** What `networks.resize` takes: plan to resize a network. */
export interface NetworksResizeInput {
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
}

/** What `networks.renumber` takes: plan to renumber a network. */
export interface NetworksRenumberInput {
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** Id of the address space to move it to, null for that of its datacenter; it stays in its own unless given */
  space_id?: string | null | undefined;
}

/** What `networks.history` takes: show the history of a network. */
export interface NetworksHistoryInput {
  /** true: also of what is or was inside, where you may read it: networks, pools, allocations, and devices that held one of its addresses */
  inside?: "true" | "false" | undefined;
}

/** What `networks.utilizationHistory` takes: show how full a network was, and when it will be full. */
export interface NetworksUtilizationHistoryInput {
  /** Only points not before this time (RFC 3339) */
  from?: string | undefined;
  /** Only points before this time (RFC 3339) */
  to?: string | undefined;
}

/** What `vlanGroups.allocate` takes: create VLANs with free numbers of a VLAN group. */
export interface VlanGroupsAllocateInput {
  /** The number; the lowest free one of the group by default */
  vid?: number | null | undefined;
  /** How many VLANs, all or none; 1 by default */
  count?: number | null | undefined;
  /** Request key: the same key gives the same VLANs again */
  key?: string | null | undefined;
  /** Its name; `VLAN` and the number by default */
  name?: string | null | undefined;
  /** How far it is in use. `"active"` unless given */
  status?: "active" | "reserved" | "deprecated" | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Tags */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `pools.list` takes: list the pools of a network. */
export interface PoolsListInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
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
  description?: string | null | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Seconds for which an address that was let go is not handed out again; 0 is at once. `0` unless given */
  quarantine_seconds?: number | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
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
  description?: string | null | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Seconds for which an address that was let go is not handed out again; 0 is at once */
  quarantine_seconds?: number | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
  /** Release the allocations that a smaller range leaves outside, in place of refusing it; false unless given */
  release_outside?: boolean | undefined;
}

/** What `pools.nextIp` takes: show the lowest free address of a pool. */
export interface PoolsNextIpInput {
  /** ignore: addresses where a host answered lately are taken all the same */
  evidence?: "ignore" | undefined;
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
  /** Purpose */
  note?: string | null | undefined;
  /** ignore: addresses where a host answered lately are taken all the same. The query may say it, too */
  evidence?: "ignore" | null | undefined;
}

/** What `pools.utilizationHistory` takes: show how full a pool was, and when it will be full. */
export interface PoolsUtilizationHistoryInput {
  /** Only points not before this time (RFC 3339) */
  from?: string | undefined;
  /** Only points before this time (RFC 3339) */
  to?: string | undefined;
}

/** What `allocations.forgetKey` takes: forget a request key. */
export interface AllocationsForgetKeyInput {
  /** Id of the pool that the key was used for */
  pool_id?: string | undefined;
  /** Id of the network that the key was used for, in place of pool_id */
  network_id?: string | undefined;
  /** Id of the VLAN group that the key was used for, in place of pool_id */
  vlan_group_id?: string | undefined;
}

/** What `addresses.get` takes: show what is known of an address. */
export interface AddressesGetInput {
  /** The address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one. Unless given, the one in which the address is held, allocated, seen or in a pool, else the one with a network around it */
  space_id?: string | undefined;
  /** Tells who held it at this instant (ISO 8601; a date is its beginning in UTC), and what else of today's had begun by then */
  at?: string | undefined;
  /** Most entries of the history, 1–1000; 100 unless given */
  limit?: number | undefined;
  /** Only entries of the history that began before this instant: the `from` of the last one of an answer */
  before?: string | undefined;
}

/** What `addresses.endQuarantine` takes: end the quarantine of an address. */
export interface AddressesEndQuarantineInput {
  /** The address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one. Unless given, the one in which the address is in quarantine */
  space_id?: string | undefined;
}

/** What `devices.list` takes: list devices. */
export interface DevicesListInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only devices of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only devices with an address in the network with this id */
  network_id?: string | undefined;
  /** Only devices with an address in the pool with this id */
  pool_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Only devices with an address of this MAC address, in any usual spelling */
  mac?: string | undefined;
  /** Only devices of this status */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | "created_at" | "-created_at" | "updated_at" | "-updated_at" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `devices.create` takes: create a device. */
export interface DevicesCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Host name */
  hostname?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Make and model */
  make_model?: string | null | undefined;
  /** Operating system */
  os?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | null | undefined;
  /** Where it is, for example a rack position */
  location?: string | null | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: AddressInput[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
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
  hostname?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Make and model */
  make_model?: string | null | undefined;
  /** Operating system */
  os?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** User name to sign in with */
  username?: string | null | undefined;
  /** Where it is, for example a rack position */
  location?: string | null | undefined;
  /** Life-cycle status; active unless given */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | "" | undefined;
  /** Tags, at most 100; duplicates are folded */
  tags?: string[] | null | undefined;
  /** Addresses of the device */
  addresses?: AddressInput[] | null | undefined;
  /** Domain names of the device */
  domains?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `devices.bulkUpdate` takes: change many devices. */
export interface DevicesBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: DeviceBulkFilterInput | undefined;
  /** Fields that the devices get; fields of one's own that are not named stay */
  set?: DeviceBulkSetInput | undefined;
  /** Tags that the records get, after those they have */
  add_tags?: string[] | undefined;
  /** Tags that the records lose */
  remove_tags?: string[] | undefined;
}

/** What `devices.bulkDelete` takes: delete many devices. */
export interface DevicesBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: DeviceBulkFilterInput | undefined;
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
  /** Only conflicts in this state */
  status?: "active" | "resolved" | "ignored" | undefined;
  /** Only conflicts of this type */
  type?: "duplicate_ip" | "overlapping_subnet" | "discovery_mismatch" | undefined;
}

/** What `conflicts.detect` takes: detect conflicts. */
export interface ConflictsDetectInput {
  /** Only conflicts of this type; all unless sent */
  type?: "duplicate_ip" | "overlapping_subnet" | "discovery_mismatch" | undefined;
}

/** What `conflicts.resolve` takes: resolve a conflict. */
export interface ConflictsResolveInput {
  /** The device that keeps the address: it is taken from the others, and allocations of it are released */
  keep_device_id?: string | null | undefined;
  /** Why, in your words */
  notes?: string | null | undefined;
}

/** What `conflicts.ignore` takes: ignore a conflict. */
export interface ConflictsIgnoreInput {
  /** Why, in your words */
  notes?: string | null | undefined;
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
  /** Only scans of the network with this id */
  network_id?: string | undefined;
  /** Only scans in this state */
  status?: "pending" | "running" | "completed" | "failed" | "cancelled" | undefined;
}

/** What `discoveredDevices.list` takes: list discovered devices. */
export interface DiscoveredDevicesListInput {
  /** Only those of the network with this id; required unless state is sent */
  network_id?: string | undefined;
  /** Only those in one of these reconciliation states, of all networks unless network_id is sent; repeat it or separate by commas */
  state?: "unknown" | "known" | "differs" | "ignored" | ("unknown" | "known" | "differs" | "ignored")[] | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "ip" | "-ip" | "last_seen" | "-last_seen" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `discoveredDevices.missing` takes: list missing addresses. */
export interface DiscoveredDevicesMissingInput {
  /** Only addresses in the network with this id */
  network_id?: string | undefined;
}

/** What `discoveredDevices.deleteOfNetwork` takes: delete the discovered devices of a network. */
export interface DiscoveredDevicesDeleteOfNetworkInput {
  /** Id of the network */
  network_id: string;
}

/** What `discoveredDevices.promote` takes: promote a discovered device. */
export interface DiscoveredDevicesPromoteInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** The vendor that was seen, unless sent */
  make_model?: string | null | undefined;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
  /** Make a device although another one holds the address or the MAC address already */
  force?: boolean | undefined;
}

/** What `discoveredDevices.promoteMany` takes: promote many discovered devices. */
export interface DiscoveredDevicesPromoteManyInput {
  /** Ids of the records, at most 1000 */
  ids: string[];
  /** mac: hosts of an address space with one MAC address become one device with several addresses, unless the MAC address is a group address, locally administered, or of a virtual router (VRRP, CARP, HSRP, GLBP) */
  group_by?: "mac" | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
  /** Make a device although another one holds the address or the MAC address already */
  force?: boolean | undefined;
}

/** What `discoveredDevices.link` takes: link a discovered device to a device. */
export interface DiscoveredDevicesLinkInput {
  /** Id of the device that gets the address */
  device_id: string;
}

/** What `discoveredDevices.accept` takes: accept what was seen of a device. */
export interface DiscoveredDevicesAcceptInput {
  /** What is taken over; all that differs unless given. What is named is taken over also where nothing is recorded: then it is no difference */
  fields?: ("address" | "mac" | "hostname" | "switch_port")[] | undefined;
}

/** What `discoveredDevices.ignore` takes: ignore a discovered device. */
export interface DiscoveredDevicesIgnoreInput {
  /** Why it is ignored */
  note?: string | null | undefined;
}

/** What `search.all` takes: search the whole inventory. */
export interface SearchAllInput {
  /** Text, address or CIDR to look for */
  q: string;
  /** Most records of each kind, 1–1000, the best ones; all by default */
  limit?: number | undefined;
}

/** What `names.find` takes: look up records by name, or names by id. */
export interface NamesFindInput {
  /** A name in any case, alone or after what it is in (fra1/office, red/office by its space, office/servers, /office for one in no datacenter); a subnet, a host name or an address */
  text?: string | undefined;
  /** Ids, at most 200, in place of text; repeat the parameter or separate by commas */
  id?: string | string[] | undefined;
  /** Kinds of record (network, pool, device, field and declared kinds); all that the caller may list unless given */
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
  /** Only devices of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only devices with an address in the network with this id */
  network_id?: string | undefined;
  /** Only devices with an address in the pool with this id */
  pool_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Only devices with an address of this MAC address, in any usual spelling */
  mac?: string | undefined;
  /** Only devices of this status */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Port of targets whose address has none */
  port?: number | undefined;
}

/** What `exports.ansible` takes: get devices as an inventory of Ansible. */
export interface ExportsAnsibleInput {
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only devices of the datacenter with this id */
  datacenter_id?: string | undefined;
  /** Only devices with an address in the network with this id */
  network_id?: string | undefined;
  /** Only devices with an address in the pool with this id */
  pool_id?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Only devices with an address of this MAC address, in any usual spelling */
  mac?: string | undefined;
  /** Only devices of this status */
  status?: "planned" | "active" | "maintenance" | "decommissioned" | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
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
  /** Id of a change: all that it did */
  change_id?: string | undefined;
  /** create, update, delete, login … */
  action?: string | undefined;
  /** Only what was done, or only what failed */
  status?: "success" | "failure" | undefined;
  /** http, library, mcp, cli … */
  source?: string | undefined;
  /** Not before this time (RFC 3339) */
  from?: string | undefined;
  /** Before this time (RFC 3339) */
  to?: string | undefined;
  /** Alias of from */
  start_time?: string | undefined;
  /** Alias of to */
  end_time?: string | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "timestamp" | "-timestamp" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
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
  /** Id of a change: all that it did */
  change_id?: string | undefined;
  /** create, update, delete, login … */
  action?: string | undefined;
  /** Only what was done, or only what failed */
  status?: "success" | "failure" | undefined;
  /** http, library, mcp, cli … */
  source?: string | undefined;
  /** Not before this time (RFC 3339) */
  from?: string | undefined;
  /** Before this time (RFC 3339) */
  to?: string | undefined;
  /** Alias of from */
  start_time?: string | undefined;
  /** Alias of to */
  end_time?: string | undefined;
  /** json unless given. `"json"` unless given */
  format?: "json" | "csv" | undefined;
}

/** What `import.apply` takes: apply the plan of an import. */
export interface ImportApplyInput {
  /** whole, unless given: everything or nothing; per_row: what can be applied is, and the rest is told. `"whole"` unless given */
  mode?: "whole" | "per_row" | undefined;
}

/** What `plans.list` takes: list plans. */
export interface PlansListInput {
  /** Only plans in this state */
  status?: "open" | "applied" | "rejected" | "failed" | "expired" | undefined;
  /** Only undos of this change */
  undoes?: string | undefined;
}

/** What `plans.create` takes: plan changes. */
export interface PlansCreateInput {
  /** What it is for, 1–255 characters after trimming */
  title: string;
  /** More about it, in your words */
  description?: string | null | undefined;
  /** Calls in their order, 1–1000 */
  steps: PlannedStepInput[];
}

/** What `plans.get` takes: get a plan. */
export interface PlansGetInput {
  /** false leaves them out */
  effects?: "true" | "false" | undefined;
}

/** What `plans.effects` takes: list the effects of a plan. */
export interface PlansEffectsInput {
  /** Only records of this type: `device`, `network` … */
  type?: string | undefined;
  /** Only records that the plan creates, updates or deletes */
  action?: "create" | "update" | "delete" | undefined;
  /** Only updates of this field */
  field?: string | undefined;
  /** Only effects of one group of the plan: its index in `groups`, from 0 */
  group?: number | undefined;
  /** Only records with this text in their name, in any case, or at the beginning of their id */
  q?: string | undefined;
  /** true: `before` and `after` of an applied plan, as long as the audit log has its change */
  images?: "true" | "false" | undefined;
  /** Most effects of the page, 1–1000; 100 unless given */
  limit?: number | undefined;
  /** `next` of the page before; the first page unless given */
  after?: string | undefined;
}

/** What `plans.reject` takes: reject a plan. */
export interface PlansRejectInput {
  /** Why, in your words */
  note?: string | null | undefined;
}

/** What `plans.apply` takes: apply a plan. */
export interface PlansApplyInput {
  /** `digest` of the reviewed plan: the call fails if the plan has other effects now. Required unless you created or last refreshed the plan, and always with PLAN_REVIEW=other */
  digest?: string | undefined;
}

/** What `changes.undo` takes: plan to take a change back. */
export interface ChangesUndoInput {
  /** Takes back the change of this record only; all records unless given */
  record?: RecordOfChangeInput | undefined;
}

/** What `manifest.get` takes: get the manifest of the operations. */
export interface ManifestGetInput {
  /** true: only the operations of declared kinds, with the types and errors that they name */
  declared?: "true" | "false" | undefined;
}

/** What `fields.list` takes: list custom fields. */
export interface FieldsListInput {
  /** Only fields of this kind of record */
  record?: string | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "record" | "-record" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `fields.create` takes: create a custom field. */
export interface FieldsCreateInput {
  /** Kind of record that has the field: datacenter, network, pool, device or a declared kind */
  record: string;
  /** Name in `fields` of records, in filters and in columns of files; unique in its kind of record */
  name: string;
  /** What people read; the name unless given */
  label?: string | null | undefined;
  /** Type of its values: a date is 2026-01-31, a url absolute with http or https */
  type: "text" | "number" | "boolean" | "date" | "choice" | "url";
  /** Values that a field of type choice may have, in the order in which they are offered */
  choices?: string[] | null | undefined;
  /** Whether new records must have a value, and none may be unset from now on. `false` unless given */
  required?: boolean | undefined;
  /** Whether no two records may have the same value. `false` unless given */
  unique?: boolean | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Its place among the fields of its kind of record, lowest first; after all others unless given */
  position?: number | undefined;
}

/** What `fields.update` takes: change a custom field. */
export interface FieldsUpdateInput {
  /** Kind of record that has the field: datacenter, network, pool, device or a declared kind */
  record?: string | undefined;
  /** Name in `fields` of records, in filters and in columns of files; unique in its kind of record */
  name?: string | undefined;
  /** What people read; the name unless given */
  label?: string | null | undefined;
  /** Type of its values: a date is 2026-01-31, a url absolute with http or https */
  type?: "text" | "number" | "boolean" | "date" | "choice" | "url" | undefined;
  /** Values that a field of type choice may have, in the order in which they are offered */
  choices?: string[] | null | undefined;
  /** Whether new records must have a value, and none may be unset from now on */
  required?: boolean | undefined;
  /** Whether no two records may have the same value */
  unique?: boolean | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Its place among the fields of its kind of record, lowest first; after all others unless given */
  position?: number | undefined;
}

/** What `fields.delete` takes: delete a custom field. */
export interface FieldsDeleteInput {
  /** drop: the values that records have go with the field; without it a field that holds values is refused */
  values?: "drop" | undefined;
}

/** What `datacenters.list` takes: list datacenters. */
export interface DatacentersListInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of location */
  location?: string | undefined;
  /** Only what is in this address space: the id of a space, `none` for the common one, or the id of a datacenter for its private one */
  space_id?: string | undefined;
  /** Value of description */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | "space_id" | "-space_id" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
  /** Fields of each record, in addition to its id; all fields by default */
  fields?: "id" | "name" | "location" | "space_id" | "description" | "created_at" | "updated_at" | ("id" | "name" | "location" | "space_id" | "description" | "created_at" | "updated_at")[] | undefined;
}

/** What `datacenters.create` takes: create a datacenter. */
export interface DatacentersCreateInput {
  /** Its name */
  name: string;
  /** Where it is */
  location?: string | null | undefined;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `datacenters.update` takes: change a datacenter. */
export interface DatacentersUpdateInput {
  /** Its name */
  name?: string | undefined;
  /** Where it is */
  location?: string | null | undefined;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `datacenters.bulkUpdate` takes: change many datacenters. */
export interface DatacentersBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: DatacenterBulkFilterInput | undefined;
  /** Fields that many records may share */
  set?: DatacenterBulkSetInput | undefined;
}

/** What `datacenters.bulkDelete` takes: delete many datacenters. */
export interface DatacentersBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: DatacenterBulkFilterInput | undefined;
}

/** What `datacenters.history` takes: show the history of a datacenter. */
export interface DatacentersHistoryInput {
  /** true: also of what is or was inside, where you may read it: devices and networks */
  inside?: "true" | "false" | undefined;
}

/** What `spaces.list` takes: list address spaces. */
export interface SpacesListInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of rd */
  rd?: string | undefined;
  /** Value of description */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
  /** Fields of each record, in addition to its id; all fields by default */
  fields?: "id" | "name" | "rd" | "description" | "created_at" | "updated_at" | ("id" | "name" | "rd" | "description" | "created_at" | "updated_at")[] | undefined;
}

/** What `spaces.create` takes: create an address space. */
export interface SpacesCreateInput {
  /** Its name, unique among the spaces */
  name: string;
  /** Route distinguisher, as routers have it; any text */
  rd?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `spaces.update` takes: change an address space. */
export interface SpacesUpdateInput {
  /** Its name, unique among the spaces */
  name?: string | undefined;
  /** Route distinguisher, as routers have it; any text */
  rd?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `spaces.bulkUpdate` takes: change many address spaces. */
export interface SpacesBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: SpaceBulkFilterInput | undefined;
  /** Fields that many records may share */
  set?: SpaceBulkSetInput | undefined;
}

/** What `spaces.bulkDelete` takes: delete many address spaces. */
export interface SpacesBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: SpaceBulkFilterInput | undefined;
}

/** What `vlanGroups.list` takes: list VLAN groups. */
export interface VlanGroupsListInput {
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of datacenter_id; `none` for records without it */
  datacenter_id?: string | undefined;
  /** Value of space_id; `none` for records without it */
  space_id?: string | undefined;
  /** Value of min_vid */
  min_vid?: string | undefined;
  /** Value of max_vid */
  max_vid?: string | undefined;
  /** Value of description, any case */
  description?: string | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | "datacenter_id" | "-datacenter_id" | "space_id" | "-space_id" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
  /** Fields of each record, in addition to its id; all fields by default */
  fields?: "id" | "name" | "datacenter_id" | "space_id" | "min_vid" | "max_vid" | "description" | "created_at" | "updated_at" | ("id" | "name" | "datacenter_id" | "space_id" | "min_vid" | "max_vid" | "description" | "created_at" | "updated_at")[] | undefined;
}

/** What `vlanGroups.create` takes: create a VLAN group. */
export interface VlanGroupsCreateInput {
  /** Its name, unique in its datacenter */
  name: string;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space whose networks it numbers, null for none */
  space_id?: string | null | undefined;
  /** Lowest number of its VLANs. `1` unless given */
  min_vid?: number | null | undefined;
  /** Highest number of its VLANs. `4094` unless given */
  max_vid?: number | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `vlanGroups.update` takes: change a VLAN group. */
export interface VlanGroupsUpdateInput {
  /** Its name, unique in its datacenter */
  name?: string | undefined;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space whose networks it numbers, null for none */
  space_id?: string | null | undefined;
  /** Lowest number of its VLANs */
  min_vid?: number | null | undefined;
  /** Highest number of its VLANs */
  max_vid?: number | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `vlanGroups.delete` takes: delete a VLAN group. */
export interface VlanGroupsDeleteInput {
  /** `delete` deletes the VLANs of the VLAN group, too; without it they refuse the deletion */
  vlans?: "delete" | undefined;
}

/** What `vlanGroups.bulkUpdate` takes: change many VLAN groups. */
export interface VlanGroupsBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: VlanGroupBulkFilterInput | undefined;
  /** Fields that many records may share */
  set?: VlanGroupBulkSetInput | undefined;
}

/** What `vlanGroups.bulkDelete` takes: delete many VLAN groups. */
export interface VlanGroupsBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: VlanGroupBulkFilterInput | undefined;
}

/** What `vlans.list` takes: list VLANs. */
export interface VlansListInput {
  /** Value of vid */
  vid?: string | undefined;
  /** Part of the name, any case */
  name?: string | undefined;
  /** Value of group_id; `none` for records without it */
  group_id?: string | undefined;
  /** One or more values of status */
  status?: "active" | "reserved" | "deprecated" | ("active" | "reserved" | "deprecated")[] | undefined;
  /** Value of description, any case */
  description?: string | undefined;
  /** Tags that a record must all carry; repeat the parameter or separate by commas */
  tags?: string | string[] | undefined;
  /** Only records with all of these values of custom fields, by field name */
  field?: Record<string, string | number | boolean> | undefined;
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "vid" | "-vid" | "name" | "-name" | "group_id" | "-group_id" | "status" | "-status" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
  /** Fields of each record, in addition to its id; all fields by default */
  fields?: "id" | "vid" | "name" | "group_id" | "status" | "description" | "tags" | "created_at" | "updated_at" | ("id" | "vid" | "name" | "group_id" | "status" | "description" | "tags" | "created_at" | "updated_at")[] | undefined;
}

/** What `vlans.create` takes: create a VLAN. */
export interface VlansCreateInput {
  /** Its number, unique in its group */
  vid: number;
  /** Its name; `VLAN` and the number by default */
  name?: string | null | undefined;
  /** Id of its group, null for none */
  group_id?: string | null | undefined;
  /** How far it is in use. `"active"` unless given */
  status?: "active" | "reserved" | "deprecated" | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Tags */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `vlans.update` takes: change a VLAN. */
export interface VlansUpdateInput {
  /** Its number, unique in its group */
  vid?: number | undefined;
  /** Its name; `VLAN` and the number by default */
  name?: string | null | undefined;
  /** Id of its group, null for none */
  group_id?: string | null | undefined;
  /** How far it is in use */
  status?: "active" | "reserved" | "deprecated" | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Tags */
  tags?: string[] | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
}

/** What `vlans.bulkUpdate` takes: change many VLANs. */
export interface VlansBulkUpdateInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: VlanBulkFilterInput | undefined;
  /** Fields that many records may share */
  set?: VlanBulkSetInput | undefined;
  /** Tags that the records get, after those they have */
  add_tags?: string[] | undefined;
  /** Tags that the records lose */
  remove_tags?: string[] | undefined;
}

/** What `vlans.bulkDelete` takes: delete many VLANs. */
export interface VlansBulkDeleteInput {
  /** Ids of the records, at most 10000 */
  ids?: string[] | undefined;
  /** Filters of the list, at least one: the records that it shows */
  filter?: VlanBulkFilterInput | undefined;
}

/** What `discoveryRules.list` takes: list discovery rules. */
export interface DiscoveryRulesListInput {
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "created_at" | "-created_at" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
}

/** What `discoveryRules.create` takes: create a discovery rule. */
export interface DiscoveryRulesCreateInput {
  /** Id of the network that is scanned */
  network_id: string;
  /** False: it starts no scans. `true` unless given */
  enabled?: boolean | null | undefined;
  /** quick: which hosts are there; full: ports and system; deep: services. `"quick"` unless given */
  scan_type?: "quick" | "full" | "deep" | undefined;
  /** Hours from one start to the next, 24 unless there is a schedule; giving it ends the schedule */
  interval_hours?: number | null | undefined;
  /** Times at which it starts, in place of an interval: minute, hour, day of month, month and day of week, as cron writes them; empty for none */
  schedule?: string | null | undefined;
  /** Time zone of the schedule, by its name in the IANA database; UTC unless given, empty without a schedule */
  timezone?: string | null | undefined;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips?: string | null | undefined;
}

/** What `discoveryRules.update` takes: change a discovery rule. */
export interface DiscoveryRulesUpdateInput {
  /** Id of the network that is scanned */
  network_id?: string | undefined;
  /** False: it starts no scans */
  enabled?: boolean | null | undefined;
  /** quick: which hosts are there; full: ports and system; deep: services */
  scan_type?: "quick" | "full" | "deep" | undefined;
  /** Hours from one start to the next, 24 unless there is a schedule; giving it ends the schedule */
  interval_hours?: number | null | undefined;
  /** Times at which it starts, in place of an interval: minute, hour, day of month, month and day of week, as cron writes them; empty for none */
  schedule?: string | null | undefined;
  /** Time zone of the schedule, by its name in the IANA database; UTC unless given, empty without a schedule */
  timezone?: string | null | undefined;
  /** Addresses that receive no packet: ranges first-last, single addresses and CIDRs, separated by commas */
  exclude_ips?: string | null | undefined;
}

/** What `auth.login` takes: sign in. */
export interface AuthLoginInput {
  /** Name of the user, in any case */
  username: string;
  /** The password */
  password: string;
}

/** What `auth.bootstrap` takes: create the first administrator. */
export interface AuthBootstrapInput {
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty or null for none */
  email?: string | null | undefined;
  /** Full name */
  full_name?: string | null | undefined;
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
  description?: string | null | undefined;
  /** Expiry of the key; null for never */
  expires_at?: string | null | undefined;
  /** Id of the user whose permissions the key has; default is the caller, null for none */
  user_id?: string | null | undefined;
}

/** What `users.list` takes: list users. */
export interface UsersListInput {
  /** Only users whose user name contains this text, in any case */
  username?: string | undefined;
  /** Only users whose email address contains this text, in any case */
  email?: string | undefined;
  /** Only active or only deactivated users */
  is_active?: "true" | "false" | undefined;
  /** Only administrators, or only others */
  is_admin?: "true" | "false" | undefined;
}

/** What `users.create` takes: create a user. */
export interface UsersCreateInput {
  /** Unique, case-insensitive */
  username: string;
  /** Unique, case-insensitive; empty or null for none */
  email?: string | null | undefined;
  /** Full name */
  full_name?: string | null | undefined;
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
  /** Unique, case-insensitive; empty or null for none */
  email?: string | null | undefined;
  /** Full name */
  full_name?: string | null | undefined;
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
  role?: string | null | undefined;
}

/** What `users.revokeRole` takes: remove a role from a user. */
export interface UsersRevokeRoleInput {
  /** Id of the user */
  user_id: string;
  /** Id of the role, null for none */
  role_id?: string | null | undefined;
  /** Name of the role, instead of role_id */
  role?: string | null | undefined;
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

/** What `roles.list` takes: list roles. */
export interface RolesListInput {
  /** Only roles whose name contains this text, in any case */
  name?: string | undefined;
  /** Only system roles, or only others */
  is_system?: "true" | "false" | undefined;
}

/** What `roles.create` takes: create a role. */
export interface RolesCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Free text */
  description?: string | null | undefined;
  /** Names or ids of permissions */
  permissions?: (string | NamedPermissionInput)[] | null | undefined;
}

/** What `roles.update` takes: change a role. */
export interface RolesUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Names or ids of permissions */
  permissions?: (string | NamedPermissionInput)[] | null | undefined;
}

/** What `permissions.list` takes: list permissions. */
export interface PermissionsListInput {
  /** Only permissions of this resource */
  resource?: string | undefined;
  /** Only permissions of this action */
  action?: string | undefined;
}

/** What `leaseSources.list` takes: list lease sources. */
export interface LeaseSourcesListInput {
  /** Maximum number of records, 1–10,000 */
  limit?: number | undefined;
  /** Cursor of the next page, from the header X-Service-Next of the page before; with the same sort */
  after?: string | undefined;
  /** Field to sort by, with - before it for descending order; ties are sorted by id */
  sort?: "name" | "-name" | "type" | "-type" | "datacenter_id" | "-datacenter_id" | undefined;
  /** If true, the header X-Service-Count is the number of all records that the filter matches */
  count?: boolean | undefined;
  /** Fields of each record, in addition to its id; all fields by default */
  fields?: "id" | "name" | "type" | "path" | "url" | "username" | "network_ids" | "datacenter_id" | "interval_minutes" | "enabled" | "has_password" | "last_read_at" | "last_error" | "lease_count" | "outside_count" | "unread_count" | "next_read_at" | "created_at" | "updated_at" | ("id" | "name" | "type" | "path" | "url" | "username" | "network_ids" | "datacenter_id" | "interval_minutes" | "enabled" | "has_password" | "last_read_at" | "last_error" | "lease_count" | "outside_count" | "unread_count" | "next_read_at" | "created_at" | "updated_at")[] | undefined;
}

/** What `leaseSources.create` takes: create a lease source. */
export interface LeaseSourcesCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** dnsmasq: the lease file of dnsmasq; kea-memfile: a lease file of Kea; kea-api: Kea's control agent, or the HTTP interface of its servers; isc-dhcpd: dhcpd.leases */
  type: "dnsmasq" | "kea-memfile" | "kea-api" | "isc-dhcpd";
  /** Absolute path of the lease file, in a folder that its reader may read: DISCOVERY_LEASE_PATHS of a server, --lease-paths of an agent */
  path?: string | null | undefined;
  /** URL of the control agent, for kea-api, without path and query */
  url?: string | null | undefined;
  /** User name for the control agent (basic authentication) */
  username?: string | null | undefined;
  /** Ids of the networks whose leases are taken, with the networks within them */
  network_ids?: string[] | null | undefined;
  /** Id of the datacenter whose agent reads it, at its site, and no server; null for one that servers read. `null` unless given */
  datacenter_id?: string | null | undefined;
  /** Minutes from one reading to the next. `5` unless given */
  interval_minutes?: number | undefined;
  /** False: it is read only when it is asked for. `true` unless given */
  enabled?: boolean | undefined;
  /** Password for the control agent. Never returned; empty for none */
  password?: string | null | undefined;
}

/** What `leaseSources.update` takes: change a lease source. */
export interface LeaseSourcesUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** dnsmasq: the lease file of dnsmasq; kea-memfile: a lease file of Kea; kea-api: Kea's control agent, or the HTTP interface of its servers; isc-dhcpd: dhcpd.leases */
  type?: "dnsmasq" | "kea-memfile" | "kea-api" | "isc-dhcpd" | undefined;
  /** Absolute path of the lease file, in a folder that its reader may read: DISCOVERY_LEASE_PATHS of a server, --lease-paths of an agent */
  path?: string | null | undefined;
  /** URL of the control agent, for kea-api, without path and query */
  url?: string | null | undefined;
  /** User name for the control agent (basic authentication) */
  username?: string | null | undefined;
  /** Ids of the networks whose leases are taken, with the networks within them */
  network_ids?: string[] | null | undefined;
  /** Id of the datacenter whose agent reads it, at its site, and no server; null for one that servers read */
  datacenter_id?: string | null | undefined;
  /** Minutes from one reading to the next */
  interval_minutes?: number | undefined;
  /** False: it is read only when it is asked for */
  enabled?: boolean | undefined;
  /** Password for the control agent. Never returned; empty for none */
  password?: string | null | undefined;
}

/** What `agents.create` takes: register an agent. */
export interface AgentsCreateInput {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Ids of the networks that are scanned by this agent, and nowhere else */
  network_ids?: string[] | null | undefined;
  /** Ids of datacenters whose networks are scanned by this agent, unless another one serves the network */
  datacenter_ids?: string[] | null | undefined;
  /** Free labels, by name */
  labels?: Record<string, string> | null | undefined;
}

/** What `agents.update` takes: change an agent. */
export interface AgentsUpdateInput {
  /** Name, 1–255 characters after trimming */
  name?: string | undefined;
  /** Ids of the networks that are scanned by this agent, and nowhere else */
  network_ids?: string[] | null | undefined;
  /** Ids of datacenters whose networks are scanned by this agent, unless another one serves the network */
  datacenter_ids?: string[] | null | undefined;
  /** Free labels, by name */
  labels?: Record<string, string> | null | undefined;
}

/** What `agentWork.next` takes: ask for work. */
export interface AgentWorkNextInput {
  /** Identifier of the process, which it keeps when it starts again on the same machine */
  instance: string;
  /** Version of the agent */
  version?: string | null | undefined;
  /** Ids of the scanners that work there */
  scanners?: string[] | null | undefined;
  /** Addresses of the machine itself, which are not scanned */
  addresses?: string[] | null | undefined;
  /** Scans that the process runs: it is told which of them to stop */
  running?: HeldScanInput[] | null | undefined;
  /** Whether it takes another scan. `true` unless given */
  wants?: boolean | undefined;
  /** Whether it takes a lease source to read. `false` unless given */
  reads_leases?: boolean | undefined;
  /** Seconds that the answer may wait for work. `25` unless given */
  wait_seconds?: number | undefined;
}

/** What `agentWork.report` takes: report what a scan saw. */
export interface AgentWorkReportInput {
  /** What the process was given with the scan: proof that it runs it */
  lease: string;
  /** Number of the batch, from 1 on: one that is sent again is taken once */
  number: number;
  /** Id of the scanner that runs it */
  scanner: string;
  /** All that was seen of some hosts: those of one host are in one batch, so that batches may come in any order. `[]` unless given */
  reports?: AgentScanReportInput[] | undefined;
}

/** What `agentWork.end` takes: end a scan. */
export interface AgentWorkEndInput {
  /** What the process was given with the scan: proof that it runs it */
  lease: string;
  /** released: this process stops, another one of the agent may go on */
  outcome: "completed" | "failed" | "released";
  /** How many batches were sent, for completed. `0` unless given */
  batches?: number | undefined;
  /** Why it failed */
  reason?: string | null | undefined;
}

/** What `agentLeases.report` takes: report leases. */
export interface AgentLeasesReportInput {
  /** What the process was given with the source: proof that it reads it */
  claim: string;
  /** Number of the batch, from 1 on: one that is sent again is taken once */
  number: number;
  /** The last address before this part; null for the first. `null` unless given */
  after?: string | null | undefined;
  /** The last address of this part; null for the last part. `null` unless given */
  up_to?: string | null | undefined;
  /** All leases of the part: what was known of it before and is not here is over. `[]` unless given */
  leases?: AgentLeaseInput[] | undefined;
}

/** What `agentLeases.end` takes: end the reading of a lease source. */
export interface AgentLeasesEndInput {
  /** What the process was given with the source: proof that it reads it */
  claim: string;
  /** How many batches were sent. `0` unless given */
  batches?: number | undefined;
  /** Leases in all of them. `0` unless given */
  leases?: number | undefined;
  /** Entries that could not be read. `0` unless given */
  unread?: number | undefined;
  /** Why it could not be read; empty when it was */
  error?: string | null | undefined;
}

/** What `snmpDevices.create` takes: list a switch or router for scans. */
export interface SnmpDevicesCreateInput {
  /** What it is called, first in switch_port: 1–255 characters after trimming */
  name: string;
  /** Free text */
  description?: string | null | undefined;
  /** Id of the device of the inventory that it is, null for none */
  device_id?: string | null | undefined;
  /** Id of the datacenter for whose networks it is read, unless it has networks of its own, null for none */
  datacenter_id?: string | null | undefined;
  /** Networks for whose scans it is read; without any those of its datacenter, and without that every network */
  network_ids?: string[] | null | undefined;
  /** IPv4 or IPv6 address that is asked; responses from any other are ignored */
  address: string;
  /** UDP port, 1–65535. `161` unless given */
  port?: number | undefined;
  /** Version of SNMP. `"2c"` unless given */
  version?: "3" | "2c" | undefined;
  /** Version 3: user (security name) */
  username?: string | null | undefined;
  /** Version 3: authentication protocol. `"sha256"` unless given */
  auth_protocol?: "sha" | "sha224" | "sha256" | "sha384" | "sha512" | undefined;
  /** Version 3: privacy protocol; aes256-cisco is AES-256 with the key extension of Cisco, none sends without encryption. `"aes"` unless given */
  priv_protocol?: "none" | "aes" | "aes256" | "aes256-cisco" | undefined;
  /** Version 3: context name; usually empty */
  context?: string | null | undefined;
  /** False: it is not asked. `true` unless given */
  enabled?: boolean | undefined;
  /** Version 2c: community. Never returned */
  community?: string | null | undefined;
  /** Version 3: authentication pass phrase, at least 8 characters. Never returned */
  auth_key?: string | null | undefined;
  /** Version 3: privacy pass phrase, at least 8 characters. Never returned */
  priv_key?: string | null | undefined;
}

/** What `snmpDevices.update` takes: update an SNMP device. */
export interface SnmpDevicesUpdateInput {
  /** What it is called, first in switch_port: 1–255 characters after trimming */
  name?: string | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Id of the device of the inventory that it is, null for none */
  device_id?: string | null | undefined;
  /** Id of the datacenter for whose networks it is read, unless it has networks of its own, null for none */
  datacenter_id?: string | null | undefined;
  /** Networks for whose scans it is read; without any those of its datacenter, and without that every network */
  network_ids?: string[] | null | undefined;
  /** IPv4 or IPv6 address that is asked; responses from any other are ignored */
  address?: string | undefined;
  /** UDP port, 1–65535 */
  port?: number | undefined;
  /** Version of SNMP */
  version?: "3" | "2c" | undefined;
  /** Version 3: user (security name) */
  username?: string | null | undefined;
  /** Version 3: authentication protocol */
  auth_protocol?: "sha" | "sha224" | "sha256" | "sha384" | "sha512" | undefined;
  /** Version 3: privacy protocol; aes256-cisco is AES-256 with the key extension of Cisco, none sends without encryption */
  priv_protocol?: "none" | "aes" | "aes256" | "aes256-cisco" | undefined;
  /** Version 3: context name; usually empty */
  context?: string | null | undefined;
  /** False: it is not asked */
  enabled?: boolean | undefined;
  /** Version 2c: community. Never returned */
  community?: string | null | undefined;
  /** Version 3: authentication pass phrase, at least 8 characters. Never returned */
  auth_key?: string | null | undefined;
  /** Version 3: privacy pass phrase, at least 8 characters. Never returned */
  priv_key?: string | null | undefined;
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
  description?: string | null | undefined;
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
  secret?: string | null | undefined;
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
  description?: string | null | undefined;
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
  secret?: string | null | undefined;
  /** Timeout of an attempt in seconds */
  timeout_seconds?: number | undefined;
  /** Retries after the first attempt, after 1 m, 5 m, 15 m, 1 h and 6 h */
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
   * List the devices of a datacenter.
   *
   * `GET /api/datacenters/{id}/devices`, needs `device:list`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  devices(datacenterId: string, options?: CallOptions): RecordList<Device>;
  /**
   * List datacenters.
   * Read by page with `page()`; sorted by name, space_id.
   *
   * `GET /api/datacenters`, needs `datacenter:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: DatacentersListInput, options?: CallOptions): PagedRecordList<Datacenter>;
  /**
   * Create a datacenter.
   *
   * `POST /api/datacenters`, needs `datacenter:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: DatacentersCreateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Get a datacenter.
   *
   * `GET /api/datacenters/{id}`, needs `datacenter:read`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(datacenterId: string, options?: CallOptions): Promise<Datacenter>;
  /**
   * Change a datacenter. Only the keys sent change; a list that is sent replaces the list.
   *
   * `PUT /api/datacenters/{id}`, needs `datacenter:update`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(datacenterId: string, input?: DatacentersUpdateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Delete a datacenter. Networks and devices of the datacenter stay, with an empty datacenter_id.
   *
   * `DELETE /api/datacenters/{id}`, needs `datacenter:delete`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(datacenterId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many datacenters. All or none, at most 10,000: the datacenters with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/datacenters/bulk-update`, needs `datacenter:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: DatacentersBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many datacenters. All or none, at most 10,000: the datacenters with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/datacenters/bulk-delete`, needs `datacenter:delete`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: DatacentersBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a datacenter. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/datacenters/{id}/history`, needs `datacenter:read`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(datacenterId: string, filter?: DatacentersHistoryInput, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `networks.…`. */
export interface NetworksOperations {
  /**
   * List networks.
   * Read by page with `page()`; sorted by name, subnet, vlan_id, updated_at.
   *
   * `GET /api/networks`, needs `network:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: NetworksListInput, options?: CallOptions): PagedRecordList<Network>;
  /**
   * List the networks that lie in no other. Sorted by address by default. Each has its utilization and the number of its children: the first level of the tree.
   * Read by page with `page()`; sorted by subnet, name.
   *
   * `GET /api/networks/roots`, needs `network:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  roots(filter?: NetworksRootsInput, options?: CallOptions): PagedRecordList<NetworkChild>;
  /**
   * Create a network. Addresses that no network contained so far are linked to it.
   *
   * `POST /api/networks`, needs `network:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: NetworksCreateInput, options?: CallOptions): Promise<Network>;
  /**
   * Create many networks. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * `POST /api/networks/bulk`, needs `network:create`.
   * @throws BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  createMany(items: GivenItems<NetworksCreateInput>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Create free networks inside a network. Networks of the prefix length that is asked for, all or none, where no network, pool or address is. They are in the space and datacenter of this network unless given. The same key, or Idempotency-Key header, gives the same networks again, and is refused when one of them was deleted since.
   *
   * `POST /api/networks/{id}/networks`, needs `network:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, PREFIX_NOT_AVAILABLE, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  allocate(networkId: string, input: NetworksAllocateInput, options?: CallOptions): Promise<AllocatedNetworks>;
  /**
   * Get a network.
   *
   * `GET /api/networks/{id}`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(networkId: string, options?: CallOptions): Promise<Network>;
  /**
   * List the networks that lie in a network. Those whose parent it is, by address, each with how full it is and how many networks lie in it.
   *
   * `GET /api/networks/{id}/children`, needs `network:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  children(networkId: string, options?: CallOptions): RecordList<NetworkChild>;
  /**
   * Change a network. A network that moves to another datacenter takes its addresses and allocations along; a new subnet must hold its pools.
   *
   * `PUT /api/networks/{id}`, needs `network:update`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(networkId: string, input?: NetworksUpdateInput, options?: CallOptions): Promise<Network>;
  /**
   * Delete a network. Pools and allocations go with it; addresses of devices stay, without a network.
   *
   * `DELETE /api/networks/{id}`, needs `network:delete`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(networkId: string, options?: CallOptions): Promise<void>;
  /**
   * Show how full each network is. All networks in one answer, in the order of the list of networks.
   *
   * `GET /api/networks/utilization`, needs `network:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  utilizations(options?: CallOptions): RecordList<NetworkUtilization>;
  /**
   * Show how full a network is.
   *
   * `GET /api/networks/{id}/utilization`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  utilization(networkId: string, options?: CallOptions): Promise<NetworkUtilization>;
  /**
   * List the free prefixes of a network. Without a length the fewest subnets that make up all that is free, with one the first of that length. Free is what lies in no network inside it and in none of its pools, and is neither held by a device nor allocated. Reserves nothing.
   *
   * `GET /api/networks/{id}/free-prefixes`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  freePrefixes(networkId: string, filter?: NetworksFreePrefixesInput, options?: CallOptions): RecordList<FreePrefix>;
  /**
   * Change many networks. All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must be given. Names and subnets are each one's own, and are not set here.
   *
   * `POST /api/networks/bulk-update`, needs `network:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: NetworksBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many networks. All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must be given. Their pools and allocations go with them; addresses stay, unlinked.
   *
   * `POST /api/networks/bulk-delete`, needs `network:delete`.
   * @throws BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: NetworksBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * List the devices of a network.
   *
   * `GET /api/networks/{id}/devices`, needs `device:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  devices(networkId: string, options?: CallOptions): RecordList<Device>;
  /**
   * Draw the heatmap of a network. An entry for each address, whether it lies in a pool or not; networks of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * `GET /api/networks/{id}/heatmap`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  heatmap(networkId: string, filter?: NetworksHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Show the lowest free address of a network. Whether it lies in a pool or not. Reserves nothing: two callers get the same address. To reserve one, allocate it from a pool. Addresses where a host answered lately, and those in quarantine, are passed over; skipped says which.
   *
   * `GET /api/networks/{id}/next-ip`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  nextIp(networkId: string, filter?: NetworksNextIpInput, options?: CallOptions): Promise<NextIp>;
  /**
   * Plan to split a network. Answers a plan; nothing changes before it is applied. The network stays, as the container of its parts; pools, allocations and addresses go to the part that has them. A network that is such a part already is kept as that.
   *
   * `POST /api/networks/{id}/split`, needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  split(networkId: string, input: NetworksSplitInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to merge networks. Answers a plan; nothing changes before it is applied. This network becomes the subnet that all of them make up, and gets what the others have; they go. They must be whole parts of one subnet, in one address space.
   *
   * `POST /api/networks/{id}/merge`, needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  merge(networkId: string, input: NetworksMergeInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to resize a network. Answers a plan; nothing changes before it is applied. The subnet contains that of the network or lies in it. It must hold the pools of the network; addresses of devices outside lose their link, which the plan shows.
   *
   * `POST /api/networks/{id}/resize`, needs `plan:create` and `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  resize(networkId: string, input: NetworksResizeInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to renumber a network. Answers a plan; nothing changes before it is applied. The network moves to a subnet of the same size, or to another address space, and takes along the networks inside it, pools, allocations and addresses of devices, each at its place. What holds the new addresses already is shown as conflicts that the plan opens.
   *
   * `POST /api/networks/{id}/renumber`, needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  renumber(networkId: string, input: NetworksRenumberInput, options?: CallOptions): Promise<Plan>;
  /**
   * Show the history of a network. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/networks/{id}/history`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(networkId: string, filter?: NetworksHistoryInput, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Show how full a network was, and when it will be full. A point a day, oldest first, and now; days on which no server ran have none. The forecast is the straight line that fits the last 90 days best; null when it does not grow.
   *
   * `GET /api/networks/{id}/utilization/history`, needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  utilizationHistory(networkId: string, filter?: NetworksUtilizationHistoryInput, options?: CallOptions): Promise<UtilizationHistory>;
}

/** The operations `vlanGroups.…`. */
export interface VlanGroupsOperations {
  /**
   * Create VLANs with free numbers of a VLAN group. VLANs of the lowest free numbers of the group, or of exactly the number that is asked for, all or none. Each is called VLAN and its number unless a name is given; several get the name with the number. The same key, or Idempotency-Key header, gives the same VLANs again; when one of them was deleted since, it is refused, naming it.
   *
   * `POST /api/vlan-groups/{id}/vlans`, needs `vlan:create`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  allocate(vlanGroupId: string, input?: VlanGroupsAllocateInput, options?: CallOptions): Promise<AllocatedVlans>;
  /**
   * Show the lowest free number of a VLAN group. Reserves nothing.
   *
   * `GET /api/vlan-groups/{id}/next-vid`, needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  nextVid(vlanGroupId: string, options?: CallOptions): Promise<NextVid>;
  /**
   * Plan to make VLANs of the numbers of networks. Answers a plan; nothing changes before it is applied. Each number that networks of the datacenter of the group have, else of its space, becomes a VLAN of the group, to which they are linked. Networks with a VLAN keep it; numbers outside of the bounds of the group are among the warnings.
   *
   * `POST /api/vlan-groups/{id}/adopt`, needs `plan:create` and `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  adopt(vlanGroupId: string, options?: CallOptions): Promise<Plan>;
  /**
   * List VLAN groups.
   * Read by page with `page()`; sorted by name, datacenter_id, space_id.
   *
   * `GET /api/vlan-groups`, needs `vlan-group:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: VlanGroupsListInput, options?: CallOptions): PagedRecordList<VlanGroup>;
  /**
   * Create a VLAN group.
   *
   * `POST /api/vlan-groups`, needs `vlan-group:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: VlanGroupsCreateInput, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Get a VLAN group.
   *
   * `GET /api/vlan-groups/{id}`, needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(vlanGroupId: string, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Change a VLAN group. Only the keys sent change; a list that is sent replaces the list.
   *
   * `PUT /api/vlan-groups/{id}`, needs `vlan-group:update`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(vlanGroupId: string, input?: VlanGroupsUpdateInput, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Delete a VLAN group.
   *
   * `DELETE /api/vlan-groups/{id}`, needs `vlan-group:delete`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(vlanGroupId: string, filter?: VlanGroupsDeleteInput, options?: CallOptions): Promise<void>;
  /**
   * Change many VLAN groups. All or none, at most 10,000: the VLAN groups with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/vlan-groups/bulk-update`, needs `vlan-group:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: VlanGroupsBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many VLAN groups. All or none, at most 10,000: the VLAN groups with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/vlan-groups/bulk-delete`, needs `vlan-group:delete`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: VlanGroupsBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a VLAN group. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/vlan-groups/{id}/history`, needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(vlanGroupId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `pools.…`. */
export interface PoolsOperations {
  /**
   * List the pools of a network.
   *
   * `GET /api/networks/{id}/pools`, needs `pool:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(networkId: string, filter?: PoolsListInput, options?: CallOptions): RecordList<Pool>;
  /**
   * Create a pool in a network.
   *
   * `POST /api/networks/{id}/pools`, needs `pool:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(networkId: string, input: PoolsCreateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Get a pool.
   *
   * `GET /api/pools/{id}`, needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(poolId: string, options?: CallOptions): Promise<Pool>;
  /**
   * Change a pool. A range that leaves allocations outside is refused, naming them, unless release_outside says that they are to be released (which needs allocation:delete).
   *
   * `PUT /api/pools/{id}`, needs `pool:update`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(poolId: string, input?: PoolsUpdateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Delete a pool.
   *
   * `DELETE /api/pools/{id}`, needs `pool:delete`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(poolId: string, options?: CallOptions): Promise<void>;
  /**
   * Show the lowest free address of a pool. Reserves nothing: two callers get the same address. To reserve one, allocate it. Addresses where a host answered lately, and those in quarantine, are passed over; skipped says which.
   *
   * `GET /api/pools/{id}/next-ip`, needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  nextIp(poolId: string, filter?: PoolsNextIpInput, options?: CallOptions): Promise<NextIp>;
  /**
   * Draw the heatmap of a pool. An entry for each address; pools of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * `GET /api/pools/{id}/heatmap`, needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  heatmap(poolId: string, filter?: PoolsHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Allocate addresses from a pool. Reserves the lowest free addresses, all or none, or exactly the one that ip names. The same key, or Idempotency-Key header, gives the same addresses again; when one of them was let go since, it is refused, naming it. Addresses where a host answered lately, and those in quarantine, are passed over, and skipped says which; an address that ip names is taken with a warning.
   *
   * `POST /api/pools/{id}/allocations`, needs `allocation:create`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  allocate(poolId: string, input?: PoolsAllocateInput, options?: CallOptions): Promise<AllocationResult>;
  /**
   * List the allocations of a pool.
   *
   * `GET /api/pools/{id}/allocations`, needs `allocation:list`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  allocations(poolId: string, options?: CallOptions): RecordList<Allocation>;
  /**
   * Show the history of a pool. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/pools/{id}/history`, needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(poolId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Show how full a pool was, and when it will be full. A point a day, oldest first, and now; days on which no server ran have none. Allocations count as used. The forecast is the straight line that fits the last 90 days best; null when it does not grow.
   *
   * `GET /api/pools/{id}/utilization/history`, needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  utilizationHistory(poolId: string, filter?: PoolsUtilizationHistoryInput, options?: CallOptions): Promise<UtilizationHistory>;
}

/** The operations `allocations.…`. */
export interface AllocationsOperations {
  /**
   * Get an allocation.
   *
   * `GET /api/allocations/{id}`, needs `allocation:read`.
   * @param allocationId id of the allocation
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(allocationId: string, options?: CallOptions): Promise<Allocation>;
  /**
   * Release an allocation.
   *
   * `DELETE /api/allocations/{id}`, needs `allocation:delete`.
   * @param allocationId id of the allocation
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  release(allocationId: string, options?: CallOptions): Promise<void>;
  /**
   * Forget a request key. The next request with the key is a new one. Addresses or networks that it was given stay. Name the pool or the network that it was used for.
   *
   * `DELETE /api/allocation-keys/{key}`, needs `allocation:delete`.
   * @param key its key
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  forgetKey(key: string, filter?: AllocationsForgetKeyInput, options?: CallOptions): Promise<void>;
}

/** The operations `addresses.…`. */
export interface AddressesOperations {
  /**
   * Show what is known of an address. Any spelling of the address. Where it may be in several address spaces, CONFLICT lists them in details.spaces. Devices and history, the allocation, sightings and conflicts are there for who may read these.
   *
   * `GET /api/addresses/{ip}`, needs `network:read`.
   * @param ip its ip
   * @throws CONFLICT, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(ip: string, filter?: AddressesGetInput, options?: CallOptions): Promise<AddressDetails>;
  /**
   * End the quarantine of an address. An address that was let go is not handed out before its pool has waited; this ends the wait. Where it is in quarantine in several address spaces, CONFLICT lists them in details.spaces.
   *
   * `DELETE /api/addresses/{ip}/quarantine`, needs `allocation:delete`.
   * @param ip its ip
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  endQuarantine(ip: string, filter?: AddressesEndQuarantineInput, options?: CallOptions): Promise<void>;
}

/** The operations `devices.…`. */
export interface DevicesOperations {
  /**
   * List devices.
   * Read by page with `page()`; sorted by name, created_at, updated_at.
   *
   * `GET /api/devices`, needs `device:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: DevicesListInput, options?: CallOptions): PagedRecordList<Device>;
  /**
   * Create a device. An address without network_id is linked to the most specific network that contains it. Holding an allocated address confirms the allocation.
   *
   * `POST /api/devices`, needs `device:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: DevicesCreateInput, options?: CallOptions): Promise<Device>;
  /**
   * Create many devices. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * `POST /api/devices/bulk`, needs `device:create`.
   * @throws BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  createMany(items: GivenItems<DevicesCreateInput>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Search devices. Substring, any case and Unicode composition, over names, host names, descriptions, locations, make and model, operating system, addresses, tags, domains and texts of fields of one's own; one or two characters match beginnings of words. An address or CIDR also finds the devices inside it, and the device that holds the address comes first.
   *
   * `GET /api/devices/search`, needs `device:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  search(filter: DevicesSearchInput, options?: CallOptions): RecordList<Device>;
  /**
   * Count devices by status.
   *
   * `GET /api/devices/status-counts`, needs `device:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  statusCounts(options?: CallOptions): Promise<DeviceStatusCounts>;
  /**
   * Get a device.
   *
   * `GET /api/devices/{id}`, needs `device:read`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(deviceId: string, options?: CallOptions): Promise<Device>;
  /**
   * Change a device. Only the keys sent change; a list that is sent replaces the list; an address sent with its id keeps it.
   *
   * `PUT /api/devices/{id}`, needs `device:update`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(deviceId: string, input?: DevicesUpdateInput, options?: CallOptions): Promise<Device>;
  /**
   * Delete a device.
   *
   * `DELETE /api/devices/{id}`, needs `device:delete`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(deviceId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many devices. All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must be given. Names, host names, addresses and domains are each one's own, and are not set here.
   *
   * `POST /api/devices/bulk-update`, needs `device:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: DevicesBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many devices. All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must be given. Their addresses and relationships go with them.
   *
   * `POST /api/devices/bulk-delete`, needs `device:delete`.
   * @throws BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: DevicesBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * List related devices.
   *
   * `GET /api/devices/{id}/related`, needs `device:list`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  related(deviceId: string, filter?: DevicesRelatedInput, options?: CallOptions): RecordList<Device>;
  /**
   * Show the history of a device. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/devices/{id}/history`, needs `device:read`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(deviceId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `relationships.…`. */
export interface RelationshipsOperations {
  /**
   * List all relationships.
   *
   * `GET /api/relationships`, needs `relationship:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  listAll(options?: CallOptions): RecordList<Relationship>;
  /**
   * List the relationships of a device.
   *
   * `GET /api/devices/{id}/relationships`, needs `relationship:list`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(deviceId: string, options?: CallOptions): RecordList<Relationship>;
  /**
   * Relate two devices. contains and depends_on admit no cycle; a device has at most one container.
   *
   * `POST /api/devices/{id}/relationships`, needs `relationship:create`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(deviceId: string, input: RelationshipsCreateInput, options?: CallOptions): Promise<RelationshipCreated>;
  /**
   * Remove a relationship.
   *
   * `DELETE /api/devices/{id}/relationships/{child_id}/{type}`, needs `relationship:delete`.
   * @param deviceId id of the device
   * @param childId id of the child
   * @param type its type
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(deviceId: string, childId: string, type: string, options?: CallOptions): Promise<void>;
}

/** The operations `conflicts.…`. */
export interface ConflictsOperations {
  /**
   * List conflicts.
   *
   * `GET /api/conflicts`, needs `conflict:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: ConflictsListInput, options?: CallOptions): RecordList<Conflict>;
  /**
   * Detect conflicts. Conflicts open and close with the changes that make and end them; this looks at all records again, and answers the active ones.
   *
   * `POST /api/conflicts/detect`, needs `conflict:detect`.
   * @throws BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  detect(input?: ConflictsDetectInput, options?: CallOptions): Promise<ConflictDetection>;
  /**
   * Get a conflict.
   *
   * `GET /api/conflicts/{id}`, needs `conflict:read`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(conflictId: string, options?: CallOptions): Promise<Conflict>;
  /**
   * Resolve a conflict. With keep_device_id the address is taken from the other devices (which needs device:update too), and allocations of it are released (which needs allocation:delete). While the cause remains the answer is 409.
   *
   * `POST /api/conflicts/{id}/resolve`, needs `conflict:update`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  resolve(conflictId: string, input?: ConflictsResolveInput, options?: CallOptions): Promise<Conflict>;
  /**
   * Ignore a conflict. For addresses that are shared on purpose. It stays ignored when devices join, and closes when its cause ends.
   *
   * `POST /api/conflicts/{id}/ignore`, needs `conflict:update`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  ignore(conflictId: string, input?: ConflictsIgnoreInput, options?: CallOptions): Promise<Conflict>;
}

/** The operations `scans.…`. */
export interface ScansOperations {
  /**
   * Scan a network.
   *
   * `POST /api/discovery/networks/{id}/scan`, needs `discovery:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  start(networkId: string, input?: ScansStartInput, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * List scans.
   *
   * `GET /api/discovery/scans`, needs `discovery:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: ScansListInput, options?: CallOptions): RecordList<DiscoveryScan>;
  /**
   * Get a scan.
   *
   * `GET /api/discovery/scans/{id}`, needs `discovery:read`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(scanId: string, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * Watch a scan. Server-sent events: `progress` with the scan whenever it changed, and `end` when it is over. Who comes back with the id of the last event gets 204 when nothing came after it.
   *
   * `GET /api/discovery/scans/{id}/events`, needs `discovery:read`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, TOO_MANY_STREAMS, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  watch(scanId: string, options?: CallOptions): Watched<DiscoveryScan>;
  /**
   * Cancel a scan.
   *
   * `POST /api/discovery/scans/{id}/cancel`, needs `discovery:update`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  cancel(scanId: string, options?: CallOptions): Promise<void>;
  /**
   * Delete a scan.
   *
   * `DELETE /api/discovery/scans/{id}`, needs `discovery:delete`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(scanId: string, options?: CallOptions): Promise<void>;
}

/** The operations `discoveredDevices.…`. */
export interface DiscoveredDevicesOperations {
  /**
   * List discovered devices. What scans saw, by network and address, with how it stands to what is recorded. Which device it is and what differs only those are told who may read devices.
   * Read by page with `page()`; sorted by ip, last_seen.
   *
   * `GET /api/discovery/devices`, needs `discovery:list`.
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: DiscoveredDevicesListInput, options?: CallOptions): PagedRecordList<DiscoveredDevice>;
  /**
   * List missing addresses. Addresses of active devices that the last completed scans which covered them did not see, as many as DISCOVERY_MISSING_AFTER says. Scans that saw nobody at all count for nothing.
   *
   * `GET /api/discovery/missing`, needs `discovery:list` and `device:read`.
   * @throws NETWORK_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  missing(filter?: DiscoveredDevicesMissingInput, options?: CallOptions): RecordList<MissingAddress>;
  /**
   * Delete a discovered device.
   *
   * `DELETE /api/discovery/devices/{id}`, needs `discovery:delete`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(discoveredId: string, options?: CallOptions): Promise<void>;
  /**
   * Delete the discovered devices of a network.
   *
   * `DELETE /api/discovery/devices`, needs `discovery:delete`.
   * @throws NETWORK_NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  deleteOfNetwork(filter: DiscoveredDevicesDeleteOfNetworkInput, options?: CallOptions): Promise<void>;
  /**
   * Promote a discovered device. Creates a device with one address, linked to the network; hostname, operating system and vendor are taken over. A host whose address or MAC address a device of the network's address space holds already is recorded: it is refused with CONFLICT and `details.device_id`, unless `force` is true.
   *
   * `POST /api/discovery/devices/{id}/promote`, needs `discovery:update` and `device:create`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  promote(discoveredId: string, input: DiscoveredDevicesPromoteInput, options?: CallOptions): Promise<Device>;
  /**
   * Promote many discovered devices. Creates devices of what was seen, all or none, each called by its host name or else by its address. With `group_by: "mac"` hosts of one MAC address become one device with several addresses.
   *
   * `POST /api/discovery/promote`, needs `discovery:update` and `device:create`.
   * @throws ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  promoteMany(input: DiscoveredDevicesPromoteManyInput, options?: CallOptions): Promise<PromotedDevices>;
  /**
   * Link a discovered device to a device. Adds the address at which it was seen, with its MAC address and switch port, to a device that is recorded. One that holds the address already stays as it is.
   *
   * `POST /api/discovery/devices/{id}/link`, needs `discovery:update` and `device:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  link(discoveredId: string, input: DiscoveredDevicesLinkInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Accept what was seen of a device. Writes what differs (address, MAC address, host name, switch port) into the device `device_id` of the discovered device. With `fields` only those, also where nothing is recorded yet. An address that is accepted takes the place of the one that is recorded with its MAC address.
   *
   * `POST /api/discovery/devices/{id}/accept`, needs `discovery:update` and `device:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  accept(discoveredId: string, input?: DiscoveredDevicesAcceptInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Ignore a discovered device. Its state is `ignored` until that is ended, or it is promoted or linked. Scans go on to write what they see of it.
   *
   * `POST /api/discovery/devices/{id}/ignore`, needs `discovery:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  ignore(discoveredId: string, input?: DiscoveredDevicesIgnoreInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Stop ignoring a discovered device.
   *
   * `DELETE /api/discovery/devices/{id}/ignore`, needs `discovery:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  unignore(discoveredId: string, options?: CallOptions): Promise<DiscoveredDevice>;
}

/** The operations `search.…`. */
export interface SearchOperations {
  /**
   * Search the whole inventory. Finds what the caller may list. A network also matches an address inside it.
   *
   * `GET /api/search`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  all(filter: SearchAllInput, options?: CallOptions): Promise<SearchResults>;
}

/** The operations `names.…`. */
export interface NamesOperations {
  /**
   * Look up records by name, or names by id. The records that a text means: those of this name, else those of this name in what stands before the last slash (fra1/office is a network or device of a datacenter, office/servers a pool of a network), else those with this subnet, host name or address. Several are alike. With id, what these records are called.
   *
   * `GET /api/names`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  find(filter?: NamesFindInput, options?: CallOptions): RecordList<RecordName>;
}

/** The operations `dashboard.…`. */
export interface DashboardOperations {
  /**
   * Show an overview of the inventory. Counts, fullest networks and pools, running scans, active conflicts, and what plugins add, such as failed deliveries. What the caller may not list is null.
   *
   * `GET /api/dashboard`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(filter?: DashboardGetInput, options?: CallOptions): Promise<Dashboard>;
}

/** The operations `exports.…`. */
export interface ExportsOperations {
  /**
   * List devices as targets of Prometheus. The whole list, as http_sd_config asks for it: one group a device with an address, by its primary address. Filters are those of the list of devices.
   *
   * `GET /api/export/http_sd`, needs `device:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  httpSd(filter?: ExportsHttpSdInput, options?: CallOptions): Promise<ServiceFile>;
  /**
   * Get devices as an inventory of Ansible. What an inventory script answers to --list: variables of all hosts, and groups by status, datacenter and tag. Texts of records are marked with `__ansible_unsafe`, so that Ansible evaluates nothing of them. Filters are those of the list of devices.
   *
   * `GET /api/export/ansible`, needs `device:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  ansible(filter?: ExportsAnsibleInput, options?: CallOptions): Promise<ServiceFile>;
}

/** The operations `events.…`. */
export interface EventsOperations {
  /**
   * Read the event log by cursor. Oldest first. Pass next as after to go on, until it does not change any more; a cursor never skips an event that commits later. A page has fewer events than limit where their data is long, and leaves out those of records that the caller may not read: it may be short, or empty, before the end.
   *
   * `GET /api/events`, needs `event:read`.
   * @throws CURSOR_EXPIRED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  read(filter?: EventsReadInput, options?: CallOptions): Promise<EventPage>;
  /**
   * Follow the event log. Server-sent events: for each committed event its name, the event, and the cursor after it as id. From now on, from after, or from the Last-Event-ID of a client that comes back. Events of records that the caller may not read are left out. The stream ends with the caller's credentials, and when what the caller may do changes: come back then.
   *
   * `GET /api/events/stream`, needs `event:read`.
   * @throws CURSOR_EXPIRED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, TOO_MANY_STREAMS, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  stream(filter?: EventsStreamInput, options?: CallOptions): Watched<KnownEvent>;
}

/** The operations `audit.…`. */
export interface AuditOperations {
  /**
   * List the audit log. Newest first by default, in the order of the log.
   * Read by page with `page()`; sorted by timestamp.
   *
   * `GET /api/audit`, needs `audit:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: AuditListInput, options?: CallOptions): PagedRecordList<AuditRecord>;
  /**
   * Export the audit log. As JSON or CSV (RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe), newest first. Each export is audited.
   *
   * `GET /api/audit/export`, needs `audit:export`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  export(filter?: AuditExportInput, options?: CallOptions): Promise<ServiceFile>;
  /**
   * Get a record of the audit log.
   *
   * `GET /api/audit/{id}`, needs `audit:read`.
   * @param id its id
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(id: string, options?: CallOptions): Promise<AuditRecord>;
}

/** The operations `import.…`. */
export interface ImportOperations {
  /**
   * Plan an import. Tells of each row whether it would create or change a record, leave one as it is, or cannot be imported, with everything that speaks against it. A row whose plan would tell of records that the caller may not read is an error that names the permission. Rows come in the order fields, spaces, datacenters, networks, pools, devices, relationships. Writes nothing.
   *
   * `POST /api/import/plan`, needs `import:apply`.
   * @throws BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  plan(items: GivenItems<ImportRowInput | ImportProblemInput>, options?: CallOptions): RecordList<ImportPlanLine>;
  /**
   * Apply the plan of an import. Takes the lines of a plan as they were made. Refused when the inventory has changed meanwhile in what the plan relies on. Needs the permission of every record that is written, too.
   *
   * `POST /api/import/apply`, needs `import:apply`.
   * @throws PLAN_STALE, PLAN_DAMAGED, PLAN_FAULTY, PLAN_TOO_LARGE, ROW_REFUSED, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  apply(items: GivenItems<ImportPlanLineInput>, input?: ImportApplyInput, options?: CallOptions): Promise<ImportReport>;
}

/** The operations `plans.…`. */
export interface PlansOperations {
  /**
   * List plans. Newest first, without steps and effects.
   *
   * `GET /api/plans`, needs `plan:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: PlansListInput, options?: CallOptions): RecordList<PlanSummary>;
  /**
   * Plan changes. Rehearses all steps in a rolled-back transaction: the plan shows their effects. A step that cannot be done is VALIDATION_ERROR (`steps[2].body.name`), and nothing is kept. Needs the permission to read what the steps touch.
   *
   * `POST /api/plans`, needs `plan:create`.
   * @throws PLAN_LIMIT, NOT_FOUND, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: PlansCreateInput, options?: CallOptions): Promise<Plan>;
  /**
   * Get a plan. Needs the permission to read its records.
   *
   * `GET /api/plans/{id}`, needs `plan:read`.
   * @param planId id of the plan
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(planId: string, filter?: PlansGetInput, options?: CallOptions): Promise<PlanReading>;
  /**
   * List the effects of a plan. What the plan does to records, by page. `digest` says to which rehearsal the page belongs: read from the first page again if it differs from that of the page before.
   *
   * `GET /api/plans/{id}/effects`, needs `plan:read`.
   * @param planId id of the plan
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  effects(planId: string, filter?: PlansEffectsInput, options?: CallOptions): Promise<PlanEffectPage>;
  /**
   * Delete a plan. Needs `plan:delete`, or `plan:create` for a plan that you created. What an applied plan changed stays.
   *
   * `DELETE /api/plans/{id}`, needs `plan:delete`.
   * @param planId id of the plan
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(planId: string, options?: CallOptions): Promise<void>;
  /**
   * Rehearse a plan again. The plan then shows what it would do by now. One with a step that can never be done again, since its record is gone, is `failed` afterwards, and its note says why; a step that cannot be done now is PLAN_STALE, and the plan stays as it was.
   *
   * `POST /api/plans/{id}/refresh`, needs `plan:create`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, PLAN_STALE, PLAN_LIMIT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  refresh(planId: string, options?: CallOptions): Promise<Plan>;
  /**
   * Reject a plan.
   *
   * `POST /api/plans/{id}/reject`, needs `plan:reject`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  reject(planId: string, input?: PlansRejectInput, options?: CallOptions): Promise<Plan>;
  /**
   * Apply a plan. All steps in one transaction, with exactly the shown effects, or nothing: PLAN_STALE then, and the plan stays open. Needs the permission of every step. Send the `digest` of the reviewed plan, in the body or as If-Match: the call fails with PRECONDITION_FAILED if a refresh has changed the effects.
   *
   * `POST /api/plans/{id}/apply`, needs `plan:apply`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, PLAN_STALE, PRECONDITION_REQUIRED, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  apply(planId: string, input?: PlansApplyInput, options?: CallOptions): Promise<Plan>;
}

/** The operations `changes.…`. */
export interface ChangesOperations {
  /**
   * Plan to take a change back. Answers a plan; nothing changes before it is applied. What the change made is deleted, what it changed gets its former values, and what it deleted comes back under its own id, with its addresses, allocations and relationships. Fields that somebody changed since stay, which the warnings of the plan tell. Undoing the change of such a plan is a redo. With `record`, the plan takes back the change of that record only; CONFLICT names records of the change that depend on it. The others can be taken back later.
   *
   * `POST /api/changes/{change_id}/undo`, needs `plan:create`.
   * @param changeId its change id
   * @throws CHANGE_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  undo(changeId: string, input?: ChangesUndoInput, options?: CallOptions): Promise<Plan>;
}

/** The operations `auth.…`. */
export interface AuthOperations {
  /**
   * Get the caller.
   *
   * `GET /api/auth/me`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  me(options?: CallOptions): Promise<CurrentUser>;
  /**
   * Sign in. The session is a cookie. Changes made with it need the header X-Requested-With: XMLHttpRequest.
   *
   * `POST /api/auth/login`, public.
   * @throws INVALID_CREDENTIALS, BUSY, CSRF_FAILED, INTERNAL_ERROR, INVALID_INPUT, LOGIN_RATE_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAVAILABLE, VALIDATION_ERROR
   */
  login(input: AuthLoginInput, options?: CallOptions): Promise<SignedIn>;
  /**
   * Sign out.
   *
   * `POST /api/auth/logout`, for any authenticated caller.
   * @throws BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  logout(options?: CallOptions): Promise<void>;
  /**
   * Create the first administrator. Works once, with the setup token that the server prints while there are no users.
   *
   * `POST /api/auth/bootstrap`, public.
   * @throws CONFLICT, INVALID_CREDENTIALS, BUSY, CSRF_FAILED, INTERNAL_ERROR, INVALID_INPUT, LOGIN_RATE_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAVAILABLE, VALIDATION_ERROR
   */
  bootstrap(input: AuthBootstrapInput, options?: CallOptions): Promise<User>;
}

/** The operations `config.…`. */
export interface ConfigOperations {
  /**
   * Get the service's configuration.
   *
   * `GET /api/config`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(options?: CallOptions): Promise<ServiceConfig>;
}

/** The operations `manifest.…`. */
export interface ManifestOperations {
  /**
   * Get the manifest of the operations. What every operation of this server, those of its plugins included, is, takes, answers and fails with: what clients, commands and forms are made from. It is the same for every caller, and changes only with the server: ask with If-None-Match
   *
   * `GET /api/manifest`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(filter?: ManifestGetInput, options?: CallOptions): Promise<Manifest>;
}

/** The operations `fields.…`. */
export interface FieldsOperations {
  /**
   * List custom fields.
   * Read by page with `page()`; sorted by record.
   *
   * `GET /api/fields`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: FieldsListInput, options?: CallOptions): PagedRecordList<Field>;
  /**
   * Create a custom field. All records of the kind have it from then on, null until it is set.
   *
   * `POST /api/fields`, needs `field:create`.
   * @throws ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: FieldsCreateInput, options?: CallOptions): Promise<Field>;
  /**
   * Get a custom field.
   *
   * `GET /api/fields/{id}`, for any authenticated caller.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(fieldId: string, options?: CallOptions): Promise<Field>;
  /**
   * Change a custom field. Only the keys sent change; a list that is sent replaces the list. Values follow a new name. A type or choices change only while every value converts, and unique only while no two values are the same: otherwise CONFLICT names some of them.
   *
   * `PUT /api/fields/{id}`, needs `field:update`.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(fieldId: string, input?: FieldsUpdateInput, options?: CallOptions): Promise<Field>;
  /**
   * Delete a custom field. One that holds values is refused with CONFLICT, which says how many, unless values=drop is given: then they go with it.
   *
   * `DELETE /api/fields/{id}`, needs `field:delete`.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(fieldId: string, filter?: FieldsDeleteInput, options?: CallOptions): Promise<void>;
  /**
   * Show the history of a custom field. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/fields/{id}/history`, for any authenticated caller.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(fieldId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `spaces.…`. */
export interface SpacesOperations {
  /**
   * List address spaces.
   * Read by page with `page()`; sorted by name.
   *
   * `GET /api/spaces`, needs `space:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: SpacesListInput, options?: CallOptions): PagedRecordList<Space>;
  /**
   * Create an address space.
   *
   * `POST /api/spaces`, needs `space:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: SpacesCreateInput, options?: CallOptions): Promise<Space>;
  /**
   * Get an address space.
   *
   * `GET /api/spaces/{id}`, needs `space:read`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(spaceId: string, options?: CallOptions): Promise<Space>;
  /**
   * Change an address space. Only the keys sent change; a list that is sent replaces the list.
   *
   * `PUT /api/spaces/{id}`, needs `space:update`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(spaceId: string, input?: SpacesUpdateInput, options?: CallOptions): Promise<Space>;
  /**
   * Delete an address space.
   *
   * `DELETE /api/spaces/{id}`, needs `space:delete`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(spaceId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many address spaces. All or none, at most 10,000: the address spaces with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/spaces/bulk-update`, needs `space:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: SpacesBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many address spaces. All or none, at most 10,000: the address spaces with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/spaces/bulk-delete`, needs `space:delete`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: SpacesBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of an address space. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/spaces/{id}/history`, needs `space:read`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(spaceId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `vlans.…`. */
export interface VlansOperations {
  /**
   * List VLANs.
   * Read by page with `page()`; sorted by vid, name, group_id, status.
   *
   * `GET /api/vlans`, needs `vlan:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: VlansListInput, options?: CallOptions): PagedRecordList<Vlan>;
  /**
   * Create a VLAN.
   *
   * `POST /api/vlans`, needs `vlan:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: VlansCreateInput, options?: CallOptions): Promise<Vlan>;
  /**
   * Get a VLAN.
   *
   * `GET /api/vlans/{id}`, needs `vlan:read`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(vlanId: string, options?: CallOptions): Promise<Vlan>;
  /**
   * Change a VLAN. Only the keys sent change; a list that is sent replaces the list.
   *
   * `PUT /api/vlans/{id}`, needs `vlan:update`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(vlanId: string, input?: VlansUpdateInput, options?: CallOptions): Promise<Vlan>;
  /**
   * Delete a VLAN.
   *
   * `DELETE /api/vlans/{id}`, needs `vlan:delete`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(vlanId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many VLANs. All or none, at most 10,000: the VLANs with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/vlans/bulk-update`, needs `vlan:update`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkUpdate(input?: VlansBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many VLANs. All or none, at most 10,000: the VLANs with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * `POST /api/vlans/bulk-delete`, needs `vlan:delete`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  bulkDelete(input?: VlansBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a VLAN. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/vlans/{id}/history`, needs `vlan:read`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(vlanId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `discoveryRules.…`. */
export interface DiscoveryRulesOperations {
  /**
   * List discovery rules.
   * Read by page with `page()`; sorted by created_at.
   *
   * `GET /api/discovery/rules`, needs `discovery:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: DiscoveryRulesListInput, options?: CallOptions): PagedRecordList<DiscoveryRule>;
  /**
   * Create a discovery rule.
   *
   * `POST /api/discovery/rules`, needs `discovery:create`.
   * @throws ALREADY_EXISTS, BUSY, CONFLICT, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, NOT_FOUND, PLAN_LIMIT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: DiscoveryRulesCreateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Get a discovery rule.
   *
   * `GET /api/discovery/rules/{id}`, needs `discovery:read`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(discoveryRuleId: string, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Change a discovery rule. Only the keys sent change; a list that is sent replaces the list.
   *
   * `PUT /api/discovery/rules/{id}`, needs `discovery:update`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(discoveryRuleId: string, input?: DiscoveryRulesUpdateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Delete a discovery rule. Scans that it started stay.
   *
   * `DELETE /api/discovery/rules/{id}`, needs `discovery:delete`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PLAN_LIMIT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(discoveryRuleId: string, options?: CallOptions): Promise<void>;
  /**
   * Show the history of a discovery rule. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/discovery/rules/{id}/history`, needs `discovery:read`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(discoveryRuleId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `keys.…`. */
export interface KeysOperations {
  /**
   * List API keys. An administrator sees all keys, everyone else their own.
   *
   * `GET /api/keys`, needs `apikey:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(options?: CallOptions): RecordList<ApiKey>;
  /**
   * Create an API key. The key itself is contained only in this response.
   *
   * `POST /api/keys`, needs `apikey:create`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: KeysCreateInput, options?: CallOptions): Promise<NewApiKey>;
  /**
   * Get an API key.
   *
   * `GET /api/keys/{id}`, needs `apikey:read`.
   * @param keyId id of the key
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(keyId: string, options?: CallOptions): Promise<ApiKey>;
  /**
   * Delete an API key.
   *
   * `DELETE /api/keys/{id}`, needs `apikey:delete`.
   * @param keyId id of the key
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(keyId: string, options?: CallOptions): Promise<void>;
}

/** The operations `users.…`. */
export interface UsersOperations {
  /**
   * List users.
   *
   * `GET /api/users`, needs `user:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: UsersListInput, options?: CallOptions): RecordList<User>;
  /**
   * Create a user.
   *
   * `POST /api/users`, needs `user:create`.
   * @throws ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: UsersCreateInput, options?: CallOptions): Promise<User>;
  /**
   * Get a user. Users can read themselves; other users require user:read.
   *
   * `GET /api/users/{id}`, needs `user:read` unless for the own user.
   * @param userId id of the user
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(userId: string, options?: CallOptions): Promise<User>;
  /**
   * Change a user. Users can change their own email and full_name; other fields require user:update, and role_ids also role:read. Only administrators can change administrators. Deactivating ends all sessions and disables the keys.
   *
   * `PUT /api/users/{id}`, needs `user:update` unless for the own user.
   * @param userId id of the user
   * @throws NOT_FOUND, ALREADY_EXISTS, LAST_ADMIN, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(userId: string, input?: UsersUpdateInput, options?: CallOptions): Promise<User>;
  /**
   * Delete a user. Sessions, keys and role assignments are deleted too. Only administrators can delete administrators.
   *
   * `DELETE /api/users/{id}`, needs `user:delete`.
   * @param userId id of the user
   * @throws NOT_FOUND, CANNOT_DELETE_SELF, LAST_ADMIN, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(userId: string, options?: CallOptions): Promise<void>;
  /**
   * List a user's roles.
   *
   * `GET /api/users/{id}/roles`, needs `user:read` unless for the own user.
   * @param userId id of the user
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  roles(userId: string, options?: CallOptions): RecordList<RoleSummary>;
  /**
   * List a user's permissions. The union of the permissions of all roles; empty for an inactive user.
   *
   * `GET /api/users/{id}/permissions`, needs `user:read` unless for the own user.
   * @param userId id of the user
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  permissions(userId: string, options?: CallOptions): RecordList<Permission>;
  /**
   * Assign a role to a user.
   *
   * `POST /api/users/grant-role`, needs `user:update` and `role:read`.
   * @throws BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  grantRole(input: UsersGrantRoleInput, options?: CallOptions): Promise<User>;
  /**
   * Remove a role from a user.
   *
   * `POST /api/users/revoke-role`, needs `user:update` and `role:read`.
   * @throws LAST_ADMIN, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  revokeRole(input: UsersRevokeRoleInput, options?: CallOptions): Promise<void>;
  /**
   * Change a password. Requires the current password. Ends all sessions of the user, including the one of the call.
   *
   * `POST /api/users/{id}/password`, needs `user:update` unless for the own user.
   * @param userId id of the user
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, LOGIN_RATE_LIMIT_EXCEEDED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  changePassword(userId: string, input: UsersChangePasswordInput, options?: CallOptions): Promise<void>;
  /**
   * Reset a password. Ends all sessions of the user. Only administrators can reset passwords of administrators.
   *
   * `POST /api/users/{id}/reset-password`, needs `user:update`.
   * @param userId id of the user
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  resetPassword(userId: string, input: UsersResetPasswordInput, options?: CallOptions): Promise<void>;
}

/** The operations `roles.…`. */
export interface RolesOperations {
  /**
   * List roles.
   *
   * `GET /api/roles`, needs `role:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: RolesListInput, options?: CallOptions): RecordList<Role>;
  /**
   * Get a role.
   *
   * `GET /api/roles/{id}`, needs `role:read`.
   * @param roleId id of the role
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(roleId: string, options?: CallOptions): Promise<Role>;
  /**
   * Create a role. Permissions are given by name or id. Callers can add only permissions that they have.
   *
   * `POST /api/roles`, needs `role:create`.
   * @throws ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: RolesCreateInput, options?: CallOptions): Promise<Role>;
  /**
   * Change a role. Changes apply to the next request of users with the role. Callers can add only permissions that they have.
   *
   * `PUT /api/roles/{id}`, needs `role:update`.
   * @param roleId id of the role
   * @throws NOT_FOUND, SYSTEM_ROLE, ALREADY_EXISTS, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(roleId: string, input?: RolesUpdateInput, options?: CallOptions): Promise<Role>;
  /**
   * Delete a role. Users with the role lose it with their next request.
   *
   * `DELETE /api/roles/{id}`, needs `role:delete`.
   * @param roleId id of the role
   * @throws NOT_FOUND, SYSTEM_ROLE, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(roleId: string, options?: CallOptions): Promise<void>;
}

/** The operations `permissions.…`. */
export interface PermissionsOperations {
  /**
   * List permissions.
   *
   * `GET /api/permissions`, needs `role:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: PermissionsListInput, options?: CallOptions): RecordList<Permission>;
}

/** The operations `oauthClients.…`. */
export interface OauthClientsOperations {
  /**
   * List OAuth clients. Clients from dynamic registration, and those authorized by a user by the URL of their metadata document.
   *
   * `GET /api/oauth/clients`, needs `oauth-client:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(options?: CallOptions): RecordList<OAuthClient>;
  /**
   * Delete an OAuth client. All its grants and tokens are revoked immediately. It can register again, and then needs the consent of its users again.
   *
   * `DELETE /api/oauth/clients/{id}`, needs `oauth-client:delete`.
   * @param clientId id of the client
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(clientId: string, options?: CallOptions): Promise<void>;
}

/** The operations `oauthGrants.…`. */
export interface OauthGrantsOperations {
  /**
   * List the caller's OAuth grants. Programs authorized by the caller. Grants of other users are not visible, and a program sees only the one that it holds.
   *
   * `GET /api/oauth/grants`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(options?: CallOptions): RecordList<OAuthGrant>;
  /**
   * Revoke an OAuth grant of the caller. The tokens of this grant are revoked immediately.
   *
   * `DELETE /api/oauth/grants/{id}`, for any authenticated caller.
   * @param grantId id of the grant
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  revoke(grantId: string, options?: CallOptions): Promise<void>;
}

/** The operations `leaseSources.…`. */
export interface LeaseSourcesOperations {
  /**
   * Read a lease source now. Waits until it is read; always 200, what came of it is in last_error and the counts. One that an agent reads (datacenter_id) is due at once, and is answered for as it is.
   *
   * `POST /api/discovery/lease-sources/{id}/read`, needs `lease-source:update`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  read(leaseSourceId: string, options?: CallOptions): Promise<LeaseSource>;
  /**
   * List the leases of a source.
   *
   * `GET /api/discovery/lease-sources/{id}/leases`, needs `lease-source:read`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  leases(leaseSourceId: string, options?: CallOptions): RecordList<DhcpLease>;
  /**
   * List lease sources.
   * Read by page with `page()`; sorted by name, type, datacenter_id.
   *
   * `GET /api/discovery/lease-sources`, needs `lease-source:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: LeaseSourcesListInput, options?: CallOptions): PagedRecordList<LeaseSource>;
  /**
   * Create a lease source. It is read for the first time within seconds. A file must lie in a folder that the setting DISCOVERY_LEASE_PATHS names, or, where an agent reads it (datacenter_id), in one that the agent was started with.
   *
   * `POST /api/discovery/lease-sources`, needs `lease-source:create`.
   * @throws ALREADY_EXISTS, ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: LeaseSourcesCreateInput, options?: CallOptions): Promise<LeaseSource>;
  /**
   * Get a lease source.
   *
   * `GET /api/discovery/lease-sources/{id}`, needs `lease-source:read`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(leaseSourceId: string, options?: CallOptions): Promise<LeaseSource>;
  /**
   * Change a lease source. Only the keys sent change; a list that is sent replaces the list. An absent password is kept, an empty one is removed.
   *
   * `PUT /api/discovery/lease-sources/{id}`, needs `lease-source:update`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, ALREADY_EXISTS, ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(leaseSourceId: string, input?: LeaseSourcesUpdateInput, options?: CallOptions): Promise<LeaseSource>;
  /**
   * Delete a lease source. What was seen by it stays.
   *
   * `DELETE /api/discovery/lease-sources/{id}`, needs `lease-source:delete`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(leaseSourceId: string, options?: CallOptions): Promise<void>;
  /**
   * Show the history of a lease source. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * `GET /api/discovery/lease-sources/{id}/history`, needs `lease-source:read`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  history(leaseSourceId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `agents.…`. */
export interface AgentsOperations {
  /**
   * List agents.
   *
   * `GET /api/agents`, needs `agent:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(options?: CallOptions): RecordList<Agent>;
  /**
   * Register an agent. The token of the agent is contained only in this response: `cadastre agent` at the site is given it in a file. Networks that an agent serves are scanned by it, and by nobody else. Where these have SNMP devices or lease sources, it also needs snmp:update or lease-source:update: the agent is sent their credentials.
   *
   * `POST /api/agents`, needs `agent:create`.
   * @throws ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: AgentsCreateInput, options?: CallOptions): Promise<NewAgent>;
  /**
   * Get an agent.
   *
   * `GET /api/agents/{id}`, needs `agent:read`.
   * @param agentId id of the agent
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(agentId: string, options?: CallOptions): Promise<Agent>;
  /**
   * Change an agent. Scans of networks that it serves no more go on elsewhere, and those of networks that it serves now are its. Adding networks or datacenters with SNMP devices or lease sources also needs snmp:update or lease-source:update.
   *
   * `PUT /api/agents/{id}`, needs `agent:update`.
   * @param agentId id of the agent
   * @throws NOT_FOUND, ALREADY_EXISTS, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(agentId: string, input?: AgentsUpdateInput, options?: CallOptions): Promise<Agent>;
  /**
   * Delete an agent. Its token is void at once, and its scans go on elsewhere.
   *
   * `DELETE /api/agents/{id}`, needs `agent:delete`.
   * @param agentId id of the agent
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(agentId: string, options?: CallOptions): Promise<void>;
  /**
   * Make a new token for an agent. The token is contained only in this response; the one before is void at once, also for a process that waits with it. For an agent that is sent credentials it also needs snmp:update or lease-source:update, as binding their networks does.
   *
   * `POST /api/agents/{id}/token`, needs `agent:update`.
   * @param agentId id of the agent
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  renewToken(agentId: string, options?: CallOptions): Promise<NewAgent>;
}

/** The operations `agentWork.…`. */
export interface AgentWorkOperations {
  /**
   * Ask for work. For agents, which call with their own token; nobody else may. Answers when there is a scan or a lease source, when a scan that runs is to be stopped, or when the time is over.
   *
   * `POST /api/agent/work`, needs `agent:work`.
   * @throws CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  next(input: AgentWorkNextInput, options?: CallOptions): Promise<AgentWork>;
  /**
   * Report what a scan saw. For agents, which call with their own token; nobody else may. A batch may be sent again, and batches in any order. Also renews the lease.
   *
   * `POST /api/agent/scans/{id}/reports`, needs `agent:work`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  report(scanId: string, input: AgentWorkReportInput, options?: CallOptions): Promise<AgentReportAnswer>;
  /**
   * End a scan. For agents, which call with their own token; nobody else may. A scan is complete when all of its batches have come: the answer names those that are missing.
   *
   * `POST /api/agent/scans/{id}/end`, needs `agent:work`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  end(scanId: string, input: AgentWorkEndInput, options?: CallOptions): Promise<AgentReportAnswer>;
}

/** The operations `agentLeases.…`. */
export interface AgentLeasesOperations {
  /**
   * Report leases. For agents, which call with their own token; nobody else may. A part may be sent again, and parts in any order.
   *
   * `POST /api/agent/lease-sources/{id}/reports`, needs `agent:work`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  report(leaseSourceId: string, input: AgentLeasesReportInput, options?: CallOptions): Promise<AgentLeaseAnswer>;
  /**
   * End the reading of a lease source. For agents, which call with their own token; nobody else may. It is complete when all of its batches have come: the answer names those that are missing.
   *
   * `POST /api/agent/lease-sources/{id}/end`, needs `agent:work`.
   * @param leaseSourceId id of the lease_source
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  end(leaseSourceId: string, input: AgentLeasesEndInput, options?: CallOptions): Promise<AgentLeaseAnswer>;
}

/** The operations `snmpDevices.…`. */
export interface SnmpDevicesOperations {
  /**
   * List SNMP devices. Switches and routers whose tables scans read, by name, without their credentials.
   *
   * `GET /api/discovery/snmp/devices`, needs `snmp:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(options?: CallOptions): RecordList<SnmpDevice>;
  /**
   * List a switch or router for scans. Its community or keys are stored encrypted and never returned.
   *
   * `POST /api/discovery/snmp/devices`, needs `snmp:create`.
   * @throws ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: SnmpDevicesCreateInput, options?: CallOptions): Promise<SnmpDevice>;
  /**
   * Get an SNMP device.
   *
   * `GET /api/discovery/snmp/devices/{id}`, needs `snmp:read`.
   * @param snmpDeviceId id of the snmpDevice
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(snmpDeviceId: string, options?: CallOptions): Promise<SnmpDevice>;
  /**
   * Update an SNMP device. Only the keys that are sent change; a community or key that is not sent is kept. With another address or port they must be sent again, so that nobody who does not know them has them sent elsewhere.
   *
   * `PUT /api/discovery/snmp/devices/{id}`, needs `snmp:update`.
   * @param snmpDeviceId id of the snmpDevice
   * @throws NOT_FOUND, ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(snmpDeviceId: string, input?: SnmpDevicesUpdateInput, options?: CallOptions): Promise<SnmpDevice>;
  /**
   * Delete an SNMP device.
   *
   * `DELETE /api/discovery/snmp/devices/{id}`, needs `snmp:delete`.
   * @param snmpDeviceId id of the snmpDevice
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(snmpDeviceId: string, options?: CallOptions): Promise<void>;
  /**
   * Ask an SNMP device for its tables. Always 200 when it could be asked: what it told, and why not all, is in the reading. Nothing is stored. A server asks devices in one such call of a caller at a time, and for four callers at once: BUSY beyond.
   *
   * `POST /api/discovery/snmp/devices/{id}/test`, needs `snmp:update`.
   * @param snmpDeviceId id of the snmpDevice
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  test(snmpDeviceId: string, options?: CallOptions): Promise<SnmpReading>;
  /**
   * Plan relationships of LLDP and CDP neighbours. Reads the LLDP and CDP neighbours of all enabled SNMP devices (of those that agents ask: what was heard in their last scan), and plans a relationship connected_to for each pair of devices of the inventory that has none. Devices are told by hardware address, management address and name. The plan waits to be applied; connections that are related, or planned already, are not planned again. A server asks devices in one such call of a caller at a time, and for four callers at once: BUSY beyond.
   *
   * `POST /api/discovery/snmp/links/plan`, needs `snmp:read` and `device:read` and `plan:create`.
   * @throws BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  planLinks(options?: CallOptions): Promise<LinkProposal>;
}

/** The operations `webhooks.…`. */
export interface WebhooksOperations {
  /**
   * List webhooks. By name. Values of headers are masked for callers without webhook:update.
   *
   * `GET /api/webhooks`, needs `webhook:list`.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(filter?: WebhooksListInput, options?: CallOptions): RecordList<Webhook>;
  /**
   * Create a webhook. The webhook receives events committed from now on, as long as its creator may read them. Users cannot subscribe to events that they may not read.
   *
   * `POST /api/webhooks`, needs `webhook:create`.
   * @throws CONFLICT, ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  create(input: WebhooksCreateInput, options?: CallOptions): Promise<Webhook>;
  /**
   * List the events that webhooks can subscribe to.
   *
   * `GET /api/webhooks/events`, for any authenticated caller.
   * @throws EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  events(options?: CallOptions): RecordList<EventOption>;
  /**
   * Get a webhook.
   *
   * `GET /api/webhooks/{id}`, needs `webhook:read`.
   * @param webhookId id of the webhook
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(webhookId: string, options?: CallOptions): Promise<Webhook>;
  /**
   * Update a webhook. Only the keys that are sent change. The caller becomes the owner of the webhook and must be able to read what it sends, unless it is disabled. Disabling cancels pending deliveries. An absent secret is kept, an empty one is removed, and a new one leaves the previous one valid for secret_overlap_seconds.
   *
   * `PUT /api/webhooks/{id}`, needs `webhook:update`.
   * @param webhookId id of the webhook
   * @throws NOT_FOUND, ENCRYPTION_KEY_MISSING, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, REQUEST_TIMEOUT, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  update(webhookId: string, input?: WebhooksUpdateInput, options?: CallOptions): Promise<Webhook>;
  /**
   * Delete a webhook. Pending deliveries are cancelled.
   *
   * `DELETE /api/webhooks/{id}`, needs `webhook:delete`.
   * @param webhookId id of the webhook
   * @throws NOT_FOUND, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  delete(webhookId: string, options?: CallOptions): Promise<void>;
  /**
   * Send a test delivery. Waits for the response; always 200, the result is in the delivery. The event is webhook.ping, and it is never retried.
   *
   * `POST /api/webhooks/{id}/ping`, needs `webhook:update`.
   * @param webhookId id of the webhook
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  ping(webhookId: string, options?: CallOptions): Promise<WebhookPing>;
}

/** The operations `webhookDeliveries.…`. */
export interface WebhookDeliveriesOperations {
  /**
   * List the deliveries of a webhook. Newest first, within the retention time. Deliveries of events that the caller may not read are omitted, and `request_body` has what the caller may read.
   *
   * `GET /api/webhooks/{id}/deliveries`, needs `webhook:read`.
   * @param webhookId id of the webhook
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  list(webhookId: string, filter?: WebhookDeliveriesListInput, options?: CallOptions): RecordList<WebhookDelivery>;
  /**
   * Get a delivery.
   *
   * `GET /api/webhooks/{id}/deliveries/{delivery_id}`, needs `webhook:read`.
   * @param webhookId id of the webhook
   * @param deliveryId id of the delivery
   * @throws NOT_FOUND, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, PRECONDITION_FAILED, RATE_LIMIT_EXCEEDED, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  get(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
  /**
   * Send a delivery again. Queued immediately with the same delivery_id and body, and with all retries.
   *
   * `POST /api/webhooks/{id}/deliveries/{delivery_id}/redeliver`, needs `webhook:update`.
   * @param webhookId id of the webhook
   * @param deliveryId id of the delivery
   * @throws NOT_FOUND, CONFLICT, BUSY, CSRF_FAILED, EXPIRED_KEY, FORBIDDEN, INTERNAL_ERROR, INVALID_INPUT, RATE_LIMIT_EXCEEDED, READ_ONLY, UNAUTHORIZED, UNAVAILABLE, VALIDATION_ERROR
   */
  redeliver(webhookId: string, deliveryId: string, options?: CallOptions): Promise<WebhookDelivery>;
}

/** Every operation, by group and name. */
export interface Operations {
  /** The operations `datacenters.…`. */
  readonly datacenters: DatacentersOperations;
  /** The operations `networks.…`. */
  readonly networks: NetworksOperations;
  /** The operations `vlanGroups.…`. */
  readonly vlanGroups: VlanGroupsOperations;
  /** The operations `pools.…`. */
  readonly pools: PoolsOperations;
  /** The operations `allocations.…`. */
  readonly allocations: AllocationsOperations;
  /** The operations `addresses.…`. */
  readonly addresses: AddressesOperations;
  /** The operations `devices.…`. */
  readonly devices: DevicesOperations;
  /** The operations `relationships.…`. */
  readonly relationships: RelationshipsOperations;
  /** The operations `conflicts.…`. */
  readonly conflicts: ConflictsOperations;
  /** The operations `scans.…`. */
  readonly scans: ScansOperations;
  /** The operations `discoveredDevices.…`. */
  readonly discoveredDevices: DiscoveredDevicesOperations;
  /** The operations `search.…`. */
  readonly search: SearchOperations;
  /** The operations `names.…`. */
  readonly names: NamesOperations;
  /** The operations `dashboard.…`. */
  readonly dashboard: DashboardOperations;
  /** The operations `exports.…`. */
  readonly exports: ExportsOperations;
  /** The operations `events.…`. */
  readonly events: EventsOperations;
  /** The operations `audit.…`. */
  readonly audit: AuditOperations;
  /** The operations `import.…`. */
  readonly import: ImportOperations;
  /** The operations `plans.…`. */
  readonly plans: PlansOperations;
  /** The operations `changes.…`. */
  readonly changes: ChangesOperations;
  /** The operations `auth.…`. */
  readonly auth: AuthOperations;
  /** The operations `config.…`. */
  readonly config: ConfigOperations;
  /** The operations `manifest.…`. */
  readonly manifest: ManifestOperations;
  /** The operations `fields.…`. */
  readonly fields: FieldsOperations;
  /** The operations `spaces.…`. */
  readonly spaces: SpacesOperations;
  /** The operations `vlans.…`. */
  readonly vlans: VlansOperations;
  /** The operations `discoveryRules.…`. */
  readonly discoveryRules: DiscoveryRulesOperations;
  /** The operations `keys.…`. */
  readonly keys: KeysOperations;
  /** The operations `users.…`. */
  readonly users: UsersOperations;
  /** The operations `roles.…`. */
  readonly roles: RolesOperations;
  /** The operations `permissions.…`. */
  readonly permissions: PermissionsOperations;
  /** The operations `oauthClients.…`. */
  readonly oauthClients: OauthClientsOperations;
  /** The operations `oauthGrants.…`. */
  readonly oauthGrants: OauthGrantsOperations;
  /** The operations `leaseSources.…`. */
  readonly leaseSources: LeaseSourcesOperations;
  /** The operations `agents.…`. */
  readonly agents: AgentsOperations;
  /** The operations `agentWork.…`. */
  readonly agentWork: AgentWorkOperations;
  /** The operations `agentLeases.…`. */
  readonly agentLeases: AgentLeasesOperations;
  /** The operations `snmpDevices.…`. */
  readonly snmpDevices: SnmpDevicesOperations;
  /** The operations `webhooks.…`. */
  readonly webhooks: WebhooksOperations;
  /** The operations `webhookDeliveries.…`. */
  readonly webhookDeliveries: WebhookDeliveriesOperations;
}

/** Codes of the errors that a call of each operation may end with. */
export interface OperationErrors {
  "datacenters.devices": "DATACENTER_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.roots": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.createMany": "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.allocate": "NETWORK_NOT_FOUND" | "PREFIX_NOT_AVAILABLE" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.get": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.children": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.update": "NETWORK_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.delete": "NETWORK_NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.utilizations": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.utilization": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.freePrefixes": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.bulkDelete": "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.devices": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.heatmap": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.nextIp": "NETWORK_NOT_FOUND" | "IP_NOT_AVAILABLE" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.split": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.merge": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.resize": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.renumber": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.history": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "networks.utilizationHistory": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.allocate": "VLAN_GROUP_NOT_FOUND" | "VID_NOT_AVAILABLE" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.nextVid": "VLAN_GROUP_NOT_FOUND" | "VID_NOT_AVAILABLE" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.adopt": "VLAN_GROUP_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.list": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.create": "NETWORK_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.get": "POOL_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.update": "POOL_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.delete": "POOL_NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.nextIp": "POOL_NOT_FOUND" | "IP_NOT_AVAILABLE" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.heatmap": "POOL_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.allocate": "POOL_NOT_FOUND" | "IP_NOT_AVAILABLE" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.allocations": "POOL_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.history": "POOL_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "pools.utilizationHistory": "POOL_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "allocations.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "allocations.release": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "allocations.forgetKey": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "addresses.get": "CONFLICT" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "addresses.endQuarantine": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.createMany": "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.search": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.statusCounts": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.get": "DEVICE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.update": "DEVICE_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.delete": "DEVICE_NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.bulkDelete": "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.related": "DEVICE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "devices.history": "DEVICE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "relationships.listAll": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "relationships.list": "DEVICE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "relationships.create": "DEVICE_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "relationships.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "conflicts.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "conflicts.detect": "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "conflicts.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "conflicts.resolve": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "conflicts.ignore": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.start": "NETWORK_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.watch": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_STREAMS" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.cancel": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "scans.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.list": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.missing": "NETWORK_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.deleteOfNetwork": "NETWORK_NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.promote": "NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.promoteMany": "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.link": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.accept": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.ignore": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveredDevices.unignore": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "search.all": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "names.find": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "dashboard.get": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "exports.httpSd": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "exports.ansible": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "events.read": "CURSOR_EXPIRED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "events.stream": "CURSOR_EXPIRED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "TOO_MANY_STREAMS" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "audit.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "audit.export": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "audit.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "import.plan": "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "import.apply": "PLAN_STALE" | "PLAN_DAMAGED" | "PLAN_FAULTY" | "PLAN_TOO_LARGE" | "ROW_REFUSED" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.create": "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.effects": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.refresh": "NOT_FOUND" | "CONFLICT" | "PLAN_STALE" | "PLAN_LIMIT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.reject": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "plans.apply": "NOT_FOUND" | "CONFLICT" | "PLAN_STALE" | "PRECONDITION_REQUIRED" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "changes.undo": "CHANGE_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "auth.me": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "config.get": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "manifest.get": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.create": "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.get": "FIELD_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.update": "FIELD_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.delete": "FIELD_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "fields.history": "FIELD_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.get": "DATACENTER_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.update": "DATACENTER_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.delete": "DATACENTER_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.bulkDelete": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "datacenters.history": "DATACENTER_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.get": "SPACE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.update": "SPACE_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.delete": "SPACE_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.bulkDelete": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "spaces.history": "SPACE_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.get": "VLAN_GROUP_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.update": "VLAN_GROUP_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.delete": "VLAN_GROUP_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.bulkDelete": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlanGroups.history": "VLAN_GROUP_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.get": "VLAN_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.update": "VLAN_NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.delete": "VLAN_NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.bulkUpdate": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.bulkDelete": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "vlans.history": "VLAN_NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.create": "ALREADY_EXISTS" | "BUSY" | "CONFLICT" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "NOT_FOUND" | "PLAN_LIMIT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.update": "NOT_FOUND" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.delete": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PLAN_LIMIT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "discoveryRules.history": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "auth.login": "INVALID_CREDENTIALS" | "BUSY" | "CSRF_FAILED" | "INTERNAL_ERROR" | "INVALID_INPUT" | "LOGIN_RATE_LIMIT_EXCEEDED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "auth.logout": "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "auth.bootstrap": "CONFLICT" | "INVALID_CREDENTIALS" | "BUSY" | "CSRF_FAILED" | "INTERNAL_ERROR" | "INVALID_INPUT" | "LOGIN_RATE_LIMIT_EXCEEDED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "keys.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "keys.create": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "keys.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "keys.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.create": "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.update": "NOT_FOUND" | "ALREADY_EXISTS" | "LAST_ADMIN" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.delete": "NOT_FOUND" | "CANNOT_DELETE_SELF" | "LAST_ADMIN" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.roles": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.permissions": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.grantRole": "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.revokeRole": "LAST_ADMIN" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.changePassword": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "LOGIN_RATE_LIMIT_EXCEEDED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "users.resetPassword": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "roles.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "roles.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "roles.create": "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "roles.update": "NOT_FOUND" | "SYSTEM_ROLE" | "ALREADY_EXISTS" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "roles.delete": "NOT_FOUND" | "SYSTEM_ROLE" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "permissions.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "oauthClients.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "oauthClients.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "oauthGrants.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "oauthGrants.revoke": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.read": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.leases": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.create": "ALREADY_EXISTS" | "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.update": "NOT_FOUND" | "ALREADY_EXISTS" | "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.delete": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "leaseSources.history": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.create": "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.update": "NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agents.renewToken": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agentWork.next": "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agentWork.report": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agentWork.end": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agentLeases.report": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "agentLeases.end": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.create": "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.update": "NOT_FOUND" | "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.test": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "snmpDevices.planLinks": "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.list": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.create": "CONFLICT" | "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.events": "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.update": "NOT_FOUND" | "ENCRYPTION_KEY_MISSING" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "REQUEST_TIMEOUT" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.delete": "NOT_FOUND" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhooks.ping": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhookDeliveries.list": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhookDeliveries.get": "NOT_FOUND" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "RATE_LIMIT_EXCEEDED" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
  "webhookDeliveries.redeliver": "NOT_FOUND" | "CONFLICT" | "BUSY" | "CSRF_FAILED" | "EXPIRED_KEY" | "FORBIDDEN" | "INTERNAL_ERROR" | "INVALID_INPUT" | "RATE_LIMIT_EXCEEDED" | "READ_ONLY" | "UNAUTHORIZED" | "UNAVAILABLE" | "VALIDATION_ERROR";
}

/** What each operation takes, by name of the field, and gives back. */
export interface Calls {
  "datacenters.devices": { fields: { id: string }; answer: RecordList<Device> };
  "networks.list": { fields: NetworksListInput; answer: PagedRecordList<Network> };
  "networks.roots": { fields: NetworksRootsInput; answer: PagedRecordList<NetworkChild> };
  "networks.create": { fields: NetworksCreateInput; answer: Promise<Network> };
  "networks.createMany": { fields: { items: GivenItems<NetworksCreateInput> }; answer: Promise<BulkResult> };
  "networks.allocate": { fields: { id: string } & NetworksAllocateInput; answer: Promise<AllocatedNetworks> };
  "networks.get": { fields: { id: string }; answer: Promise<Network> };
  "networks.children": { fields: { id: string }; answer: RecordList<NetworkChild> };
  "networks.update": { fields: { id: string } & NetworksUpdateInput; answer: Promise<Network> };
  "networks.delete": { fields: { id: string }; answer: Promise<void> };
  "networks.utilizations": { fields: Record<never, never>; answer: RecordList<NetworkUtilization> };
  "networks.utilization": { fields: { id: string }; answer: Promise<NetworkUtilization> };
  "networks.freePrefixes": { fields: { id: string } & NetworksFreePrefixesInput; answer: RecordList<FreePrefix> };
  "networks.bulkUpdate": { fields: NetworksBulkUpdateInput; answer: Promise<BulkChange> };
  "networks.bulkDelete": { fields: NetworksBulkDeleteInput; answer: Promise<BulkChange> };
  "networks.devices": { fields: { id: string }; answer: RecordList<Device> };
  "networks.heatmap": { fields: { id: string } & NetworksHeatmapInput; answer: RecordList<HeatmapEntry> };
  "networks.nextIp": { fields: { id: string } & NetworksNextIpInput; answer: Promise<NextIp> };
  "networks.split": { fields: { id: string } & NetworksSplitInput; answer: Promise<Plan> };
  "networks.merge": { fields: { id: string } & NetworksMergeInput; answer: Promise<Plan> };
  "networks.resize": { fields: { id: string } & NetworksResizeInput; answer: Promise<Plan> };
  "networks.renumber": { fields: { id: string } & NetworksRenumberInput; answer: Promise<Plan> };
  "networks.history": { fields: { id: string } & NetworksHistoryInput; answer: RecordList<HistoryEntry> };
  "networks.utilizationHistory": { fields: { id: string } & NetworksUtilizationHistoryInput; answer: Promise<UtilizationHistory> };
  "vlanGroups.allocate": { fields: { id: string } & VlanGroupsAllocateInput; answer: Promise<AllocatedVlans> };
  "vlanGroups.nextVid": { fields: { id: string }; answer: Promise<NextVid> };
  "vlanGroups.adopt": { fields: { id: string }; answer: Promise<Plan> };
  "pools.list": { fields: { id: string } & PoolsListInput; answer: RecordList<Pool> };
  "pools.create": { fields: { id: string } & PoolsCreateInput; answer: Promise<Pool> };
  "pools.get": { fields: { id: string }; answer: Promise<Pool> };
  "pools.update": { fields: { id: string } & PoolsUpdateInput; answer: Promise<Pool> };
  "pools.delete": { fields: { id: string }; answer: Promise<void> };
  "pools.nextIp": { fields: { id: string } & PoolsNextIpInput; answer: Promise<NextIp> };
  "pools.heatmap": { fields: { id: string } & PoolsHeatmapInput; answer: RecordList<HeatmapEntry> };
  "pools.allocate": { fields: { id: string } & PoolsAllocateInput; answer: Promise<AllocationResult> };
  "pools.allocations": { fields: { id: string }; answer: RecordList<Allocation> };
  "pools.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "pools.utilizationHistory": { fields: { id: string } & PoolsUtilizationHistoryInput; answer: Promise<UtilizationHistory> };
  "allocations.get": { fields: { id: string }; answer: Promise<Allocation> };
  "allocations.release": { fields: { id: string }; answer: Promise<void> };
  "allocations.forgetKey": { fields: { key: string } & AllocationsForgetKeyInput; answer: Promise<void> };
  "addresses.get": { fields: { ip: string } & AddressesGetInput; answer: Promise<AddressDetails> };
  "addresses.endQuarantine": { fields: { ip: string } & AddressesEndQuarantineInput; answer: Promise<void> };
  "devices.list": { fields: DevicesListInput; answer: PagedRecordList<Device> };
  "devices.create": { fields: DevicesCreateInput; answer: Promise<Device> };
  "devices.createMany": { fields: { items: GivenItems<DevicesCreateInput> }; answer: Promise<BulkResult> };
  "devices.search": { fields: DevicesSearchInput; answer: RecordList<Device> };
  "devices.statusCounts": { fields: Record<never, never>; answer: Promise<DeviceStatusCounts> };
  "devices.get": { fields: { id: string }; answer: Promise<Device> };
  "devices.update": { fields: { id: string } & DevicesUpdateInput; answer: Promise<Device> };
  "devices.delete": { fields: { id: string }; answer: Promise<void> };
  "devices.bulkUpdate": { fields: DevicesBulkUpdateInput; answer: Promise<BulkChange> };
  "devices.bulkDelete": { fields: DevicesBulkDeleteInput; answer: Promise<BulkChange> };
  "devices.related": { fields: { id: string } & DevicesRelatedInput; answer: RecordList<Device> };
  "devices.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "relationships.listAll": { fields: Record<never, never>; answer: RecordList<Relationship> };
  "relationships.list": { fields: { id: string }; answer: RecordList<Relationship> };
  "relationships.create": { fields: { id: string } & RelationshipsCreateInput; answer: Promise<RelationshipCreated> };
  "relationships.delete": { fields: { id: string; child_id: string; type: string }; answer: Promise<void> };
  "conflicts.list": { fields: ConflictsListInput; answer: RecordList<Conflict> };
  "conflicts.detect": { fields: ConflictsDetectInput; answer: Promise<ConflictDetection> };
  "conflicts.get": { fields: { id: string }; answer: Promise<Conflict> };
  "conflicts.resolve": { fields: { id: string } & ConflictsResolveInput; answer: Promise<Conflict> };
  "conflicts.ignore": { fields: { id: string } & ConflictsIgnoreInput; answer: Promise<Conflict> };
  "scans.start": { fields: { id: string } & ScansStartInput; answer: Promise<DiscoveryScan> };
  "scans.list": { fields: ScansListInput; answer: RecordList<DiscoveryScan> };
  "scans.get": { fields: { id: string }; answer: Promise<DiscoveryScan> };
  "scans.watch": { fields: { id: string }; answer: Watched<DiscoveryScan> };
  "scans.cancel": { fields: { id: string }; answer: Promise<void> };
  "scans.delete": { fields: { id: string }; answer: Promise<void> };
  "discoveredDevices.list": { fields: DiscoveredDevicesListInput; answer: PagedRecordList<DiscoveredDevice> };
  "discoveredDevices.missing": { fields: DiscoveredDevicesMissingInput; answer: RecordList<MissingAddress> };
  "discoveredDevices.delete": { fields: { id: string }; answer: Promise<void> };
  "discoveredDevices.deleteOfNetwork": { fields: DiscoveredDevicesDeleteOfNetworkInput; answer: Promise<void> };
  "discoveredDevices.promote": { fields: { id: string } & DiscoveredDevicesPromoteInput; answer: Promise<Device> };
  "discoveredDevices.promoteMany": { fields: DiscoveredDevicesPromoteManyInput; answer: Promise<PromotedDevices> };
  "discoveredDevices.link": { fields: { id: string } & DiscoveredDevicesLinkInput; answer: Promise<DiscoveredDevice> };
  "discoveredDevices.accept": { fields: { id: string } & DiscoveredDevicesAcceptInput; answer: Promise<DiscoveredDevice> };
  "discoveredDevices.ignore": { fields: { id: string } & DiscoveredDevicesIgnoreInput; answer: Promise<DiscoveredDevice> };
  "discoveredDevices.unignore": { fields: { id: string }; answer: Promise<DiscoveredDevice> };
  "search.all": { fields: SearchAllInput; answer: Promise<SearchResults> };
  "names.find": { fields: NamesFindInput; answer: RecordList<RecordName> };
  "dashboard.get": { fields: DashboardGetInput; answer: Promise<Dashboard> };
  "exports.httpSd": { fields: ExportsHttpSdInput; answer: Promise<ServiceFile> };
  "exports.ansible": { fields: ExportsAnsibleInput; answer: Promise<ServiceFile> };
  "events.read": { fields: EventsReadInput; answer: Promise<EventPage> };
  "events.stream": { fields: EventsStreamInput; answer: Watched<KnownEvent> };
  "audit.list": { fields: AuditListInput; answer: PagedRecordList<AuditRecord> };
  "audit.export": { fields: AuditExportInput; answer: Promise<ServiceFile> };
  "audit.get": { fields: { id: string }; answer: Promise<AuditRecord> };
  "import.plan": { fields: { items: GivenItems<ImportRowInput | ImportProblemInput> }; answer: RecordList<ImportPlanLine> };
  "import.apply": { fields: { items: GivenItems<ImportPlanLineInput> } & ImportApplyInput; answer: Promise<ImportReport> };
  "plans.list": { fields: PlansListInput; answer: RecordList<PlanSummary> };
  "plans.create": { fields: PlansCreateInput; answer: Promise<Plan> };
  "plans.get": { fields: { id: string } & PlansGetInput; answer: Promise<PlanReading> };
  "plans.effects": { fields: { id: string } & PlansEffectsInput; answer: Promise<PlanEffectPage> };
  "plans.delete": { fields: { id: string }; answer: Promise<void> };
  "plans.refresh": { fields: { id: string }; answer: Promise<Plan> };
  "plans.reject": { fields: { id: string } & PlansRejectInput; answer: Promise<Plan> };
  "plans.apply": { fields: { id: string } & PlansApplyInput; answer: Promise<Plan> };
  "changes.undo": { fields: { change_id: string } & ChangesUndoInput; answer: Promise<Plan>; dryRun: Plan };
  "auth.me": { fields: Record<never, never>; answer: Promise<CurrentUser> };
  "config.get": { fields: Record<never, never>; answer: Promise<ServiceConfig> };
  "manifest.get": { fields: ManifestGetInput; answer: Promise<Manifest> };
  "fields.list": { fields: FieldsListInput; answer: PagedRecordList<Field> };
  "fields.create": { fields: FieldsCreateInput; answer: Promise<Field> };
  "fields.get": { fields: { id: string }; answer: Promise<Field> };
  "fields.update": { fields: { id: string } & FieldsUpdateInput; answer: Promise<Field> };
  "fields.delete": { fields: { id: string } & FieldsDeleteInput; answer: Promise<void> };
  "fields.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "datacenters.list": { fields: DatacentersListInput; answer: PagedRecordList<Datacenter> };
  "datacenters.create": { fields: DatacentersCreateInput; answer: Promise<Datacenter> };
  "datacenters.get": { fields: { id: string }; answer: Promise<Datacenter> };
  "datacenters.update": { fields: { id: string } & DatacentersUpdateInput; answer: Promise<Datacenter> };
  "datacenters.delete": { fields: { id: string }; answer: Promise<void> };
  "datacenters.bulkUpdate": { fields: DatacentersBulkUpdateInput; answer: Promise<BulkChange> };
  "datacenters.bulkDelete": { fields: DatacentersBulkDeleteInput; answer: Promise<BulkChange> };
  "datacenters.history": { fields: { id: string } & DatacentersHistoryInput; answer: RecordList<HistoryEntry> };
  "spaces.list": { fields: SpacesListInput; answer: PagedRecordList<Space> };
  "spaces.create": { fields: SpacesCreateInput; answer: Promise<Space> };
  "spaces.get": { fields: { id: string }; answer: Promise<Space> };
  "spaces.update": { fields: { id: string } & SpacesUpdateInput; answer: Promise<Space> };
  "spaces.delete": { fields: { id: string }; answer: Promise<void> };
  "spaces.bulkUpdate": { fields: SpacesBulkUpdateInput; answer: Promise<BulkChange> };
  "spaces.bulkDelete": { fields: SpacesBulkDeleteInput; answer: Promise<BulkChange> };
  "spaces.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "vlanGroups.list": { fields: VlanGroupsListInput; answer: PagedRecordList<VlanGroup> };
  "vlanGroups.create": { fields: VlanGroupsCreateInput; answer: Promise<VlanGroup> };
  "vlanGroups.get": { fields: { id: string }; answer: Promise<VlanGroup> };
  "vlanGroups.update": { fields: { id: string } & VlanGroupsUpdateInput; answer: Promise<VlanGroup> };
  "vlanGroups.delete": { fields: { id: string } & VlanGroupsDeleteInput; answer: Promise<void> };
  "vlanGroups.bulkUpdate": { fields: VlanGroupsBulkUpdateInput; answer: Promise<BulkChange> };
  "vlanGroups.bulkDelete": { fields: VlanGroupsBulkDeleteInput; answer: Promise<BulkChange> };
  "vlanGroups.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "vlans.list": { fields: VlansListInput; answer: PagedRecordList<Vlan> };
  "vlans.create": { fields: VlansCreateInput; answer: Promise<Vlan> };
  "vlans.get": { fields: { id: string }; answer: Promise<Vlan> };
  "vlans.update": { fields: { id: string } & VlansUpdateInput; answer: Promise<Vlan> };
  "vlans.delete": { fields: { id: string }; answer: Promise<void> };
  "vlans.bulkUpdate": { fields: VlansBulkUpdateInput; answer: Promise<BulkChange> };
  "vlans.bulkDelete": { fields: VlansBulkDeleteInput; answer: Promise<BulkChange> };
  "vlans.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "discoveryRules.list": { fields: DiscoveryRulesListInput; answer: PagedRecordList<DiscoveryRule> };
  "discoveryRules.create": { fields: DiscoveryRulesCreateInput; answer: Promise<DiscoveryRule> };
  "discoveryRules.get": { fields: { id: string }; answer: Promise<DiscoveryRule> };
  "discoveryRules.update": { fields: { id: string } & DiscoveryRulesUpdateInput; answer: Promise<DiscoveryRule> };
  "discoveryRules.delete": { fields: { id: string }; answer: Promise<void> };
  "discoveryRules.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "auth.login": { fields: AuthLoginInput; answer: Promise<SignedIn> };
  "auth.logout": { fields: Record<never, never>; answer: Promise<void> };
  "auth.bootstrap": { fields: AuthBootstrapInput; answer: Promise<User> };
  "keys.list": { fields: Record<never, never>; answer: RecordList<ApiKey> };
  "keys.create": { fields: KeysCreateInput; answer: Promise<NewApiKey> };
  "keys.get": { fields: { id: string }; answer: Promise<ApiKey> };
  "keys.delete": { fields: { id: string }; answer: Promise<void> };
  "users.list": { fields: UsersListInput; answer: RecordList<User> };
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
  "roles.list": { fields: RolesListInput; answer: RecordList<Role> };
  "roles.get": { fields: { id: string }; answer: Promise<Role> };
  "roles.create": { fields: RolesCreateInput; answer: Promise<Role> };
  "roles.update": { fields: { id: string } & RolesUpdateInput; answer: Promise<Role> };
  "roles.delete": { fields: { id: string }; answer: Promise<void> };
  "permissions.list": { fields: PermissionsListInput; answer: RecordList<Permission> };
  "oauthClients.list": { fields: Record<never, never>; answer: RecordList<OAuthClient> };
  "oauthClients.delete": { fields: { id: string }; answer: Promise<void> };
  "oauthGrants.list": { fields: Record<never, never>; answer: RecordList<OAuthGrant> };
  "oauthGrants.revoke": { fields: { id: string }; answer: Promise<void> };
  "leaseSources.read": { fields: { id: string }; answer: Promise<LeaseSource> };
  "leaseSources.leases": { fields: { id: string }; answer: RecordList<DhcpLease> };
  "leaseSources.list": { fields: LeaseSourcesListInput; answer: PagedRecordList<LeaseSource> };
  "leaseSources.create": { fields: LeaseSourcesCreateInput; answer: Promise<LeaseSource> };
  "leaseSources.get": { fields: { id: string }; answer: Promise<LeaseSource> };
  "leaseSources.update": { fields: { id: string } & LeaseSourcesUpdateInput; answer: Promise<LeaseSource> };
  "leaseSources.delete": { fields: { id: string }; answer: Promise<void> };
  "leaseSources.history": { fields: { id: string }; answer: RecordList<HistoryEntry> };
  "agents.list": { fields: Record<never, never>; answer: RecordList<Agent> };
  "agents.create": { fields: AgentsCreateInput; answer: Promise<NewAgent> };
  "agents.get": { fields: { id: string }; answer: Promise<Agent> };
  "agents.update": { fields: { id: string } & AgentsUpdateInput; answer: Promise<Agent> };
  "agents.delete": { fields: { id: string }; answer: Promise<void> };
  "agents.renewToken": { fields: { id: string }; answer: Promise<NewAgent> };
  "agentWork.next": { fields: AgentWorkNextInput; answer: Promise<AgentWork> };
  "agentWork.report": { fields: { id: string } & AgentWorkReportInput; answer: Promise<AgentReportAnswer> };
  "agentWork.end": { fields: { id: string } & AgentWorkEndInput; answer: Promise<AgentReportAnswer> };
  "agentLeases.report": { fields: { id: string } & AgentLeasesReportInput; answer: Promise<AgentLeaseAnswer> };
  "agentLeases.end": { fields: { id: string } & AgentLeasesEndInput; answer: Promise<AgentLeaseAnswer> };
  "snmpDevices.list": { fields: Record<never, never>; answer: RecordList<SnmpDevice> };
  "snmpDevices.create": { fields: SnmpDevicesCreateInput; answer: Promise<SnmpDevice> };
  "snmpDevices.get": { fields: { id: string }; answer: Promise<SnmpDevice> };
  "snmpDevices.update": { fields: { id: string } & SnmpDevicesUpdateInput; answer: Promise<SnmpDevice> };
  "snmpDevices.delete": { fields: { id: string }; answer: Promise<void> };
  "snmpDevices.test": { fields: { id: string }; answer: Promise<SnmpReading> };
  "snmpDevices.planLinks": { fields: Record<never, never>; answer: Promise<LinkProposal> };
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

/** Events of the service by name, each with the type of its data. */
export interface ServiceEventData {
  /** An agent was registered */
  "agent.created": Agent;
  /** An agent was removed; data is the agent as it was */
  "agent.deleted": Agent;
  /** A second process uses the token of an agent: two were started, or the token was stolen */
  "agent.second_process": Agent;
  /** Properties of an agent changed, or it got a new token */
  "agent.updated": AgentUpdatedData;
  /** Records contradict each other */
  "conflict.detected": Conflict;
  /** Records that contradicted each other no longer do */
  "conflict.resolved": Conflict;
  /** A datacenter was created */
  "datacenter.created": Datacenter;
  /** A datacenter was deleted */
  "datacenter.deleted": Datacenter;
  /** A datacenter was changed */
  "datacenter.updated": {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name */
  name: string;
  /** Where it is */
  location: string;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id: string | null;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
};
  /** A device was added */
  "device.created": DeviceEventData;
  /** A device was removed; data is the device as it was */
  "device.deleted": DeviceEventData;
  /** Scan after scan, as many as DISCOVERY_MISSING_AFTER says, saw nothing at an address of an active device */
  "device.missing": MissingAddress;
  /** A discovered device became a device of the inventory */
  "device.promoted": DeviceEventData;
  /** Something answers at an address again that was told to be missing */
  "device.returned": MissingAddress;
  /** Properties of a device changed */
  "device.updated": DeviceUpdatedData;
  /** A discovery scan completed; one that failed or was cancelled does not */
  "discovery.completed": DiscoveryScan;
  /** Something answered at an address where nothing had been seen; which device it is and what differs, only who may read devices is told */
  "discovery.device_found": DiscoveredDevice;
  /** A discovery scan started */
  "discovery.started": DiscoveryScan;
  /** A custom field was created */
  "field.created": Field;
  /** A custom field was deleted */
  "field.deleted": Field;
  /** A custom field was changed */
  "field.updated": {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Kind of record that has the field: datacenter, network, pool, device or a declared kind */
  record: string;
  /** Name in `fields` of records, in filters and in columns of files; unique in its kind of record */
  name: string;
  /** What people read; the name unless given */
  label: string;
  /** Type of its values: a date is 2026-01-31, a url absolute with http or https */
  type: "text" | "number" | "boolean" | "date" | "choice" | "url";
  /** Values that a field of type choice may have; none for other types */
  choices: string[];
  /** Whether new records must have a value, and none may be unset from now on */
  required: boolean;
  /** Whether no two records may have the same value */
  unique: boolean;
  /** Free text */
  description: string;
  /** Its place among the fields of its kind of record */
  position: number;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
};
  /** A network was created */
  "network.created": Network;
  /** A network was removed; data is the network as it was */
  "network.deleted": Network;
  /** Properties of a network changed */
  "network.updated": NetworkUpdatedData;
  /** A plan was applied: all its changes were made */
  "plan.applied": PlanSummary;
  /** A plan was made: changes that somebody is to look at */
  "plan.created": PlanSummary;
  /** A plan was rejected: nothing of it was done */
  "plan.rejected": PlanSummary;
  /** A pool was created */
  "pool.created": Pool;
  /** A pool was removed, by itself or with its network; data is the pool as it was */
  "pool.deleted": Pool;
  /** Properties of a pool changed */
  "pool.updated": PoolUpdatedData;
  /** A pool's utilization reached the threshold */
  "pool.utilization_high": PoolUtilizationHigh;
  /** Two devices were related */
  "relationship.created": Relationship;
  /** A relationship was removed, by itself or with one of its devices; data is the relationship as it was */
  "relationship.deleted": Relationship;
  /** An address space was created */
  "space.created": Space;
  /** An address space was deleted */
  "space.deleted": Space;
  /** An address space was changed */
  "space.updated": {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique among the spaces */
  name: string;
  /** Route distinguisher, as routers have it; any text */
  rd: string;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
};
  /** A VLAN was created */
  "vlan.created": Vlan;
  /** A VLAN was deleted */
  "vlan.deleted": Vlan;
  /** A VLAN was changed */
  "vlan.updated": {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its number, unique in its group */
  vid: number;
  /** Its name; `VLAN` and the number by default */
  name: string;
  /** Id of its group, null for none */
  group_id: string | null;
  /** How far it is in use */
  status: "active" | "reserved" | "deprecated";
  /** Free text */
  description: string;
  /** Tags */
  tags: string[];
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
};
  /** A VLAN group was created */
  "vlan_group.created": VlanGroup;
  /** A VLAN group was deleted */
  "vlan_group.deleted": VlanGroup;
  /** A VLAN group was changed */
  "vlan_group.updated": {
  /** Identifier (UUID version 7), made by the service */
  id: string;
  /** Its name, unique in its datacenter */
  name: string;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id: string | null;
  /** Id of the address space whose networks it numbers, null for none */
  space_id: string | null;
  /** Lowest number of its VLANs */
  min_vid: number;
  /** Highest number of its VLANs */
  max_vid: number;
  /** Free text */
  description: string;
  /** Values of custom fields, by name: every field is present, null when it is unset */
  fields: Record<string, string | number | boolean | null>;
  /** ISO 8601 UTC with milliseconds */
  created_at: string;
  /** ISO 8601 UTC with milliseconds */
  updated_at: string;
  /** Names of the fields that changed */
  changes: string[];
};
}

/**
 * Names of events, each with the type of its data: those of the service. A program adds those of plugins that its server has.
 *
 * @example
 * declare module "@cadastre/client" {
 *   interface EventData {
 *     "rack.created": { readonly id: string; readonly name: string };
 *   }
 * }
 */
export interface EventData extends ServiceEventData {}

/** Names of events. A newer server, or one with other plugins, may tell of further ones. */
export type EventName = keyof EventData;

/** One event of the log: its name tells which data it has. */
export interface NamedEvent<Name extends EventName> extends Omit<Event, "event" | "data"> {
  /** Name of the event: `device.created`. */
  readonly event: Name;
  /** The record, as the event tells of it. */
  readonly data: EventData[Name];
}

/** An event that the program knows: `event` tells which data it has. */
export type KnownEvent = { readonly [Name in EventName]: NamedEvent<Name> }[EventName];
