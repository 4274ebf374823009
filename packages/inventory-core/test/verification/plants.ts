import type { DialectName } from "@cadastre/inventory-core";

/** One way in which what is derived may be wrong. */
export interface Plant {
  readonly title: string;
  readonly sql: readonly string[];
  /** `check table.column` of each difference that there must be, in any order. */
  readonly differences: readonly string[];
  /** Whether there may be many of each. */
  readonly isMany?: true;
  readonly only?: DialectName;
}

const plant = (title: string, sql: string | readonly string[], ...differences: readonly string[]): Plant => ({
  title,
  sql: typeof sql === "string" ? [sql] : sql,
  differences,
});

const device = (name: string): string => `(select id from device where name = '${name}')`;
const open = (type: string): string => `(select min(id) from conflict where type = '${type}' and status = 'active')`;
const berlin = "(select space from datacenter where name = 'Berlin')";

const DOCUMENTS: readonly Plant[] = [
  plant("the document of a space", "update space set doc = replace(doc, '65000:1', '65000:2') where name = 'Shared'", "spaces space.doc"),
  plant(
    "the document of a datacenter",
    "update datacenter set doc = replace(doc, 'Saal 1', 'Saal 2') where name = 'Berlin'",
    "datacenters datacenter.doc",
  ),
  plant("the document of a network", "update network set doc = replace(doc, ':7,', ':8,') where name = 'Wide'", "networks network.doc"),
  {
    title: "the parent of a network",
    sql: ["update network set parent_id = id where name = 'Wide'"],
    differences: ["network-parents network.parent_id", "network-children network.child_count", "free-blocks free_block."],
    isMany: true,
  },
  plant(
    "the count of a network's children",
    "update network set child_count = child_count + 7 where name = 'Wide'",
    "network-children network.child_count",
  ),
  plant("the document of a pool", `update pool set doc = replace(doc, '["a","b"]', '["b","a"]') where name = 'Front'`, "pools pool.doc"),
  plant(
    "a column of a device",
    "update device set location = 'moved' where name = 'Alpha-One'",
    "devices device.doc",
    "devices device.search_text",
  ),
  plant(
    "a value of a device's own field",
    "update field_value set value = '\"Bob\"', key = '=Bob' where key = '=Ada'",
    "devices device.doc",
    "devices device.search_text",
  ),
  plant("the key of a value", "update field_value set key = '=Ada' where key = '=Bob'", "field values field_value.key"),
  plant("the unique key of a value", "update field_value set unique_key = null where key = '=S-1'", "field values field_value.unique_key"),
  plant("the name beside a value", "update field_value set name = 'x' where key = '=S-1'", "field values field_value.name"),
  plant(
    "a value of a record that is gone",
    "insert into field_value (field_id, record_id, name, value, key) select id, 'gone', 'x', '1', '=1' from field where name = 'units'",
    "field values field_value.",
  ),
  plant(
    "the key of a value of a VLAN",
    "update record_field_value set key = '=4'",
    "field values of declared kinds record_field_value.key",
  ),
  plant(
    "a value of a VLAN that is gone",
    `insert into record_field_value (field_id, record_id, name, value, key)
     select id, 'gone', 'x', '1', '=1' from field where name = 'floor'`,
    "field values of declared kinds record_field_value.",
  ),
  plant("a column of a field", "update field set label = 'x' where name = 'units'", "fields field.label"),
  plant("an unreadable document of a field", "update field set doc = 'oops' where name = 'units'", "fields field.doc"),
  plant("a document that is none", "update device set doc = 'oops' where name = 'Alpha-One'", "devices device.doc"),
  plant("a column of an address", "update address set label = 'changed' where ip = '10.0.0.6'", "devices device.doc"),
  plant(
    "the order of tags",
    `update device_tag set position = 5 where tag = 'web' and device_id = ${device("Alpha-One")}`,
    "devices device.doc",
    "devices device.search_text",
  ),
  plant(
    "the name beside a tag",
    `update device_tag set name = 'x' where tag = 'web' and device_id = ${device("Alpha-One")}`,
    "device tags device_tag.name",
  ),
  plant(
    "the count of devices of a status",
    "insert into device_count (status, slot, devices) values ('planned', 100, 1), ('active', 100, -2)",
    "device counts device_count.devices",
    "device counts device_count.devices",
  ),
  plant(
    "a domain that is gone",
    `delete from device_domain where domain = 'two.example.com'`,
    "devices device.doc",
    "devices device.search_text",
  ),
  plant(
    "the document of an allocation",
    "update allocation set note = 'other' where ip_key = (select min(ip_key) from allocation)",
    "allocations allocation.doc",
  ),
  plant(
    "the document of a relationship",
    "update relationship set doc = replace(doc, 'contains', 'depends_on') where type = 'contains'",
    "relationships relationship.doc",
  ),
  plant(
    "the document of a conflict",
    "update conflict set doc = replace(doc, '\"active\"', '\"ignored\"') where type = 'duplicate_ip'",
    "conflicts conflict.doc",
  ),
  plant(
    "a conflict over an address whose document is none",
    `update conflict set doc = '{"id":' where id = ${open("duplicate_ip")}`,
    "conflicts conflict.doc",
  ),
  plant(
    "a conflict over a subnet whose document is none",
    `update conflict set doc = 'oops' where id = ${open("overlapping_subnet")}`,
    "conflicts conflict.doc",
  ),
  plant(
    "a conflict whose document is another kind of JSON",
    `update conflict set doc = '[7]' where id = ${open("duplicate_ip")}`,
    "conflicts conflict.doc",
  ),
  plant(
    "the document of a conflict, without a field",
    `update conflict set doc = replace(doc, '"notes":', '"noted":') where id = ${open("duplicate_ip")}`,
    "conflicts conflict.doc",
    "duplicate-addresses conflict.doc",
  ),
  plant("the tags of a pool", "update pool set tags = 'oops' where name = 'Front'", "pools pool.tags"),
];

