import { hash } from "node:crypto";
import { z } from "zod";
import { Id, type Permission as DeclaredPermission } from "@cadastre/inventory-core";

/** A permission that some plugin declares. */
export const Permission = z
  .object({
    id: Id,
    name: z.string().meta({ description: "Name as required by operations", examples: ["device:list"] }),
    resource: z.string().meta({ description: "Resource, in the plural", examples: ["devices"] }),
    action: z.string().meta({ examples: ["list"] }),
  })
  .meta({ id: "Permission", description: "A permission that roles can contain" });

export type Permission = z.infer<typeof Permission>;

/** Permissions are declared, not stored: their id (UUID version 8, RFC 9562) follows from the name, the same on every host. */
function idOf(name: string): string {
  const hex = hash("sha256", `cadastre permission ${name}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

export function permissionRecord({ name, resource, action }: DeclaredPermission): Permission {
  return { id: idOf(name), name, resource, action };
}
