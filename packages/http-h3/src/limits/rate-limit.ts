import type { Clock, LimitName } from "@cadastre/inventory-core";
import { ExactLimit } from "./exact-limit.ts";
import { FixedWindows } from "./fixed-windows.ts";
import { isCountedApart } from "./caller.ts";
import type { HandlerSettings } from "../options.ts";
import type { SharedCounters } from "./shared-counters.ts";

/** The limits of a server. */
export interface RateLimits {
  /** Of every request. */
  readonly general: FixedWindows;
  /** Of what is dear, each beside the general one. */
  readonly exact: Readonly<Record<LimitName, ExactLimit>>;
}

/** Undefined when they are switched off. */
export function rateLimitsOf(settings: HandlerSettings["rateLimit"], counters: SharedCounters, clock: Clock): RateLimits | undefined {
  if (!settings.enabled) return undefined;
  const exact = (name: LimitName): ExactLimit =>
    new ExactLimit(name, settings[`${name}Requests`], settings[`${name}WindowMs`], counters, clock);
  const { requests, windowMs, keyRequests = requests } = settings;
  return {
    general: new FixedWindows((client) => (isCountedApart(client) ? keyRequests : requests), Math.ceil(requests / 2), windowMs, clock),
    exact: { login: exact("login"), registration: exact("registration"), token: exact("token") },
  };
}
