import type { Option } from "../parts/fields/option.ts";
import type { Column } from "../parts/table/column.ts";
import { type DescribedField, type FieldKind, fieldOf } from "../texts/described.ts";

/** A row of the tables of the gallery. */
export interface Host {
  readonly id: string;
  readonly name: string;
  readonly ip: string;
  readonly status: string;
  readonly below?: readonly Host[];
}

const LONG = "a".repeat(60);

export const HOSTS: readonly Host[] = [
  { id: "h1", name: "web-1", ip: "10.0.0.1", status: "active" },
  { id: "h2", name: "web-2", ip: "10.0.0.2", status: "planned" },
  { id: "h3", name: `db-${LONG}`, ip: "2001:db8::1", status: "maintenance" },
  { id: "h4", name: "old-1", ip: "", status: "decommissioned" },
];

export const TREE: readonly Host[] = [
  {
    id: "t0",
    name: "ams2",
    ip: "",
    status: "",
    below: [
      {
        id: "t1",
        name: "site",
        ip: "10.0.0.0/16",
        status: "container",
        below: [{ id: "t2", name: "servers", ip: "10.0.1.0/24", status: "active" }],
      },
    ],
  },
];

export const COLUMNS: readonly Column<Host>[] = [
  { name: "name", label: "Name", value: ({ name }) => name, sortable: true },
  { name: "ip", label: "Address", value: ({ ip }) => ip, look: "code" },
  { name: "status", label: "Status", value: ({ status }) => status, sortable: true },
  { name: "note", label: "Note", value: () => "", optional: true },
];

export const OPTIONS: readonly Option[] = [{ value: "", text: "None" }, ...["ams2", "fra1", "lon4"].map((text) => ({ value: text, text }))];

export const MANY: readonly Option[] = Array.from({ length: 1000 }, (_, index) => ({
  value: `net-${index}`,
  text: `network-${index}`,
  detail: `10.${index >> 8}.${index & 255}.0/24`,
}));

/** As a server finds options. */
export const find = async (wanted: string): Promise<readonly Option[]> =>
  await Promise.resolve([...OPTIONS, ...MANY].filter(({ text }) => text.includes(wanted)));

export const FILTERS = [
  fieldOf("q", "Text", { hint: "Part of a name." }),
  fieldOf("status", "Status", { kind: "choice", options: OPTIONS }),
  fieldOf("network", "Network", { kind: "reference", find, unset: [{ value: "", text: "Any network" }] }),
  fieldOf("free", "Show free blocks", { kind: "flag" }),
  { ...fieldOf("tags", "Tags", { kind: "tags" }), more: true },
];

const KINDS: readonly (readonly [FieldKind, unknown, Partial<DescribedField>?])[] = [
  ["text", "Rack of the lab", { required: true, hint: "A hint." }],
  ["integer", 42],
  ["boolean", true],
  ["date", "2026-02-28"],
  ["timestamp", "2026-02-28T10:00:00.000Z"],
  ["choice", "planned", { choices: ["planned", "active"] }],
  ["url", "https://wiki.example/racks"],
  ["cidr", "10.0.0.0/24"],
  ["tags", ["lab", "dmz"]],
  ["texts", ["a", "b"]],
  ["map", { depth: 80 }],
  ["secret", ""],
  ["reference", "", { refersTo: "datacenter" }],
  ["references", [], { refersTo: "device" }],
];
export const DESCRIBED: readonly DescribedField[] = KINDS.map(([kind, , more]) => ({
  name: `a_${kind}`,
  kind,
  label: `A ${kind}`,
  required: false,
  nullable: true,
  ...more,
}));
export const DESCRIBED_RECORD = Object.fromEntries(KINDS.map(([kind, value]) => [`a_${kind}`, value]));
