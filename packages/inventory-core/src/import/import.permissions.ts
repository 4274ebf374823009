import { definePermissions } from "../contract/permission.ts";

export const importPermissions = definePermissions({
  import: { resource: "imports", actions: ["apply"], operator: ["apply"] },
});
