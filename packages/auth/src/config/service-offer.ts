import { type CallContext, ENGINE_VERSION, type Host, holds, serviceToken } from "@cadastre/inventory-core";
import type { SessionService } from "../sessions/session-service.ts";
import type { ServiceConfig } from "./config.ts";

export const OFFER = serviceToken<ServiceOffer>("auth-service-offer");

/** What this host offers, read off its plugins when it starts. */
export class ServiceOffer {
  readonly #sessions: SessionService;
  #host: Pick<Host, "features" | "navItems"> = { features: [], navItems: [] };

  constructor(sessions: SessionService) {
    this.#sessions = sessions;
  }

  load(host: Pick<Host, "features" | "navItems">): void {
    this.#host = host;
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
      user: await this.#sessions.current(call),
    };
  }
}