const COLUMNS: readonly Plant[] = [
  plant(
    "an unreadable document of a discovery rule",
    "update discovery_rule set doc = 'oops'",
    "discovery rules discovery_rule.due_at",
    "discovery rules discovery_rule.doc",
  ),
  plant(
    "a document of a discovery rule without one of its fields",
    `update discovery_rule set doc = replace(doc, '"timezone":', '"zone":')`,
    "discovery rules discovery_rule.doc",
  ),
  plant(
    "the time at which a discovery rule is due",
    "update discovery_rule set due_at = '2020-01-01T00:00:00.000Z'",
    "discovery rules discovery_rule.due_at",
  ),
  plant("the key of a datacenter's name", "update datacenter set name_key = 'x' where name = 'Paris'", "datacenters datacenter.name_key"),
  plant("the key of a network's name", "update network set name_key = 'x' where name = 'Six'", "networks network.name_key"),
  plant(
    "the space that a datacenter is in",
    "update datacenter set home = 77 where name = 'Rome'",
    "datacenters datacenter.home",
    "addresses address.space",
  ),
  plant(
    "the space of a network",
    "update network set space = 77 where name = 'Six'",
    "networks network.space",
    "addresses address.space",
    "network-counters network.used_count",
    "pool-counters pool.used_count",
  ),
  plant(
    "the first key of a network",
    "update network set first_key = '40a000006' where name = 'Narrow'",
    "networks network.first_key",
    "network-counters network.used_count",
    "free-blocks free_block.",
  ),
  plant(
    "the last key of a network",
    "update network set last_key = '40a000006' where name = 'Narrow'",
    "networks network.last_key",
    "network-counters network.used_count",
    ...Array.from({ length: 5 }, () => "free-blocks free_block."),
  ),
  plant(
    "the prefix length of a network",
    "update network set prefix_length = 25 where name = 'Narrow'",
    "networks network.prefix_length",
    "network-parents network.parent_id",
  ),
  plant("the CIDR key of a network", "update network set cidr_key = '40a000000/025' where name = 'Narrow'", "networks network.cidr_key"),
  plant(
    "the first key of a pool",
    "update pool set start_key = '40a000006' where name = 'Front'",
    "pools pool.start_key",
    "pool-counters pool.used_count",
    "pool-counters pool.held_count",
  ),
  plant(
    "the last key of a pool",
    "update pool set end_key = '40a000004' where name = 'Front'",
    "pools pool.end_key",
    "pool-counters pool.used_count",
  ),
  plant("the first address of a pool to hand out", "update pool set first_free = start_key where name = 'Front'", "pools pool.first_free"),
  plant("the last address of a pool to hand out", "update pool set last_free = null where name = 'Front'", "pools pool.last_free"),
  plant(
    "the key of an address",
    "update address set ip_key = '6ffffffffffffffffffffffffffffffff' where ip = '10.0.0.6'",
    "addresses address.ip_key",
    "address-tenures address_tenure.",
    "address-tenures address_tenure.",
    "network-counters network.used_count",
    "network-counters network.used_count",
    "pool-counters pool.used_count",
    "taken-runs taken_run.",
    "taken-runs taken_run.",
    "taken-runs taken_run.",
  ),
  plant(
    "the space of an address",
    "update address set space = 99 where ip = '192.168.1.1'",
    "addresses address.space",
    "address-tenures address_tenure.",
    "address-tenures address_tenure.",
    "taken-runs taken_run.",
    "taken-runs taken_run.",
  ),
  plant(
    "the key of an allocation",
    "update allocation set ip_key = '4ffffffff' where request_key = 'confirmed'",
    "allocations allocation.ip_key",
  ),
  plant("the space of an allocation", "update allocation set space = 99 where request_key = 'confirmed'", "allocations allocation.space"),
  plant(
    "the search text of a datacenter",
    "update datacenter set search_text = 'x' where name = 'Paris'",
    "datacenters datacenter.search_text",
  ),
  plant("the search text of a network", "update network set search_text = '' where name = 'Six'", "networks network.search_text"),
  plant("the key of a device's name", "update device set name_key = 'x' where name = 'ab'", "devices device.name_key"),
  plant(
    "the search text of a device",
    "update device set search_text = search_text || 'x' where name = 'Alpha-One'",
    "devices device.search_text",
  ),
];

