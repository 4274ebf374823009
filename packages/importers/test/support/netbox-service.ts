import type { Answer, Asked, Service } from "./service.ts";

/** Records of each list of a NetBox, by its path. */
export type NetboxLists = Readonly<Record<string, readonly object[]>>;

/** The lists that are read. */
export const LIST_PATHS = [
  "extras/custom-fields",
  "ipam/vrfs",
  "dcim/sites",
  "dcim/locations",
  "ipam/vlan-groups",
  "ipam/vlans",
  "ipam/prefixes",
  "ipam/aggregates",
  "ipam/ip-ranges",
  "ipam/ip-addresses",
  "ipam/fhrp-groups",
  "dcim/interfaces",
  "virtualization/interfaces",
  "dcim/devices",
  "virtualization/virtual-machines",
  "dcim/cables",
] as const;

type Owner = "device" | "virtual_machine";

interface Assigned {
  readonly assigned_object_type?: string | null;
  readonly assigned_object?: Readonly<Partial<Record<Owner, { readonly id: number }>>> | null;
}

/** Answers as NetBox does below /netbox/api/: lists in pages, and addresses by who has them. */
export function netboxOf(lists: NetboxLists): (asked: Asked, service: Service) => Answer {
  return ({ path, query }, service) => {
    const list = path.replace(/^\/netbox\/api\//, "").replace(/\/$/, "");
    const all = lists[list];
    if (all === undefined || !path.endsWith("/")) return { status: 404, body: { detail: "Not found." } };
    const ids = query.getAll("id");
    const wanted = ids.length === 0 ? all : all.filter((record) => ids.includes(String((record as { readonly id?: number }).id)));
    const found = list === "ipam/ip-addresses" ? addresses(wanted, query) : wanted;
    const limit = Number(query.get("limit") ?? 50);
    const offset = Number(query.get("offset") ?? 0);
    const next = new URLSearchParams(query);
    next.set("offset", String(offset + limit));
    return {
      body: {
        count: found.length,
        next: offset + limit < found.length ? `${service.url}${path}?${next.toString()}` : null,
        previous: null,
        results: found.slice(offset, offset + limit),
      },
    };
  };
}

const INTERFACES = new Set(["dcim.interface", "virtualization.vminterface"]);

function addresses(all: readonly Assigned[], query: URLSearchParams): readonly Assigned[] {
  const of = (name: string, owner: Owner): readonly Assigned[] =>
    all.filter(({ assigned_object: object }) => query.getAll(name).includes(String(object?.[owner]?.id)));
  if (query.has("device_id")) return of("device_id", "device");
  if (query.has("virtual_machine_id")) return of("virtual_machine_id", "virtual_machine");
  if (query.get("assigned_to_interface") !== "false") return all;
  return all.filter(({ assigned_object_type: type }) => !INTERFACES.has(type ?? ""));
}
