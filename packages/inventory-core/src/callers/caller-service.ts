import type { CurrentUser, PermissionRecord } from "../contract/access/current-user.ts";
import { holds, type Principal } from "../contract/access/principal.ts";
import { coreErrors } from "../contract/errors/core-errors.ts";
import type { CallContext } from "../contract/operations/operation.ts";
import type { Host } from "../contract/plugin.ts";
import { serviceToken } from "../contract/service-token.ts";
import { ENGINE_VERSION } from "../version.ts";
import { permissionRecords } from "./permission-record.ts";
import type { ServiceConfig } from "./service-config.ts";

export const CALLER_SERVICE = serviceToken<CallerService>("caller-service");

type Offer = Pick<Host, "features" | "navItems" | "permissions" | "userProfiles">;

/** Tells callers who they are and what this host offers them. */
export class CallerService {
  #host: Offer = { features: [], navItems: [], permissions: [], userProfiles: undefined };
  #permissions: readonly PermissionRecord[] = [];

  /** Takes what a host declares; called once, when it starts. */
  start(host: Offer): void {
    this.#host = host;
    this.#permissions = permissionRecords(host.permissions);
  }

  /** @throws UNAUTHORIZED when the caller is no user, as the program itself */
  async current({ principal }: CallContext): Promise<CurrentUser> {
    const { userId } = principal;
    if (userId === null) throw coreErrors.UNAUTHORIZED({ reason: "the caller is not a user" });
    const kept = await this.#host.userProfiles?.find(userId);
    return { ...(kept ?? profileOf(userId, principal)), permissions: this.#permissions.filter(({ name }) => holds(principal, name)) };
  }

  /** As a caller is told: nobody is led to a page that they may not see. @throws UNAUTHORIZED for a caller that is no user */
  async config(call: CallContext): Promise<ServiceConfig> {
    const { features, navItems } = this.#host;
    const pages = navItems.filter(({ access }) => access === undefined || holds(call.principal, access));
    return {
      edition: "community",
      version: ENGINE_VERSION,
      features: [...features],
      nav_items: pages.map(({ label, path }) => ({ label, path })),
      user: await this.current(call),
    };
  }
}

/** A user whom no plugin keeps, by what the application says (docs/spec/credentials.md#users-of-an-application). */
function profileOf(id: string, { username, permissions, profile }: Principal): Omit<CurrentUser, "permissions"> {
  return {
    id,
    username,
    email: profile?.email ?? "",
    full_name: profile?.fullName ?? "",
    is_active: true,
    is_admin: permissions === "all",
    roles: [],
    created_at: null,
    updated_at: null,
    last_login_at: null,
  };
}