const COUNTERS: readonly Plant[] = [
  plant(
    "addresses used in a network",
    "update network set used_count = used_count + 1 where name = 'Wide'",
    "network-counters network.used_count",
  ),
  plant("addresses used in a pool", "update pool set used_count = 0 where name = 'Front'", "pool-counters pool.used_count"),
  plant("addresses held in a pool", "update pool set held_count = held_count - 1 where name = 'Front'", "pool-counters pool.held_count"),
];

const run = (column: string): string =>
  `(select ${column} from taken_run where space = ${berlin} and hi >= '40a000005' order by lo limit 1)`;

const passed = "space = 0 and reason = 'seen' and lo = (select min(lo) from passed_run where space = 0 and reason = 'seen')";
const RUN = "passed-runs passed_run.";
const MARK = "seen-addresses passed_address.";

const PASSED: readonly Plant[] = [
  plant("an address that was seen, and is not marked", "delete from passed_address where ip_key = '40a320006'", MARK, RUN),
  plant(
    "a mark where nobody was seen",
    `insert into passed_address (space, ip_key, reason, until_at, last_seen)
       select 0, '40a32f000', 'seen', until_at, last_seen from passed_address where ip_key = '40a320006'`,
    MARK,
    RUN,
  ),
  plant("when a host was seen", "update passed_address set last_seen = '2026-01-01T00:00:00.000Z' where ip_key = '40a320006'", MARK),
  ...[
    plant("a run of passed addresses that is missing", `delete from passed_run where ${passed}`, RUN),
    plant("one that is too long", `update passed_run set hi = '40a327fff', nx = '40a328000' where ${passed}`, RUN),
    plant("one that is too short", `update passed_run set hi = lo, nx = '40a320003' where ${passed}`, RUN),
    plant("one with another address after it", `update passed_run set nx = null where ${passed}`, RUN),
    plant("one that lasts too long", `update passed_run set until_at = '2999-01-01T00:00:00.000Z' where ${passed}`, RUN),
    plant(
      "one of nothing",
      `insert into passed_run (space, reason, lo, hi, nx, until_at)
       values (0, 'quarantined', '40c000000', '40c0000ff', '40c000100', '2999-01-01T00:00:00.000Z')`,
      RUN,
    ),
  ].map((one): Plant => ({ ...one, differences: [RUN], isMany: true })),
];

