import { createHash } from "node:crypto";
import { invalidField } from "@cadastre/inventory-core";
import { z } from "zod";
import type { OperationTool } from "./operation-tool.ts";

/** After which record of a list, or at which element of a list field of a record, a result goes on. */
export type Cursor = { readonly after: string } | { readonly field: string; readonly from: number };

const Written = z.union([
  z.strictObject({ call: z.string(), after: z.string().max(128) }),
  z.strictObject({ call: z.string(), field: z.string().max(64), from: z.int().min(1) }),
]);

/** Which call a cursor belongs to: the tool and its other arguments. Keys may come in any order. */
function callOf(tool: OperationTool, given: Readonly<Record<string, unknown>>): string {
  const { cursor: _, ...rest } = given;
  const sorted = Object.entries(rest)
    .filter(([, value]) => value !== undefined && value !== null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return hashOf(JSON.stringify([tool.name, sorted]));
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);

/**
 * A cursor says where to go on, and nothing else: any host process reads what another wrote, and whoever makes one up only
 * starts elsewhere in a list that they may read.
 */
export function writeCursor(tool: OperationTool, given: Readonly<Record<string, unknown>>, cursor: Cursor): string {
  return Buffer.from(JSON.stringify({ call: callOf(tool, given), ...cursor })).toString("base64url");
}

/** @throws VALIDATION_ERROR for what is no cursor of this call */
export function parseCursor(text: unknown, tool: OperationTool, given: Readonly<Record<string, unknown>>): Cursor {
  let raw: unknown;
  try {
    raw = JSON.parse(Buffer.from(String(text), "base64url").toString());
  } catch {
    raw = undefined;
  }
  const { success, data } = Written.safeParse(raw);
  if (typeof text !== "string" || !success) throw invalidField("cursor", "must be the next_cursor of an earlier result");
  if (data.call !== callOf(tool, given))
    throw invalidField("cursor", "belongs to a call with other arguments: repeat those, or omit the cursor");
  if ("after" in data !== (tool.operation.output.kind === "list"))
    throw invalidField("cursor", "must be the next_cursor of an earlier result");
  return data;
}

/** How a list names a record: by its id or address, which stay when its other fields change; else by all of its text. */
export function identityOf(text: string): string {
  return /^\{"(?:id|ip|cidr)":"([^"\\]{1,100})"/.exec(text)?.[1] ?? hashOf(text);
}
