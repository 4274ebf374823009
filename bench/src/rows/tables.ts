/** A column with its type on PostgreSQL. */
export type Column = readonly [name: string, type: "text" | "integer" | "bigint"];

const texts = (...names: string[]): Column[] => names.map((name) => [name, "text"]);

/** Columns of the tables that are loaded without the product. Tables not named here are derived by the database. */
export const TABLES: Readonly<Record<string, readonly Column[]>> = {
  device: texts(
    "id",
    "name",
    "name_key",
    "hostname",
    "description",
    "make_model",
    "os",
    "datacenter_id",
    "username",
    "location",
    "status",
    "search_text",
    "created_at",
    "updated_at",
    "doc",
  ),
  address: [
    ...texts("id", "device_id"),
    ["position", "integer"],
    ["space", "integer"],
    ...texts("ip", "ip_key"),
    ["port", "integer"],
    ...texts("type", "label", "network_id", "switch_port", "pool_id", "mac"),
  ],
  device_tag: [...texts("device_id", "tag"), ["position", "integer"]],
  device_domain: [...texts("device_id"), ["position", "integer"], ...texts("domain")],
  allocation: [
    ...texts("id", "pool_id"),
    ["space", "integer"],
    ...texts("ip", "ip_key", "status", "request_key", "request", "note", "device_id", "created_at", "expires_at", "doc"),
  ],
  network: [
    ["space", "integer"],
    ...texts("id", "name", "name_key", "search_text", "subnet", "first_key", "last_key"),
    ["prefix_length", "integer"],
    ...texts("cidr_key", "description", "parent_id", "created_at", "updated_at", "doc"),
    ["used_count", "integer"],
  ],
  relationship: texts("parent_id", "child_id", "type", "created_at", "doc"),
  taken_run: [["space", "integer"], ...texts("lo", "hi", "nx")],
  audit: texts(
    "id",
    "timestamp",
    "action",
    "resource",
    "resource_id",
    "user_id",
    "username",
    "ip_address",
    "source",
    "status",
    "error",
    "changes",
    "request_id",
  ),
  event: texts("id", "event", "record_id", "occurred_at", "data"),
};