const RUNS: readonly Plant[] = [
  ...PASSED,
  plant("a run that is missing", `delete from taken_run where space = ${berlin} and lo = ${run("lo")}`, "taken-runs taken_run."),
  plant(
    "a run of nothing",
    "insert into taken_run (space, lo, hi, nx) values (0, '40c000000', '40c0000ff', '40c000100')",
    "taken-runs taken_run.",
  ),
  plant(
    "a run in a space of its own",
    "insert into taken_run (space, lo, hi, nx) values (12345, '40c000000', '40c0000ff', '40c000100')",
    "taken-runs taken_run.",
  ),
  plant(
    "a run that is too long",
    `update taken_run set hi = '40a000010', nx = '40a000011' where space = ${berlin} and lo = ${run("lo")}`,
    "taken-runs taken_run.",
  ),
  plant(
    "a run that is too short",
    `update taken_run set hi = lo, nx = '40a000002' where space = ${berlin} and lo = ${run("lo")}`,
    "taken-runs taken_run.",
  ),
  plant(
    "a run with another address after it",
    `update taken_run set nx = null where space = ${berlin} and lo = ${run("lo")}`,
    "taken-runs taken_run.",
  ),
  plant(
    "a run that ends before it begins",
    "insert into taken_run (space, lo, hi, nx) values (0, '40c000005', '40c000001', null)",
    "taken-runs taken_run.",
  ),
  plant(
    "a run of both families",
    "insert into taken_run (space, lo, hi, nx) values (0, '4ffffff00', '600000000000000000000000000000005', null)",
    "taken-runs taken_run.",
  ),
  plant(
    "a run in two halves, inside a slice",
    [
      `insert into taken_run (space, lo, hi, nx) select space, '40a000006', hi, nx from taken_run where space = ${berlin} and lo = ` +
        `${run("lo")}`,
      `update taken_run set hi = '40a000005', nx = '40a000006' where space = ${berlin} and hi >= '40a000006' and lo < '40a000006'`,
    ],
    "taken-runs taken_run.",
    "taken-runs taken_run.",
  ),
  // The first slice of the space ends with its 500th address, 10.0.2.236: the long run is split right before it, after it, and one later.
  ...[0x2eb, 0x2ec, 0x2ed].map((end) => {
    const [last, next] = [end, end + 1].map((low) => `40a00${low.toString(16).padStart(4, "0")}`) as [string, string];
    return plant(
      `a run in two halves, of which the first ends with ${last}`,
      [
        `insert into taken_run (space, lo, hi, nx) select space, '${next}', hi, nx from taken_run where space = ${berlin} and lo = ` +
          `'40a000100'`,
        `update taken_run set hi = '${last}', nx = '${next}' where space = ${berlin} and lo = '40a000100'`,
      ],
      "taken-runs taken_run.",
      "taken-runs taken_run.",
    );
  }),
  {
    title: "all runs of a space",
    sql: [`delete from taken_run where space = ${berlin}`],
    differences: ["taken-runs taken_run.", "free-blocks free_block."],
    isMany: true,
  },
];

const wide = "(select id from network where name = 'Wide')";

