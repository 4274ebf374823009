import {
  AlertTriangle,
  AppWindow,
  Building2,
  HardDrive,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListChecks,
  ListPlus,
  Network,
  Radar,
  ScrollText,
  Settings,
  Share2,
  ShieldCheck,
  Users,
  Webhook,
} from "@lucide/vue";
import type { FunctionalComponent } from "vue";
import { can, offers } from "../api/session.ts";

/** A page that its user may see, or not. */
interface Page {
  readonly text: string;
  readonly path: string;
  /** What its user needs; nothing for everybody. */
  readonly permission?: string;
  /** What the server needs. */
  readonly feature?: string;
}

/** A page that the layout leads to. */
export interface Destination extends Page {
  /** Keys that lead there, one after the other. */
  readonly keys: string;
  readonly icon: FunctionalComponent;
  /** It shows records of the inventory, which declared kinds stand beside. */
  readonly ofInventory?: true;
}

const ALL: readonly Destination[] = [
  { text: "Dashboard", path: "/", keys: "g h", icon: LayoutDashboard, ofInventory: true },
  { text: "Networks", path: "/networks", keys: "g n", icon: Network, permission: "network:list", ofInventory: true },
  { text: "Devices", path: "/devices", keys: "g d", icon: HardDrive, permission: "device:list", ofInventory: true },
  { text: "Topology", path: "/topology", keys: "g t", icon: Share2, permission: "relationship:list", ofInventory: true },
  { text: "Datacenters", path: "/datacenters", keys: "g l", icon: Building2, permission: "datacenter:list", ofInventory: true },
  { text: "Spaces", path: "/spaces", keys: "g v", icon: Layers, permission: "space:list", ofInventory: true },
  { text: "Discovery", path: "/discovery", keys: "g s", icon: Radar, permission: "discovery:list" },
  { text: "Conflicts", path: "/conflicts", keys: "g c", icon: AlertTriangle, permission: "conflict:list" },
  { text: "Plans", path: "/plans", keys: "g p", icon: ListChecks, permission: "plan:list" },
  { text: "Webhooks", path: "/webhooks", keys: "g w", icon: Webhook, permission: "webhook:list", feature: "webhooks" },
  { text: "Fields", path: "/fields", keys: "g f", icon: ListPlus, permission: "field:create" },
  { text: "Users", path: "/users", keys: "g u", icon: Users, permission: "user:list" },
  { text: "Roles", path: "/roles", keys: "g r", icon: ShieldCheck, permission: "role:list" },
  { text: "OAuth clients", path: "/oauth-clients", keys: "g o", icon: AppWindow, permission: "oauth-client:list", feature: "oauth" },
  { text: "API keys", path: "/keys", keys: "g k", icon: KeyRound, permission: "apikey:list" },
  { text: "Audit log", path: "/audit", keys: "g a", icon: ScrollText, permission: "audit:list" },
  { text: "Settings", path: "/settings", keys: "g e", icon: Settings },
];

/** What scans found, who scans, and which switches and servers tell of hosts. */
const OF_DISCOVERY: readonly Page[] = [
  { text: "Scans and hosts", path: "/discovery", permission: "discovery:list" },
  { text: "Agents", path: "/discovery/agents", permission: "agent:list", feature: "agents" },
  { text: "Switches and routers", path: "/discovery/snmp-devices", permission: "snmp:list", feature: "snmp" },
  { text: "DHCP leases", path: "/discovery/lease-sources", permission: "lease-source:list", feature: "leases" },
];

const isOpen = ({ permission, feature }: Page): boolean =>
  (permission === undefined || can(permission)) && (feature === undefined || offers(feature));

/** The pages that the user may see. */
export const destinations = (): readonly Destination[] => ALL.filter(isOpen);

/** The pages of discovery that the user may see. */
export const discoveryPages = (): readonly Page[] => OF_DISCOVERY.filter(isOpen);
