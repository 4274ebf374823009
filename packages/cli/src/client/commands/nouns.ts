/** Headings of `cadastre --help`, in their order. */
export const GROUPS = {
  run: "Server:",
  inventory: "Inventory:",
  discovery: "Discovery:",
  notify: "Events and history:",
  plugins: "Plugins of the server:",
  access: "Access:",
  upkeep: "Maintenance:",
} as const;

/** A noun of the command line. */
export interface Noun {
  readonly name: string;
  readonly group: string;
  readonly description: string;
  /** Groups of operations whose commands are here. */
  readonly operations: readonly string[];
  readonly aliases?: readonly string[];
  /** The noun is the whole command, such as `search`. */
  readonly whole?: true;
  /** Lines that can be copied. */
  readonly examples: readonly string[];
}

/** Every noun. It is data of its own, so that the top of the help loads nothing else. */
export const NOUNS: readonly Noun[] = [
  {
    name: "space",
    group: GROUPS.inventory,
    description: "address spaces (VRFs) that datacenters and networks name",
    operations: ["spaces"],
    examples: ["cadastre space create --name red --rd 65000:1", "cadastre network list --space red"],
  },
  {
    name: "datacenter",
    group: GROUPS.inventory,
    description: "sites, in an address space of their own or in one that they name",
    operations: ["datacenters"],
    examples: ["cadastre datacenter create --name fra1 --location Frankfurt", "cadastre datacenter devices fra1"],
  },
  {
    name: "network",
    group: GROUPS.inventory,
    description: "subnets, what is free in them, and their utilization",
    operations: ["networks"],
    examples: [
      "cadastre network create --name office --subnet 10.0.0.0/24 --vlan 12",
      "cadastre network next-ip 10.0.0.0/24",
      "cadastre network free-prefixes 10.0.0.0/8 --length 24",
      "cadastre network utilization fra1/office",
      "cadastre network renumber office --subnet 10.1.0.0/24",
    ],
  },
  {
    name: "vlan",
    group: GROUPS.inventory,
    description: "VLANs, which networks name",
    operations: ["vlans"],
    examples: ["cadastre vlan create --vid 20 --group office", "cadastre network update lan --vlan office/printers"],
  },
  {
    name: "vlan-group",
    group: GROUPS.inventory,
    description: "ranges of VLAN numbers, and what is free in them",
    operations: ["vlanGroups"],
    examples: [
      "cadastre vlan-group create --name office --datacenter fra1 --max-vid 199",
      "cadastre vlan-group allocate office --count 2 --name floor",
      "cadastre vlan-group adopt office",
    ],
  },
  {
    name: "pool",
    group: GROUPS.inventory,
    description: "address ranges to allocate from",
    operations: ["pools", "allocations"],
    examples: [
      "cadastre pool next-ip servers",
      "cadastre pool allocate office/servers --count 2 --ttl-seconds 3600",
      "cadastre pool heatmap servers",
    ],
  },
  {
    name: "ip",
    group: GROUPS.inventory,
    description: "show what is known of an address",
    operations: ["addresses"],
    whole: true,
    examples: ["cadastre ip 10.0.0.5", "cadastre ip 10.0.0.5 --at 2026-03-01", "cadastre ip 10.0.0.5 --space red -o json"],
  },
  {
    name: "field",
    group: GROUPS.inventory,
    description: "fields of your own on datacenters, networks, pools and devices",
    operations: ["fields"],
    examples: [
      "cadastre field create --record device --name owner --type text",
      "cadastre field create --record device --name tier --type choice --choice gold --choice silver",
      "cadastre device update web-1 --field owner=ada --field tier=gold",
      "cadastre device list --field owner=ada",
    ],
  },
  {
    name: "allocate",
    group: GROUPS.inventory,
    description: "allocate addresses by network, VLAN or pool",
    operations: [],
    whole: true,
    examples: [
      "cadastre allocate --network office --note printer",
      "cadastre allocate --vlan 20 --datacenter fra1",
      "cadastre allocate --pool servers --key build-7",
    ],
  },
  {
    name: "device",
    group: GROUPS.inventory,
    description: "devices with their addresses, tags and domains",
    operations: ["devices"],
    examples: [
      "cadastre device list --tag production -o wide",
      "cadastre device list --limit 50 --sort -updated_at --count",
      "cadastre device create --name web-1 --address ip=10.0.0.7,label=eth0",
      "cadastre device get web-1 -o yaml | cadastre device update web-1 --from -",
    ],
  },
  {
    name: "relationship",
    group: GROUPS.inventory,
    description: "relationships: contains, connected_to, depends_on",
    operations: ["relationships"],
    examples: ["cadastre relationship create rack-1 contains web-1", "cadastre relationship list web-1"],
  },
  {
    name: "conflict",
    group: GROUPS.inventory,
    description: "duplicate addresses and overlapping subnets",
    operations: ["conflicts"],
    examples: ["cadastre conflict list --status active", "cadastre conflict ignore $CONFLICT --notes VRRP"],
  },
  {
    name: "plan",
    group: GROUPS.inventory,
    description: "changes that are looked at before they are made",
    operations: ["plans"],
    examples: ["cadastre plan create --from move.yaml", "cadastre plan apply $PLAN"],
  },
  {
    name: "change",
    group: GROUPS.inventory,
    description: "changes that were made, to be taken back",
    operations: ["changes"],
    examples: ["cadastre change undo $CHANGE", "cadastre plan apply $PLAN"],
  },
  {
    name: "name",
    group: GROUPS.inventory,
    description: "look up records by name, or names by id",
    operations: ["names"],
    whole: true,
    examples: ["cadastre name fra1/office"],
  },
  {
    name: "dashboard",
    group: GROUPS.inventory,
    description: "show an overview of the inventory",
    operations: ["dashboard"],
    whole: true,
    examples: ["cadastre dashboard -o yaml"],
  },
  {
    name: "search",
    group: GROUPS.inventory,
    description: "search the whole inventory",
    operations: ["search"],
    whole: true,
    examples: ["cadastre search 10.0.0.7"],
  },
  {
    name: "discovery",
    group: GROUPS.discovery,
    description: "scan networks and promote hosts found",
    operations: ["discoveredDevices"],
    examples: ["cadastre discovery scan 10.0.0.0/24 --type quick --watch", "cadastre discovery promote $DISCOVERED --name printer-3"],
  },
  {
    name: "scan",
    group: GROUPS.discovery,
    description: "running and finished scans",
    operations: ["scans"],
    examples: ["cadastre scan list --status running", "cadastre scan watch $SCAN"],
  },
  {
    name: "rule",
    group: GROUPS.discovery,
    description: "scheduled scans",
    operations: ["discoveryRules"],
    examples: ["cadastre rule create --network 10.0.0.0/24 --type quick --interval-hours 24"],
  },
  {
    name: "agent",
    group: GROUPS.discovery,
    description: "agents that scan other sites; without a command, run one",
    operations: ["agents"],
    examples: [
      "cadastre agent create --name north --datacenter fra1",
      "cadastre agent --server https://inventory.example.com --token-file agent.token",
    ],
  },
  {
    name: "snmp",
    group: GROUPS.discovery,
    description: "switches and routers whose tables scans read",
    operations: ["snmpDevices"],
    examples: [
      "cadastre snmp create --name access-1 --address 192.0.2.11 --from snmp.yaml",
      "cadastre snmp test access-1",
      "cadastre snmp plan-links",
    ],
  },
  {
    name: "lease",
    group: GROUPS.discovery,
    description: "DHCP servers whose leases are read",
    operations: ["leaseSources"],
    examples: [
      "cadastre lease create --name office --type dnsmasq \\\n    --path /var/lib/misc/dnsmasq.leases --network 10.0.0.0/24",
      "cadastre lease leases office",
    ],
  },
  {
    name: "event",
    group: GROUPS.notify,
    description: "the event log, also live",
    operations: ["events"],
    examples: ["cadastre event tail --event device.created -o json"],
  },
  {
    name: "webhook",
    group: GROUPS.notify,
    description: "send events to HTTP endpoints",
    operations: ["webhooks", "webhookDeliveries"],
    examples: [
      "cadastre webhook create --name chat --url https://chat.example.com/hook \\\n    --event device.created --secret-stdin <secret.txt",
      "cadastre webhook deliveries chat --status failed",
    ],
  },
  {
    name: "audit",
    group: GROUPS.notify,
    description: "the audit log",
    operations: ["audit"],
    examples: ["cadastre audit list --username root --action delete", "cadastre audit export --format csv >audit.csv"],
  },
  {
    name: "user",
    group: GROUPS.access,
    description: "users and passwords",
    operations: ["users"],
    examples: ["cadastre user create --username ann --role operator", "cadastre user permissions ann -o json"],
  },
  {
    name: "key",
    group: GROUPS.access,
    aliases: ["apikey"],
    description: "API keys",
    operations: ["keys"],
    examples: ["cadastre key create --user ann --name ci --expires-at 2030-01-31T00:00:00Z"],
  },
  {
    name: "role",
    group: GROUPS.access,
    description: "roles and their permissions",
    operations: ["roles", "permissions"],
    examples: ["cadastre role create --name auditors --permission audit:list"],
  },
  {
    name: "oauth",
    group: GROUPS.access,
    description: "programs authorized by users",
    operations: ["oauthClients", "oauthGrants"],
    examples: ["cadastre oauth clients", "cadastre oauth revoke $GRANT"],
  },
  {
    name: "server",
    group: GROUPS.access,
    description: "information about the server",
    operations: ["config", "auth", "manifest"],
    examples: ["cadastre server info"],
  },
];

/** The noun by a word of the command line. */
export const nounOf = (word: string | undefined): Noun | undefined =>
  NOUNS.find(({ name, aliases = [] }) => name === word || aliases.includes(word ?? ""));
