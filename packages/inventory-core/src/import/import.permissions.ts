import { definePermissions } from "../contract/access/permission.ts";

export const importPermissions = definePermissions({
  import: { resource: "imports", actions: ["apply"], operator: ["apply"] },
});
