import { type AnyOperation, holds, type Principal } from "@cadastre/inventory-core";
import { acceptsCredential, isLetIn } from "@cadastre/inventory-core/protocol";

/** Things whose permissions are about proving who one is: nothing of them is a tool. */
const CREDENTIALS = new Set(["apikey", "oauth-client"]);

/** Things whose permissions are about what others may do, agents with their tokens among them: a tool may look at them. */
const ACCESS = new Set(["user", "role", "agent"]);

/** What the catalogue of tools itself tells an AI client, in the form that programs read. */
const MANIFEST = "manifest.get";

const thingOf = (permission: string): string => permission.slice(0, permission.indexOf(":"));

/**
 * The one rule of which operations are tools: those that answer with a record, a list or nothing, and let nobody in. What is
 * open to all, counted as a sign-in, or changes one's own session is none; nothing makes, shows or ends credentials; and no
 * tool gives, takes or changes users and roles (docs/spec/oauth.md#what-is-no-tool).
 * A body of many records is for programs that have them, and not for what is written out by a model. Files are for people, and what is
 * watched can be asked for again: `scans.watch` by `discovery_scan_get`,
 * `events.stream` by `event_read`.
 */
export function isTool({ id, access, alsoNeeds = [], http, items, limit, output }: AnyOperation): boolean {
  if (items !== undefined || id === MANIFEST) return false;
  if (output.kind === "file" || output.kind === "watch") return false;
  if (access === "public" || limit !== undefined) return false;
  const looks = http.method === "GET";
  if (access === "authenticated") return looks;
  const things = [access, ...alsoNeeds].map(thingOf);
  return !things.some((thing) => CREDENTIALS.has(thing) || (ACCESS.has(thing) && !looks));
}

/** Whether a caller may use an operation at all; with `self`, that is for their own record at least. The engine asks again. */
export function mayUse(principal: Principal, operation: AnyOperation): boolean {
  const { access, alsoNeeds = [], self } = operation;
  if (!acceptsCredential(operation, principal)) return false;
  if (access === "authenticated") return isLetIn(principal, access);
  return (self !== undefined && principal.userId !== null) || [access, ...alsoNeeds].every((permission) => holds(principal, permission));
}
