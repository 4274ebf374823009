import type { DiscoveryWork } from "./bench-run.ts";
import { agentCancelled } from "./works/agent-cancel.ts";
import { agentLink } from "./works/agent-link.ts";
import { cancel } from "./works/cancel.ts";
import { deep } from "./works/deep.ts";
import { full } from "./works/full.ts";
import { hostile } from "./works/hostile.ts";
import { large } from "./works/large.ts";
import { limits } from "./works/limits.ts";
import { quick } from "./works/quick.ts";

/** All works by the name that chooses them. */
export const WORKS: Readonly<Record<string, DiscoveryWork>> = {
  quick,
  large,
  full,
  deep,
  cancel,
  limits,
  hostile,
  "agent-link": agentLink,
  "agent-cancel": agentCancelled,
};
