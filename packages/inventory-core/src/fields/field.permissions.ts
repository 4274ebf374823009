import { definePermissions } from "../contract/access/permission.ts";

/** Everybody signed in reads fields, as they are what records look like: `read` is asked for by events alone. */
export const fieldPermissions = definePermissions({
  field: {
    resource: "fields",
    actions: ["read", "create", "update", "delete"],
    viewer: ["read"],
    operator: ["read"],
  },
});