/** The first half of it is a block, as nothing lies there. */
const BLOCKS: readonly Plant[] = [
  plant(
    "a free block that is missing",
    `delete from free_block where network_id = ${wide} and first_key = '40a008000'`,
    "free-blocks free_block.",
  ),
  plant(
    "a block that is not free",
    `insert into free_block (network_id, first_key, prefix_length) values (${wide}, '40a000000', 24)`,
    "free-blocks free_block.",
  ),
  plant(
    "a block that reaches too far",
    `update free_block set prefix_length = 16 where network_id = ${wide} and first_key = '40a008000'`,
    "free-blocks free_block.",
  ),
  plant(
    "halves of a free block",
    [
      `update free_block set prefix_length = 18 where network_id = ${wide} and first_key = '40a008000'`,
      `insert into free_block (network_id, first_key, prefix_length) values (${wide}, '40a00c000', 18)`,
    ],
    "free-blocks free_block.",
    "free-blocks free_block.",
  ),
  plant(
    "free blocks outside of the network",
    [
      `insert into free_block (network_id, first_key, prefix_length) values (${wide}, '409000000', 24)`,
      `insert into free_block (network_id, first_key, prefix_length) values (${wide}, '40b000000', 24)`,
    ],
    "free-blocks free_block.",
    "free-blocks free_block.",
  ),
  plant(
    "free blocks of a network that keeps none",
    "insert into free_block (network_id, first_key, prefix_length) select id, first_key, prefix_length from network where name = 'Narrow'",
    "free-blocks free_block.",
  ),
  plant(
    "free blocks of a network that is gone",
    "insert into free_block (network_id, first_key, prefix_length) values ('gone', '40a000000', 24)",
    "free-blocks free_block.",
  ),
  plant(
    "a network that has none of the blocks that it keeps",
    "update network set blocks_kept = 1 where name = 'Twin one'",
    "free-blocks free_block.",
  ),
  {
    title: "all blocks of a network",
    sql: [`delete from free_block where network_id = ${wide}`],
    differences: ["free-blocks free_block."],
    isMany: true,
  },
];

const TENURES: readonly Plant[] = [
  plant(
    "who holds an address, of whom nothing is known",
    "delete from address_tenure where ip_key = (select ip_key from address where ip = '192.168.1.1') and to_at is null",
    "address-tenures address_tenure.",
  ),
  plant(
    "the tenure of a device that is gone",
    `insert into address_tenure (space, ip_key, from_at, device_id, device_name, mac)
       values (0, '4c0a8fa01', '2026-01-01T00:00:00.000Z', 'gone', 'Gone', '')`,
    "address-tenures address_tenure.",
  ),
  plant(
    "a tenure under another name",
    `update address_tenure set device_name = 'Other' where to_at is null and device_id = ${device("Alpha-One")}
       and ip_key = (select ip_key from address where ip = '10.0.0.6')`,
    "address-tenures address_tenure.",
  ),
];

const SEEN: readonly Plant[] = [
  plant(
    "how something that was seen stands to what is recorded",
    "update discovered_device set state = 'known', device_id = 'gone' where ip_key = '40a3c0003'",
    "discovered-devices discovered_device.device_id",
    "discovered-devices discovered_device.state",
  ),
  plant(
    "what is recorded otherwise than it was seen",
    "update discovered_device set doc = replace(doc, 'seen.example.com', 'beta.example.com') where state = 'differs'",
    "discovered-devices discovered_device.doc",
  ),
  plant(
    "an address that was missed of a device that does not hold it",
    `insert into address_absence (space, ip_key, device_id, misses, since) values (0, '40a3c0003', ${device("Seen")}, 1, '2026-01-01')`,
    "missing-addresses address_absence.",
  ),
];

