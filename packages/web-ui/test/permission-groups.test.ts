import type { Permission } from "@cadastre/client";
import { expect, it } from "vitest";
import { groupsOf } from "../page/roles/permission-groups.ts";

const permission = (resource: string, action: string): Permission => ({
  id: `${resource}:${action}`,
  name: `${resource}:${action}`,
  resource,
  action,
});

it("groups permissions by thing, and puts what reaches further last", () => {
  const given = [
    permission("oauth-clients", "delete"),
    permission("audit", "export"),
    permission("oauth-clients", "list"),
    permission("audit", "read"),
    permission("audit", "list"),
    permission("audit", "detect"),
  ];
  expect(groupsOf(given).map(({ thing, permissions }) => [thing, permissions.map(({ action }) => action)])).toEqual([
    ["audit", ["list", "read", "detect", "export"]],
    ["oauth clients", ["list", "delete"]],
  ]);
});
