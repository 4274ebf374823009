// Generated from the operations by `npx --yes pnpm@12 docs:reference`. Change these, not this file.
import type { CallOptions, GivenItems, KeyCallOptions, PagedRecordList, RecordList, Streamed } from "../operations/facade.ts";
import type { TextFile } from "../operations/result.ts";

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

/** How a host runs scans */
export interface DiscoveryOptions {
  /** Id of the scanner that runs every scan; the best one that works here, unless set */
  scanner?: string | undefined;
  /** Addresses that receive no packet of this host, whatever a scan asks for: ranges first-last, single addresses and CIDRs, separated by commas */
  doNotProbe?: string | null | undefined;
  /** Addresses that scans may reach although they are loopback, link-local, cloud metadata, multicast or this host's own: addresses, CIDRs and ranges, separated by commas */
  allow?: string | null | undefined;
  /** Probes a second that a scan may send. `3000` unless given */
  probesPerSecond?: number | undefined;
  /** Days that discovered devices are kept after they were seen last, and scans that are over; 0 keeps them for ever. `90` unless given */
  retentionDays?: number | undefined;
  /** Completed scans in a row that must not have seen a recorded address which they covered, until it is missing. `3` unless given */
  missingAfter?: number | undefined;
  /** Ids or names of the datacenters whose networks this host scans; all networks when empty. The scans of others are left to other hosts on the same database. `[]` unless given */
  datacenters?: string[] | undefined;
  /** A host that is silent for so long is considered dead: another one continues its scans. `30000` unless given */
  leaseMs?: number | undefined;
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

/** The datacenter of a natural key, new or not */
export interface EnsuredDatacenter {
  /** A site; its networks and devices are in the address space that it names, or in a private one */
  record: Datacenter;
  /** Whether the call created the record */
  created: boolean;
}

/** The device of a natural key, new or not */
export interface EnsuredDevice {
  /** A device with its addresses, tags and domains */
  record: Device;
  /** Whether the call created the record */
  created: boolean;
}

/** The network of a natural key, new or not */
export interface EnsuredNetwork {
  /** A subnet in the address space that it names, in that of its datacenter, or in the common one */
  record: Network;
  /** Whether the call created the record */
  created: boolean;
}

/** The pool of a natural key, new or not */
export interface EnsuredPool {
  /** A range of a network's addresses from which addresses are handed out */
  record: Pool;
  /** Whether the call created the record */
  created: boolean;
}

/** The space of a natural key, new or not */
export interface EnsuredSpace {
  /** An address space (a VRF), which datacenters and networks may be in: in it, an address is unique */
  record: Space;
  /** Whether the call created the record */
  created: boolean;
}

/** The vlan of a natural key, new or not */
export interface EnsuredVlan {
  /** A VLAN: a number and a name, which networks refer to */
  record: Vlan;
  /** Whether the call created the record */
  created: boolean;
}

/** The vlan-group of a natural key, new or not */
export interface EnsuredVlanGroup {
  /** VLANs whose numbers are unique together: those of a datacenter, a space or a switch domain */
  record: VlanGroup;
  /** Whether the call created the record */
  created: boolean;
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

/** What `datacenters.find` takes: find a datacenter by its name. */
export interface DatacentersKey {
  /** Its name */
  name: string;
}

/** What `datacenters.ensure` takes beside the key: find or create a datacenter by its name. */
export interface DatacentersEnsureInput {
  /** Where it is */
  location?: string | null | undefined;
  /** Id of the address space that its networks and devices are in; a private one where null */
  space_id?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
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

/** What `networks.find` takes: find a network by its subnet, datacenter and address space. */
export interface NetworksKey {
  /** Subnet in CIDR notation, IPv4 or IPv6 */
  subnet: string;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
  /** Id of the address space; that of the datacenter where null, null for none */
  space_id?: string | null | undefined;
}

/** What `networks.ensure` takes beside the key: find or create a network by its subnet, datacenter and address space. */
export interface NetworksEnsureInput {
  /** Name, 1–255 characters after trimming */
  name: string;
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

/** What `vlanGroups.find` takes: find a vlan-group by its name and datacenter_id. */
export interface VlanGroupsKey {
  /** Its name, unique in its datacenter */
  name: string;
  /** Id of the datacenter whose networks it numbers, null for none */
  datacenter_id?: string | null | undefined;
}

/** What `vlanGroups.ensure` takes beside the key: find or create a vlan-group by its name and datacenter_id. */
export interface VlanGroupsEnsureInput {
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

/** What `pools.find` takes: find a pool by its network and name. */
export interface PoolsKey {
  /** Id of the network */
  network_id: string;
  /** Name, 1–255 characters after trimming */
  name: string;
}

/** What `pools.ensure` takes beside the key: find or create a pool by its network and name. */
export interface PoolsEnsureInput {
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

/** What `devices.find` takes: find a device by its name and datacenter. */
export interface DevicesKey {
  /** Name, 1–255 characters after trimming */
  name: string;
  /** Id of the datacenter, null for none */
  datacenter_id?: string | null | undefined;
}

/** What `devices.ensure` takes beside the key: find or create a device by its name and datacenter. */
export interface DevicesEnsureInput {
  /** Host name */
  hostname?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Make and model */
  make_model?: string | null | undefined;
  /** Operating system */
  os?: string | null | undefined;
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

/** What `spaces.find` takes: find a space by its name. */
export interface SpacesKey {
  /** Its name, unique among the spaces */
  name: string;
}

/** What `spaces.ensure` takes beside the key: find or create a space by its name. */
export interface SpacesEnsureInput {
  /** Route distinguisher, as routers have it; any text */
  rd?: string | null | undefined;
  /** Free text */
  description?: string | null | undefined;
  /** Values of custom fields, by name; null removes a value, and a field that is not sent keeps its value */
  fields?: Record<string, string | number | boolean | null> | undefined;
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

/** What `vlans.find` takes: find a vlan by its group_id and vid. */
export interface VlansKey {
  /** Id of its group, null for none */
  group_id?: string | null | undefined;
  /** Its number, unique in its group */
  vid: number;
}

/** What `vlans.ensure` takes beside the key: find or create a vlan by its group_id and vid. */
export interface VlansEnsureInput {
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

/** The operations `datacenters.…`. */
export interface DatacentersOperations {
  /**
   * List datacenters.
   * Read by page with `page()`; sorted by name, space_id.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: DatacentersListInput, options?: CallOptions): PagedRecordList<Datacenter>;
  /**
   * Create a datacenter.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: DatacentersCreateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Get a datacenter.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:read`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(datacenterId: string, options?: CallOptions): Promise<Datacenter>;
  /**
   * Change a datacenter. Only the keys sent change; a list that is sent replaces the list.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:update`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(datacenterId: string, input?: DatacentersUpdateInput, options?: CallOptions): Promise<Datacenter>;
  /**
   * Delete a datacenter. Networks and devices of the datacenter stay, with an empty datacenter_id.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:delete`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(datacenterId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many datacenters. All or none, at most 10,000: the datacenters with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: DatacentersBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many datacenters. All or none, at most 10,000: the datacenters with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:delete`.
   * @throws CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: DatacentersBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a datacenter. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:read`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(datacenterId: string, filter?: DatacentersHistoryInput, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * List the devices of a datacenter.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @param datacenterId id of the datacenter
   * @throws DATACENTER_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  devices(datacenterId: string, options?: CallOptions): RecordList<Device>;
  /**
   * Find a datacenter by its name. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: DatacentersKey, options?: KeyCallOptions): Promise<Datacenter | null>;
  /**
   * Find or create a datacenter by its name. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `datacenter:read` and `datacenter:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: DatacentersKey, more?: DatacentersEnsureInput, options?: KeyCallOptions): Promise<EnsuredDatacenter>;
}

/** The operations `networks.…`. */
export interface NetworksOperations {
  /**
   * List networks.
   * Read by page with `page()`; sorted by name, subnet, vlan_id, updated_at.
   *
   * In the name of a caller (`inventory.as`): needs `network:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: NetworksListInput, options?: CallOptions): PagedRecordList<Network>;
  /**
   * List the networks that lie in no other. Sorted by address by default. Each has its utilization and the number of its children: the first level of the tree.
   * Read by page with `page()`; sorted by subnet, name.
   *
   * In the name of a caller (`inventory.as`): needs `network:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  roots(filter?: NetworksRootsInput, options?: CallOptions): PagedRecordList<NetworkChild>;
  /**
   * Create a network. Addresses that no network contained so far are linked to it.
   *
   * In the name of a caller (`inventory.as`): needs `network:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: NetworksCreateInput, options?: CallOptions): Promise<Network>;
  /**
   * Create many networks. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * In the name of a caller (`inventory.as`): needs `network:create`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  createMany(items: GivenItems<NetworksCreateInput>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Create free networks inside a network. Networks of the prefix length that is asked for, all or none, where no network, pool or address is. They are in the space and datacenter of this network unless given. The same key, or Idempotency-Key header, gives the same networks again, and is refused when one of them was deleted since.
   *
   * In the name of a caller (`inventory.as`): needs `network:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, PREFIX_NOT_AVAILABLE, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  allocate(networkId: string, input: NetworksAllocateInput, options?: CallOptions): Promise<AllocatedNetworks>;
  /**
   * Get a network.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(networkId: string, options?: CallOptions): Promise<Network>;
  /**
   * List the networks that lie in a network. Those whose parent it is, by address, each with how full it is and how many networks lie in it.
   *
   * In the name of a caller (`inventory.as`): needs `network:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  children(networkId: string, options?: CallOptions): RecordList<NetworkChild>;
  /**
   * Change a network. A network that moves to another datacenter takes its addresses and allocations along; a new subnet must hold its pools.
   *
   * In the name of a caller (`inventory.as`): needs `network:update`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(networkId: string, input?: NetworksUpdateInput, options?: CallOptions): Promise<Network>;
  /**
   * Delete a network. Pools and allocations go with it; addresses of devices stay, without a network.
   *
   * In the name of a caller (`inventory.as`): needs `network:delete`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(networkId: string, options?: CallOptions): Promise<void>;
  /**
   * Show how full each network is. All networks in one answer, in the order of the list of networks.
   *
   * In the name of a caller (`inventory.as`): needs `network:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  utilizations(options?: CallOptions): RecordList<NetworkUtilization>;
  /**
   * Show how full a network is.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  utilization(networkId: string, options?: CallOptions): Promise<NetworkUtilization>;
  /**
   * List the free prefixes of a network. Without a length the fewest subnets that make up all that is free, with one the first of that length. Free is what lies in no network inside it and in none of its pools, and is neither held by a device nor allocated. Reserves nothing.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  freePrefixes(networkId: string, filter?: NetworksFreePrefixesInput, options?: CallOptions): RecordList<FreePrefix>;
  /**
   * Change many networks. All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must be given. Names and subnets are each one's own, and are not set here.
   *
   * In the name of a caller (`inventory.as`): needs `network:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: NetworksBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many networks. All or none, at most 10,000: the networks with these ids, or those that the filters of the list match, of which at least one must be given. Their pools and allocations go with them; addresses stay, unlinked.
   *
   * In the name of a caller (`inventory.as`): needs `network:delete`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: NetworksBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * List the devices of a network.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  devices(networkId: string, options?: CallOptions): RecordList<Device>;
  /**
   * Draw the heatmap of a network. An entry for each address, whether it lies in a pool or not; networks of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  heatmap(networkId: string, filter?: NetworksHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Show the lowest free address of a network. Whether it lies in a pool or not. Reserves nothing: two callers get the same address. To reserve one, allocate it from a pool. Addresses where a host answered lately, and those in quarantine, are passed over; skipped says which.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, IP_NOT_AVAILABLE, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  nextIp(networkId: string, filter?: NetworksNextIpInput, options?: CallOptions): Promise<NextIp>;
  /**
   * Plan to split a network. Answers a plan; nothing changes before it is applied. The network stays, as the container of its parts; pools, allocations and addresses go to the part that has them. A network that is such a part already is kept as that.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  split(networkId: string, input: NetworksSplitInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to merge networks. Answers a plan; nothing changes before it is applied. This network becomes the subnet that all of them make up, and gets what the others have; they go. They must be whole parts of one subnet, in one address space.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  merge(networkId: string, input: NetworksMergeInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to resize a network. Answers a plan; nothing changes before it is applied. The subnet contains that of the network or lies in it. It must hold the pools of the network; addresses of devices outside lose their link, which the plan shows.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create` and `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  resize(networkId: string, input: NetworksResizeInput, options?: CallOptions): Promise<Plan>;
  /**
   * Plan to renumber a network. Answers a plan; nothing changes before it is applied. The network moves to a subnet of the same size, or to another address space, and takes along the networks inside it, pools, allocations and addresses of devices, each at its place. What holds the new addresses already is shown as conflicts that the plan opens.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create` and `network:read` and `pool:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  renumber(networkId: string, input: NetworksRenumberInput, options?: CallOptions): Promise<Plan>;
  /**
   * Show the history of a network. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(networkId: string, filter?: NetworksHistoryInput, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Show how full a network was, and when it will be full. A point a day, oldest first, and now; days on which no server ran have none. The forecast is the straight line that fits the last 90 days best; null when it does not grow.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  utilizationHistory(networkId: string, filter?: NetworksUtilizationHistoryInput, options?: CallOptions): Promise<UtilizationHistory>;
  /**
   * Find a network by its subnet, datacenter and address space. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: NetworksKey, options?: KeyCallOptions): Promise<Network | null>;
  /**
   * Find or create a network by its subnet, datacenter and address space. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `network:read` and `network:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: NetworksKey, more: NetworksEnsureInput, options?: KeyCallOptions): Promise<EnsuredNetwork>;
}

/** The operations `vlanGroups.…`. */
export interface VlanGroupsOperations {
  /**
   * List VLAN groups.
   * Read by page with `page()`; sorted by name, datacenter_id, space_id.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: VlanGroupsListInput, options?: CallOptions): PagedRecordList<VlanGroup>;
  /**
   * Create a VLAN group.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: VlanGroupsCreateInput, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Get a VLAN group.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(vlanGroupId: string, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Change a VLAN group. Only the keys sent change; a list that is sent replaces the list.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:update`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(vlanGroupId: string, input?: VlanGroupsUpdateInput, options?: CallOptions): Promise<VlanGroup>;
  /**
   * Delete a VLAN group.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:delete`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(vlanGroupId: string, filter?: VlanGroupsDeleteInput, options?: CallOptions): Promise<void>;
  /**
   * Change many VLAN groups. All or none, at most 10,000: the VLAN groups with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: VlanGroupsBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many VLAN groups. All or none, at most 10,000: the VLAN groups with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:delete`.
   * @throws CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: VlanGroupsBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a VLAN group. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(vlanGroupId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Create VLANs with free numbers of a VLAN group. VLANs of the lowest free numbers of the group, or of exactly the number that is asked for, all or none. Each is called VLAN and its number unless a name is given; several get the name with the number. The same key, or Idempotency-Key header, gives the same VLANs again; when one of them was deleted since, it is refused, naming it.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:create`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  allocate(vlanGroupId: string, input?: VlanGroupsAllocateInput, options?: CallOptions): Promise<AllocatedVlans>;
  /**
   * Show the lowest free number of a VLAN group. Reserves nothing.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, VID_NOT_AVAILABLE, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  nextVid(vlanGroupId: string, options?: CallOptions): Promise<NextVid>;
  /**
   * Plan to make VLANs of the numbers of networks. Answers a plan; nothing changes before it is applied. Each number that networks of the datacenter of the group have, else of its space, becomes a VLAN of the group, to which they are linked. Networks with a VLAN keep it; numbers outside of the bounds of the group are among the warnings.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create` and `vlan-group:read`.
   * @param vlanGroupId id of the vlan_group
   * @throws VLAN_GROUP_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  adopt(vlanGroupId: string, options?: CallOptions): Promise<Plan>;
  /**
   * Find a vlan-group by its name and datacenter_id. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: VlanGroupsKey, options?: KeyCallOptions): Promise<VlanGroup | null>;
  /**
   * Find or create a vlan-group by its name and datacenter_id. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `vlan-group:read` and `vlan-group:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: VlanGroupsKey, more?: VlanGroupsEnsureInput, options?: KeyCallOptions): Promise<EnsuredVlanGroup>;
}

/** The operations `pools.…`. */
export interface PoolsOperations {
  /**
   * List the pools of a network.
   *
   * In the name of a caller (`inventory.as`): needs `pool:list`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(networkId: string, filter?: PoolsListInput, options?: CallOptions): RecordList<Pool>;
  /**
   * Create a pool in a network.
   *
   * In the name of a caller (`inventory.as`): needs `pool:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(networkId: string, input: PoolsCreateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Get a pool.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(poolId: string, options?: CallOptions): Promise<Pool>;
  /**
   * Change a pool. A range that leaves allocations outside is refused, naming them, unless release_outside says that they are to be released (which needs allocation:delete).
   *
   * In the name of a caller (`inventory.as`): needs `pool:update`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(poolId: string, input?: PoolsUpdateInput, options?: CallOptions): Promise<Pool>;
  /**
   * Delete a pool.
   *
   * In the name of a caller (`inventory.as`): needs `pool:delete`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(poolId: string, options?: CallOptions): Promise<void>;
  /**
   * Show the lowest free address of a pool. Reserves nothing: two callers get the same address. To reserve one, allocate it. Addresses where a host answered lately, and those in quarantine, are passed over; skipped says which.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  nextIp(poolId: string, filter?: PoolsNextIpInput, options?: CallOptions): Promise<NextIp>;
  /**
   * Draw the heatmap of a pool. An entry for each address; pools of more than 65,536 addresses need prefix, which folds them into blocks.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  heatmap(poolId: string, filter?: PoolsHeatmapInput, options?: CallOptions): RecordList<HeatmapEntry>;
  /**
   * Allocate addresses from a pool. Reserves the lowest free addresses, all or none, or exactly the one that ip names. The same key, or Idempotency-Key header, gives the same addresses again; when one of them was let go since, it is refused, naming it. Addresses where a host answered lately, and those in quarantine, are passed over, and skipped says which; an address that ip names is taken with a warning.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:create`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, IP_NOT_AVAILABLE, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  allocate(poolId: string, input?: PoolsAllocateInput, options?: CallOptions): Promise<AllocationResult>;
  /**
   * List the allocations of a pool.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:list`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  allocations(poolId: string, options?: CallOptions): RecordList<Allocation>;
  /**
   * Show the history of a pool. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(poolId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Show how full a pool was, and when it will be full. A point a day, oldest first, and now; days on which no server ran have none. Allocations count as used. The forecast is the straight line that fits the last 90 days best; null when it does not grow.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param poolId id of the pool
   * @throws POOL_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  utilizationHistory(poolId: string, filter?: PoolsUtilizationHistoryInput, options?: CallOptions): Promise<UtilizationHistory>;
  /**
   * Find a pool by its network and name. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: PoolsKey, options?: KeyCallOptions): Promise<Pool | null>;
  /**
   * Find or create a pool by its network and name. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `pool:read` and `pool:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, NETWORK_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: PoolsKey, more: PoolsEnsureInput, options?: KeyCallOptions): Promise<EnsuredPool>;
}

/** The operations `allocations.…`. */
export interface AllocationsOperations {
  /**
   * Get an allocation.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:read`.
   * @param allocationId id of the allocation
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(allocationId: string, options?: CallOptions): Promise<Allocation>;
  /**
   * Release an allocation.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:delete`.
   * @param allocationId id of the allocation
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  release(allocationId: string, options?: CallOptions): Promise<void>;
  /**
   * Forget a request key. The next request with the key is a new one. Addresses or networks that it was given stay. Name the pool or the network that it was used for.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:delete`.
   * @param key its key
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  forgetKey(key: string, filter?: AllocationsForgetKeyInput, options?: CallOptions): Promise<void>;
}

/** The operations `addresses.…`. */
export interface AddressesOperations {
  /**
   * Show what is known of an address. Any spelling of the address. Where it may be in several address spaces, CONFLICT lists them in details.spaces. Devices and history, the allocation, sightings and conflicts are there for who may read these.
   *
   * In the name of a caller (`inventory.as`): needs `network:read`.
   * @param ip its ip
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(ip: string, filter?: AddressesGetInput, options?: CallOptions): Promise<AddressDetails>;
  /**
   * End the quarantine of an address. An address that was let go is not handed out before its pool has waited; this ends the wait. Where it is in quarantine in several address spaces, CONFLICT lists them in details.spaces.
   *
   * In the name of a caller (`inventory.as`): needs `allocation:delete`.
   * @param ip its ip
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  endQuarantine(ip: string, filter?: AddressesEndQuarantineInput, options?: CallOptions): Promise<void>;
}

/** The operations `devices.…`. */
export interface DevicesOperations {
  /**
   * List devices.
   * Read by page with `page()`; sorted by name, created_at, updated_at.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: DevicesListInput, options?: CallOptions): PagedRecordList<Device>;
  /**
   * Create a device. An address without network_id is linked to the most specific network that contains it. Holding an allocated address confirms the allocation.
   *
   * In the name of a caller (`inventory.as`): needs `device:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: DevicesCreateInput, options?: CallOptions): Promise<Device>;
  /**
   * Create many devices. What can be created is; each that cannot is among the errors, with its place in the array.
   *
   * In the name of a caller (`inventory.as`): needs `device:create`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  createMany(items: GivenItems<DevicesCreateInput>, options?: CallOptions): Promise<BulkResult>;
  /**
   * Search devices. Substring, any case and Unicode composition, over names, host names, descriptions, locations, make and model, operating system, addresses, tags, domains and texts of fields of one's own; one or two characters match beginnings of words. An address or CIDR also finds the devices inside it, and the device that holds the address comes first.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  search(filter: DevicesSearchInput, options?: CallOptions): RecordList<Device>;
  /**
   * Count devices by status.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  statusCounts(options?: CallOptions): Promise<DeviceStatusCounts>;
  /**
   * Get a device.
   *
   * In the name of a caller (`inventory.as`): needs `device:read`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(deviceId: string, options?: CallOptions): Promise<Device>;
  /**
   * Change a device. Only the keys sent change; a list that is sent replaces the list; an address sent with its id keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `device:update`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(deviceId: string, input?: DevicesUpdateInput, options?: CallOptions): Promise<Device>;
  /**
   * Delete a device.
   *
   * In the name of a caller (`inventory.as`): needs `device:delete`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(deviceId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many devices. All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must be given. Names, host names, addresses and domains are each one's own, and are not set here.
   *
   * In the name of a caller (`inventory.as`): needs `device:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: DevicesBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many devices. All or none, at most 10,000: the devices with these ids, or those that the filters of the list match, of which at least one must be given. Their addresses and relationships go with them.
   *
   * In the name of a caller (`inventory.as`): needs `device:delete`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: DevicesBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * List related devices.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  related(deviceId: string, filter?: DevicesRelatedInput, options?: CallOptions): RecordList<Device>;
  /**
   * Show the history of a device. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `device:read`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(deviceId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Find a device by its name and datacenter. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `device:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: DevicesKey, options?: KeyCallOptions): Promise<Device | null>;
  /**
   * Find or create a device by its name and datacenter. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `device:read` and `device:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: DevicesKey, more?: DevicesEnsureInput, options?: KeyCallOptions): Promise<EnsuredDevice>;
}

/** The operations `relationships.…`. */
export interface RelationshipsOperations {
  /**
   * List all relationships.
   *
   * In the name of a caller (`inventory.as`): needs `relationship:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  listAll(options?: CallOptions): RecordList<Relationship>;
  /**
   * List the relationships of a device.
   *
   * In the name of a caller (`inventory.as`): needs `relationship:list`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(deviceId: string, options?: CallOptions): RecordList<Relationship>;
  /**
   * Relate two devices. contains and depends_on admit no cycle; a device has at most one container.
   *
   * In the name of a caller (`inventory.as`): needs `relationship:create`.
   * @param deviceId id of the device
   * @throws DEVICE_NOT_FOUND, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(deviceId: string, input: RelationshipsCreateInput, options?: CallOptions): Promise<RelationshipCreated>;
  /**
   * Remove a relationship.
   *
   * In the name of a caller (`inventory.as`): needs `relationship:delete`.
   * @param deviceId id of the device
   * @param childId id of the child
   * @param type its type
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(deviceId: string, childId: string, type: string, options?: CallOptions): Promise<void>;
}

/** The operations `conflicts.…`. */
export interface ConflictsOperations {
  /**
   * List conflicts.
   *
   * In the name of a caller (`inventory.as`): needs `conflict:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: ConflictsListInput, options?: CallOptions): RecordList<Conflict>;
  /**
   * Detect conflicts. Conflicts open and close with the changes that make and end them; this looks at all records again, and answers the active ones.
   *
   * In the name of a caller (`inventory.as`): needs `conflict:detect`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  detect(input?: ConflictsDetectInput, options?: CallOptions): Promise<ConflictDetection>;
  /**
   * Get a conflict.
   *
   * In the name of a caller (`inventory.as`): needs `conflict:read`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(conflictId: string, options?: CallOptions): Promise<Conflict>;
  /**
   * Resolve a conflict. With keep_device_id the address is taken from the other devices (which needs device:update too), and allocations of it are released (which needs allocation:delete). While the cause remains the answer is 409.
   *
   * In the name of a caller (`inventory.as`): needs `conflict:update`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  resolve(conflictId: string, input?: ConflictsResolveInput, options?: CallOptions): Promise<Conflict>;
  /**
   * Ignore a conflict. For addresses that are shared on purpose. It stays ignored when devices join, and closes when its cause ends.
   *
   * In the name of a caller (`inventory.as`): needs `conflict:update`.
   * @param conflictId id of the conflict
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ignore(conflictId: string, input?: ConflictsIgnoreInput, options?: CallOptions): Promise<Conflict>;
}

/** The operations `scans.…`. */
export interface ScansOperations {
  /**
   * Scan a network.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:create`.
   * @param networkId id of the network
   * @throws NETWORK_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  start(networkId: string, input?: ScansStartInput, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * List scans.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: ScansListInput, options?: CallOptions): RecordList<DiscoveryScan>;
  /**
   * Get a scan.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:read`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(scanId: string, options?: CallOptions): Promise<DiscoveryScan>;
  /**
   * Watch a scan. Server-sent events: `progress` with the scan whenever it changed, and `end` when it is over. Who comes back with the id of the last event gets 204 when nothing came after it.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:read`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  watch(scanId: string, options?: CallOptions): AsyncIterable<DiscoveryScan>;
  /**
   * Cancel a scan.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  cancel(scanId: string, options?: CallOptions): Promise<void>;
  /**
   * Delete a scan.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:delete`.
   * @param scanId id of the scan
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(scanId: string, options?: CallOptions): Promise<void>;
}

/** The operations `discoveredDevices.…`. */
export interface DiscoveredDevicesOperations {
  /**
   * List discovered devices. What scans saw, by network and address, with how it stands to what is recorded. Which device it is and what differs only those are told who may read devices.
   * Read by page with `page()`; sorted by ip, last_seen.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:list`.
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: DiscoveredDevicesListInput, options?: CallOptions): PagedRecordList<DiscoveredDevice>;
  /**
   * List missing addresses. Addresses of active devices that the last completed scans which covered them did not see, as many as DISCOVERY_MISSING_AFTER says. Scans that saw nobody at all count for nothing.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:list` and `device:read`.
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  missing(filter?: DiscoveredDevicesMissingInput, options?: CallOptions): RecordList<MissingAddress>;
  /**
   * Delete a discovered device.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:delete`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(discoveredId: string, options?: CallOptions): Promise<void>;
  /**
   * Delete the discovered devices of a network.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:delete`.
   * @throws NETWORK_NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  deleteOfNetwork(filter: DiscoveredDevicesDeleteOfNetworkInput, options?: CallOptions): Promise<void>;
  /**
   * Promote a discovered device. Creates a device with one address, linked to the network; hostname, operating system and vendor are taken over. A host whose address or MAC address a device of the network's address space holds already is recorded: it is refused with CONFLICT and `details.device_id`, unless `force` is true.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update` and `device:create`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  promote(discoveredId: string, input: DiscoveredDevicesPromoteInput, options?: CallOptions): Promise<Device>;
  /**
   * Promote many discovered devices. Creates devices of what was seen, all or none, each called by its host name or else by its address. With `group_by: "mac"` hosts of one MAC address become one device with several addresses.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update` and `device:create`.
   * @throws ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  promoteMany(input: DiscoveredDevicesPromoteManyInput, options?: CallOptions): Promise<PromotedDevices>;
  /**
   * Link a discovered device to a device. Adds the address at which it was seen, with its MAC address and switch port, to a device that is recorded. One that holds the address already stays as it is.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update` and `device:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  link(discoveredId: string, input: DiscoveredDevicesLinkInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Accept what was seen of a device. Writes what differs (address, MAC address, host name, switch port) into the device `device_id` of the discovered device. With `fields` only those, also where nothing is recorded yet. An address that is accepted takes the place of the one that is recorded with its MAC address.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update` and `device:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  accept(discoveredId: string, input?: DiscoveredDevicesAcceptInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Ignore a discovered device. Its state is `ignored` until that is ended, or it is promoted or linked. Scans go on to write what they see of it.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ignore(discoveredId: string, input?: DiscoveredDevicesIgnoreInput, options?: CallOptions): Promise<DiscoveredDevice>;
  /**
   * Stop ignoring a discovered device.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update`.
   * @param discoveredId id of the discovered
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  unignore(discoveredId: string, options?: CallOptions): Promise<DiscoveredDevice>;
}

/** The operations `search.…`. */
export interface SearchOperations {
  /**
   * Search the whole inventory. Finds what the caller may list. A network also matches an address inside it.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  all(filter: SearchAllInput, options?: CallOptions): Promise<SearchResults>;
}

/** The operations `names.…`. */
export interface NamesOperations {
  /**
   * Look up records by name, or names by id. The records that a text means: those of this name, else those of this name in what stands before the last slash (fra1/office is a network or device of a datacenter, office/servers a pool of a network), else those with this subnet, host name or address. Several are alike. With id, what these records are called.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(filter?: NamesFindInput, options?: CallOptions): RecordList<RecordName>;
}

/** The operations `dashboard.…`. */
export interface DashboardOperations {
  /**
   * Show an overview of the inventory. Counts, fullest networks and pools, running scans, active conflicts, and what plugins add, such as failed deliveries. What the caller may not list is null.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(filter?: DashboardGetInput, options?: CallOptions): Promise<Dashboard>;
}

/** The operations `exports.…`. */
export interface ExportsOperations {
  /**
   * List devices as targets of Prometheus. The whole list, as http_sd_config asks for it: one group a device with an address, by its primary address. Filters are those of the list of devices.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  httpSd(filter?: ExportsHttpSdInput, options?: CallOptions): Promise<TextFile>;
  /**
   * Get devices as an inventory of Ansible. What an inventory script answers to --list: variables of all hosts, and groups by status, datacenter and tag. Texts of records are marked with `__ansible_unsafe`, so that Ansible evaluates nothing of them. Filters are those of the list of devices.
   *
   * In the name of a caller (`inventory.as`): needs `device:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ansible(filter?: ExportsAnsibleInput, options?: CallOptions): Promise<TextFile>;
}

/** The operations `events.…`. */
export interface EventsOperations {
  /**
   * Read the event log by cursor. Oldest first. Pass next as after to go on, until it does not change any more; a cursor never skips an event that commits later. A page has fewer events than limit where their data is long, and leaves out those of records that the caller may not read: it may be short, or empty, before the end.
   *
   * In the name of a caller (`inventory.as`): needs `event:read`.
   * @throws CURSOR_EXPIRED, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  read(filter?: EventsReadInput, options?: CallOptions): Promise<EventPage>;
  /**
   * Follow the event log. Server-sent events: for each committed event its name, the event, and the cursor after it as id. From now on, from after, or from the Last-Event-ID of a client that comes back. Events of records that the caller may not read are left out. The stream ends with the caller's credentials, and when what the caller may do changes: come back then.
   *
   * In the name of a caller (`inventory.as`): needs `event:read`.
   * @throws CURSOR_EXPIRED, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  stream(filter?: EventsStreamInput, options?: CallOptions): AsyncIterable<Streamed<Event>>;
}

/** The operations `audit.…`. */
export interface AuditOperations {
  /**
   * List the audit log. Newest first by default, in the order of the log.
   * Read by page with `page()`; sorted by timestamp.
   *
   * In the name of a caller (`inventory.as`): needs `audit:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: AuditListInput, options?: CallOptions): PagedRecordList<AuditRecord>;
  /**
   * Export the audit log. As JSON or CSV (RFC 4180; a cell that a spreadsheet would take for a formula begins with an apostrophe), newest first. Each export is audited.
   *
   * In the name of a caller (`inventory.as`): needs `audit:export`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  export(filter?: AuditExportInput, options?: CallOptions): Promise<TextFile>;
  /**
   * Get a record of the audit log.
   *
   * In the name of a caller (`inventory.as`): needs `audit:read`.
   * @param id its id
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(id: string, options?: CallOptions): Promise<AuditRecord>;
}

/** The operations `import.…`. */
export interface ImportOperations {
  /**
   * Plan an import. Tells of each row whether it would create or change a record, leave one as it is, or cannot be imported, with everything that speaks against it. A row whose plan would tell of records that the caller may not read is an error that names the permission. Rows come in the order fields, spaces, datacenters, networks, pools, devices, relationships. Writes nothing.
   *
   * In the name of a caller (`inventory.as`): needs `import:apply`.
   * @throws UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  plan(items: GivenItems<ImportRowInput | ImportProblemInput>, options?: CallOptions): RecordList<ImportPlanLine>;
  /**
   * Apply the plan of an import. Takes the lines of a plan as they were made. Refused when the inventory has changed meanwhile in what the plan relies on. Needs the permission of every record that is written, too.
   *
   * In the name of a caller (`inventory.as`): needs `import:apply`.
   * @throws PLAN_STALE, PLAN_DAMAGED, PLAN_FAULTY, PLAN_TOO_LARGE, ROW_REFUSED, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  apply(items: GivenItems<ImportPlanLineInput>, input?: ImportApplyInput, options?: CallOptions): Promise<ImportReport>;
}

/** The operations `plans.…`. */
export interface PlansOperations {
  /**
   * List plans. Newest first, without steps and effects.
   *
   * In the name of a caller (`inventory.as`): needs `plan:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: PlansListInput, options?: CallOptions): RecordList<PlanSummary>;
  /**
   * Plan changes. Rehearses all steps in a rolled-back transaction: the plan shows their effects. A step that cannot be done is VALIDATION_ERROR (`steps[2].body.name`), and nothing is kept. Needs the permission to read what the steps touch.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create`.
   * @throws PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: PlansCreateInput, options?: CallOptions): Promise<Plan>;
  /**
   * Get a plan. Needs the permission to read its records.
   *
   * In the name of a caller (`inventory.as`): needs `plan:read`.
   * @param planId id of the plan
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(planId: string, filter?: PlansGetInput, options?: CallOptions): Promise<PlanReading>;
  /**
   * List the effects of a plan. What the plan does to records, by page. `digest` says to which rehearsal the page belongs: read from the first page again if it differs from that of the page before.
   *
   * In the name of a caller (`inventory.as`): needs `plan:read`.
   * @param planId id of the plan
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  effects(planId: string, filter?: PlansEffectsInput, options?: CallOptions): Promise<PlanEffectPage>;
  /**
   * Delete a plan. Needs `plan:delete`, or `plan:create` for a plan that you created. What an applied plan changed stays.
   *
   * In the name of a caller (`inventory.as`): needs `plan:delete`.
   * @param planId id of the plan
   * @throws NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(planId: string, options?: CallOptions): Promise<void>;
  /**
   * Rehearse a plan again. The plan then shows what it would do by now. One with a step that can never be done again, since its record is gone, is `failed` afterwards, and its note says why; a step that cannot be done now is PLAN_STALE, and the plan stays as it was.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, PLAN_STALE, PLAN_LIMIT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  refresh(planId: string, options?: CallOptions): Promise<Plan>;
  /**
   * Reject a plan.
   *
   * In the name of a caller (`inventory.as`): needs `plan:reject`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  reject(planId: string, input?: PlansRejectInput, options?: CallOptions): Promise<Plan>;
  /**
   * Apply a plan. All steps in one transaction, with exactly the shown effects, or nothing: PLAN_STALE then, and the plan stays open. Needs the permission of every step. Send the `digest` of the reviewed plan, in the body or as If-Match: the call fails with PRECONDITION_FAILED if a refresh has changed the effects.
   *
   * In the name of a caller (`inventory.as`): needs `plan:apply`.
   * @param planId id of the plan
   * @throws NOT_FOUND, CONFLICT, PLAN_STALE, PRECONDITION_REQUIRED, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  apply(planId: string, input?: PlansApplyInput, options?: CallOptions): Promise<Plan>;
}

/** The operations `changes.…`. */
export interface ChangesOperations {
  /**
   * Plan to take a change back. Answers a plan; nothing changes before it is applied. What the change made is deleted, what it changed gets its former values, and what it deleted comes back under its own id, with its addresses, allocations and relationships. Fields that somebody changed since stay, which the warnings of the plan tell. Undoing the change of such a plan is a redo. With `record`, the plan takes back the change of that record only; CONFLICT names records of the change that depend on it. The others can be taken back later.
   *
   * In the name of a caller (`inventory.as`): needs `plan:create`.
   * @param changeId its change id
   * @throws CHANGE_NOT_FOUND, CONFLICT, PLAN_LIMIT, NOT_FOUND, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  undo(changeId: string, input?: ChangesUndoInput, options?: CallOptions): Promise<Plan>;
}

/** The operations `fields.…`. */
export interface FieldsOperations {
  /**
   * List custom fields.
   * Read by page with `page()`; sorted by record.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: FieldsListInput, options?: CallOptions): PagedRecordList<Field>;
  /**
   * Create a custom field. All records of the kind have it from then on, null until it is set.
   *
   * In the name of a caller (`inventory.as`): needs `field:create`.
   * @throws ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: FieldsCreateInput, options?: CallOptions): Promise<Field>;
  /**
   * Get a custom field.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(fieldId: string, options?: CallOptions): Promise<Field>;
  /**
   * Change a custom field. Only the keys sent change; a list that is sent replaces the list. Values follow a new name. A type or choices change only while every value converts, and unique only while no two values are the same: otherwise CONFLICT names some of them.
   *
   * In the name of a caller (`inventory.as`): needs `field:update`.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, ALREADY_EXISTS, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(fieldId: string, input?: FieldsUpdateInput, options?: CallOptions): Promise<Field>;
  /**
   * Delete a custom field. One that holds values is refused with CONFLICT, which says how many, unless values=drop is given: then they go with it.
   *
   * In the name of a caller (`inventory.as`): needs `field:delete`.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(fieldId: string, filter?: FieldsDeleteInput, options?: CallOptions): Promise<void>;
  /**
   * Show the history of a custom field. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): for any authenticated caller.
   * @param fieldId id of the field
   * @throws FIELD_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(fieldId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations `spaces.…`. */
export interface SpacesOperations {
  /**
   * List address spaces.
   * Read by page with `page()`; sorted by name.
   *
   * In the name of a caller (`inventory.as`): needs `space:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: SpacesListInput, options?: CallOptions): PagedRecordList<Space>;
  /**
   * Create an address space.
   *
   * In the name of a caller (`inventory.as`): needs `space:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: SpacesCreateInput, options?: CallOptions): Promise<Space>;
  /**
   * Get an address space.
   *
   * In the name of a caller (`inventory.as`): needs `space:read`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(spaceId: string, options?: CallOptions): Promise<Space>;
  /**
   * Change an address space. Only the keys sent change; a list that is sent replaces the list.
   *
   * In the name of a caller (`inventory.as`): needs `space:update`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(spaceId: string, input?: SpacesUpdateInput, options?: CallOptions): Promise<Space>;
  /**
   * Delete an address space.
   *
   * In the name of a caller (`inventory.as`): needs `space:delete`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(spaceId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many address spaces. All or none, at most 10,000: the address spaces with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `space:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: SpacesBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many address spaces. All or none, at most 10,000: the address spaces with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `space:delete`.
   * @throws CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: SpacesBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of an address space. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `space:read`.
   * @param spaceId id of the space
   * @throws SPACE_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(spaceId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Find a space by its name. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `space:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: SpacesKey, options?: KeyCallOptions): Promise<Space | null>;
  /**
   * Find or create a space by its name. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `space:read` and `space:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: SpacesKey, more?: SpacesEnsureInput, options?: KeyCallOptions): Promise<EnsuredSpace>;
}

/** The operations `vlans.…`. */
export interface VlansOperations {
  /**
   * List VLANs.
   * Read by page with `page()`; sorted by vid, name, group_id, status.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: VlansListInput, options?: CallOptions): PagedRecordList<Vlan>;
  /**
   * Create a VLAN.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: VlansCreateInput, options?: CallOptions): Promise<Vlan>;
  /**
   * Get a VLAN.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:read`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(vlanId: string, options?: CallOptions): Promise<Vlan>;
  /**
   * Change a VLAN. Only the keys sent change; a list that is sent replaces the list.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:update`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(vlanId: string, input?: VlansUpdateInput, options?: CallOptions): Promise<Vlan>;
  /**
   * Delete a VLAN.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:delete`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(vlanId: string, options?: CallOptions): Promise<void>;
  /**
   * Change many VLANs. All or none, at most 10,000: the VLANs with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:update`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkUpdate(input?: VlansBulkUpdateInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Delete many VLANs. All or none, at most 10,000: the VLANs with these ids, or all that the filters of the list match, of which at least one is needed.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:delete`.
   * @throws CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  bulkDelete(input?: VlansBulkDeleteInput, options?: CallOptions): Promise<BulkChange>;
  /**
   * Show the history of a VLAN. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:read`.
   * @param vlanId id of the vlan
   * @throws VLAN_NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(vlanId: string, options?: CallOptions): RecordList<HistoryEntry>;
  /**
   * Find a vlan by its group_id and vid. Imports find records by the same natural key. Returns null when there is no record of the key.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:read`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @throws CONFLICT, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  find(key: VlansKey, options?: KeyCallOptions): Promise<Vlan | null>;
  /**
   * Find or create a vlan by its group_id and vid. Any number of calls with one key, from any number of processes, create one record. A record that exists is returned as it is, without an audit row and without an event.
   *
   * In the name of a caller (`inventory.as`): needs `vlan:read` and `vlan:create`.
   * @param key the natural key; a reference that is left out, or null, means none
   * @param more the other fields of a new record; they are not compared with a record that exists
   * @throws CONFLICT, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  ensure(key: VlansKey, more?: VlansEnsureInput, options?: KeyCallOptions): Promise<EnsuredVlan>;
}

/** The operations `discoveryRules.…`. */
export interface DiscoveryRulesOperations {
  /**
   * List discovery rules.
   * Read by page with `page()`; sorted by created_at.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:list`.
   * @throws UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, VALIDATION_ERROR, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  list(filter?: DiscoveryRulesListInput, options?: CallOptions): PagedRecordList<DiscoveryRule>;
  /**
   * Create a discovery rule.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:create`.
   * @throws ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, CONFLICT, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  create(input: DiscoveryRulesCreateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Get a discovery rule.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:read`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  get(discoveryRuleId: string, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Change a discovery rule. Only the keys sent change; a list that is sent replaces the list.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:update`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, ALREADY_EXISTS, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, VALIDATION_ERROR, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  update(discoveryRuleId: string, input?: DiscoveryRulesUpdateInput, options?: CallOptions): Promise<DiscoveryRule>;
  /**
   * Delete a discovery rule. Scans that it started stay.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:delete`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, CONFLICT, UNAVAILABLE, READ_ONLY, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, PRECONDITION_FAILED, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  delete(discoveryRuleId: string, options?: CallOptions): Promise<void>;
  /**
   * Show the history of a discovery rule. Newest first, streamed: a client that has seen enough may hang up. Also of a record that is deleted, as long as the audit log keeps it.
   *
   * In the name of a caller (`inventory.as`): needs `discovery:read`.
   * @param discoveryRuleId id of the discovery_rule
   * @throws NOT_FOUND, UNAVAILABLE, UNAUTHORIZED, FORBIDDEN, INVALID_INPUT, ARGUMENT_INVALID, INVENTORY_CLOSED, TRANSACTION_OPEN
   */
  history(discoveryRuleId: string, options?: CallOptions): RecordList<HistoryEntry>;
}

/** The operations of the engine as methods, by resource. */
export interface InventoryServices {
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
  /** The operations `fields.…`. */
  readonly fields: FieldsOperations;
  /** The operations `spaces.…`. */
  readonly spaces: SpacesOperations;
  /** The operations `vlans.…`. */
  readonly vlans: VlansOperations;
  /** The operations `discoveryRules.…`. */
  readonly discoveryRules: DiscoveryRulesOperations;
}

/** Codes of the errors that a call of each operation may end with. */
export interface OperationErrors {
  "datacenters.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.get": "DATACENTER_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.update": "DATACENTER_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.delete": "DATACENTER_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.bulkDelete": "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.history": "DATACENTER_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.devices": "DATACENTER_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "datacenters.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.roots": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.createMany": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.allocate": "NETWORK_NOT_FOUND" | "PREFIX_NOT_AVAILABLE" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.get": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.children": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.update": "NETWORK_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.delete": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.utilizations": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.utilization": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.freePrefixes": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.bulkDelete": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.devices": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.heatmap": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.nextIp": "NETWORK_NOT_FOUND" | "IP_NOT_AVAILABLE" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.split": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.merge": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.resize": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.renumber": "NETWORK_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.history": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.utilizationHistory": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "networks.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.get": "VLAN_GROUP_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.update": "VLAN_GROUP_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.delete": "VLAN_GROUP_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.bulkDelete": "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.history": "VLAN_GROUP_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.allocate": "VLAN_GROUP_NOT_FOUND" | "VID_NOT_AVAILABLE" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.nextVid": "VLAN_GROUP_NOT_FOUND" | "VID_NOT_AVAILABLE" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.adopt": "VLAN_GROUP_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlanGroups.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.list": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.create": "NETWORK_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.get": "POOL_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.update": "POOL_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.delete": "POOL_NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.nextIp": "POOL_NOT_FOUND" | "IP_NOT_AVAILABLE" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.heatmap": "POOL_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.allocate": "POOL_NOT_FOUND" | "IP_NOT_AVAILABLE" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.allocations": "POOL_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.history": "POOL_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.utilizationHistory": "POOL_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "pools.ensure": "CONFLICT" | "NETWORK_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "allocations.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "allocations.release": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "allocations.forgetKey": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "addresses.get": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "addresses.endQuarantine": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.createMany": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.search": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.statusCounts": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.get": "DEVICE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.update": "DEVICE_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.delete": "DEVICE_NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.bulkDelete": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.related": "DEVICE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.history": "DEVICE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "devices.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "relationships.listAll": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "relationships.list": "DEVICE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "relationships.create": "DEVICE_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "relationships.delete": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "conflicts.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "conflicts.detect": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "conflicts.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "conflicts.resolve": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "conflicts.ignore": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.start": "NETWORK_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.watch": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.cancel": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "scans.delete": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.list": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.missing": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.delete": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.deleteOfNetwork": "NETWORK_NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.promote": "NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.promoteMany": "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.link": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.accept": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.ignore": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveredDevices.unignore": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "search.all": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "names.find": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "dashboard.get": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "exports.httpSd": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "exports.ansible": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "events.read": "CURSOR_EXPIRED" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "events.stream": "CURSOR_EXPIRED" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "audit.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "audit.export": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "audit.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "import.plan": "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "import.apply": "PLAN_STALE" | "PLAN_DAMAGED" | "PLAN_FAULTY" | "PLAN_TOO_LARGE" | "ROW_REFUSED" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.create": "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.effects": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.delete": "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.refresh": "NOT_FOUND" | "CONFLICT" | "PLAN_STALE" | "PLAN_LIMIT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.reject": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "plans.apply": "NOT_FOUND" | "CONFLICT" | "PLAN_STALE" | "PRECONDITION_REQUIRED" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "changes.undo": "CHANGE_NOT_FOUND" | "CONFLICT" | "PLAN_LIMIT" | "NOT_FOUND" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.create": "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.get": "FIELD_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.update": "FIELD_NOT_FOUND" | "ALREADY_EXISTS" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.delete": "FIELD_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "fields.history": "FIELD_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.get": "SPACE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.update": "SPACE_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.delete": "SPACE_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.bulkDelete": "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.history": "SPACE_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "spaces.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.get": "VLAN_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.update": "VLAN_NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.delete": "VLAN_NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.bulkUpdate": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.bulkDelete": "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.history": "VLAN_NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.find": "CONFLICT" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "vlans.ensure": "CONFLICT" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.list": "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "VALIDATION_ERROR" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.create": "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "CONFLICT" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.get": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.update": "NOT_FOUND" | "ALREADY_EXISTS" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "VALIDATION_ERROR" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.delete": "NOT_FOUND" | "CONFLICT" | "UNAVAILABLE" | "READ_ONLY" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "PRECONDITION_FAILED" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
  "discoveryRules.history": "NOT_FOUND" | "UNAVAILABLE" | "UNAUTHORIZED" | "FORBIDDEN" | "INVALID_INPUT" | "ARGUMENT_INVALID" | "INVENTORY_CLOSED" | "TRANSACTION_OPEN";
}
