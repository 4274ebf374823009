/** What an export holds, as people call it, but for records of declared kinds. */
export const EXPORT_SCOPES = {
  fields: "field",
  spaces: "space",
  datacenters: "datacenter",
  networks: "network",
  pools: "pool",
  devices: "device",
  relationships: "relationship",
  all: "all",
} as const;