const INDEX: readonly Plant[] = [
  plant(
    "a text that is not indexed",
    "delete from device_search where rowid = (select seq from device where name = 'Alpha-One')",
    "device-text-index device.search_text",
  ),
  plant(
    "a text that is not indexed, too short to be found by it",
    "delete from device_search where rowid = (select seq from device where name = 'ab')",
    "device-text-index device.search_text",
  ),
  plant(
    "another text that is indexed",
    [
      "delete from device_search where rowid = (select seq from device where name = 'Alpha-One')",
      "insert into device_search (rowid, text) select seq, 'other' from device where name = 'Alpha-One'",
    ],
    "device-text-index device.search_text",
  ),
  plant(
    "another text of the same length that is indexed",
    [
      "delete from device_search where rowid = (select seq from device where name = 'Alpha-One')",
      `insert into device_search (rowid, text)
         select seq, replace(search_text, 'alpha-one', 'omega-one') from device where name = 'Alpha-One'`,
    ],
    "device-text-index device.search_text",
  ),
  plant(
    "a longer text that is indexed",
    [
      "delete from device_search where rowid = (select seq from device where name = 'Unlinked')",
      "insert into device_search (rowid, text) select seq, search_text || ' and more' from device where name = 'Unlinked'",
    ],
    "device-text-index device.search_text",
  ),
  plant(
    "a shorter text that is indexed",
    [
      `delete from device_search where rowid = (select seq from device where name like '%quoted%')`,
      `insert into device_search (rowid, text) select seq, substr(search_text, 2) from device where name like '%quoted%'`,
    ],
    "device-text-index device.search_text",
  ),
  plant(
    "a text without a device",
    "insert into device_search (rowid, text) values (99999, 'gone')",
    "device-text-index device.search_text",
  ),
  plant(
    "a text of a network that is not indexed",
    "delete from network_search where rowid = (select seq from network where name = 'Wide')",
    "network-text-index network.search_text",
  ),
  plant(
    "another text of a network that is indexed",
    [
      "delete from network_search where rowid = (select seq from network where name = 'Wide')",
      "insert into network_search (rowid, text) select seq, replace(search_text, 'wide', 'slim') from network where name = 'Wide'",
    ],
    "network-text-index network.search_text",
  ),
  plant(
    "a text without a network",
    "insert into network_search (rowid, text) values (99999, 'gone')",
    "network-text-index network.search_text",
  ),
].map((one) => ({ ...one, only: "sqlite" as const }));

const CONFLICTS: readonly Plant[] = [
  plant("an address in conflict that nobody reports", "delete from conflict where type = 'duplicate_ip'", "duplicate-addresses conflict."),
  plant(
    "a subnet in conflict that nobody reports",
    "delete from conflict where type = 'overlapping_subnet'",
    "duplicate-subnets conflict.",
  ),
  plant(
    "a conflict over an address without a cause",
    `update conflict set subject = '40a0000f0' where type = 'duplicate_ip' and status = 'active'`,
    "duplicate-addresses conflict.",
    "duplicate-addresses conflict.status",
  ),
  plant(
    "a conflict over a subnet without a cause",
    `update conflict set space = 55 where type = 'overlapping_subnet' and status = 'active'`,
    "duplicate-subnets conflict.",
    "duplicate-subnets conflict.status",
  ),
  plant(
    "a conflict that names a device otherwise",
    "update conflict set doc = replace(doc, 'Shares', 'Shared') where type = 'duplicate_ip' and status = 'active'",
    "duplicate-addresses conflict.doc",
  ),
  plant(
    "a conflict over hardware in another space than its network",
    "update conflict set space = 55 where type = 'discovery_mismatch'",
    "hardware-conflicts conflict.space",
  ),
  plant(
    "a conflict over hardware that names its network otherwise",
    "update conflict set doc = replace(doc, 'Twin one', 'Twin') where type = 'discovery_mismatch'",
    "hardware-conflicts conflict.doc",
  ),
  plant(
    "a conflict over hardware whose network is gone",
    "update conflict set doc = replace(doc, '\"network_ids\":[\"', '\"network_ids\":[\"no') where type = 'discovery_mismatch'",
    "hardware-conflicts conflict.status",
  ),
];

/** By how large an inventory they need: what is wrong with runs shows at the ends of slices too. */
export const PLANTS: Readonly<Record<"small" | "large", readonly Plant[]>> = {
  small: [...DOCUMENTS, ...COLUMNS, ...COUNTERS, ...BLOCKS, ...TENURES, ...SEEN, ...INDEX, ...CONFLICTS],
  large: [...RUNS, ...BLOCKS],
};
