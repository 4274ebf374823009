import { setTimeout as sleep } from "node:timers/promises";
import { Agent, type Asked } from "../../../../packages/discovery-snmp/test/support/agent.ts";
import { largeSwitch } from "../../../../packages/discovery-snmp/test/support/large-switch.ts";

const PORTS = 48;
const ADDRESSES = 5000;

/** What the switch tells of itself: its port first, then what it was asked since it was told to wait for something else. */
export type SwitchNote = { readonly port: number } | { readonly asked: readonly Asked[]; readonly longestMs: number };

/** How long it takes for each request from now on. */
export interface SwitchOrder {
  readonly delayMs: number;
}

const tell = (note: SwitchNote): void => void process.send?.(note);

let delayMs = 0;
let longestMs = 0;
const agent = await Agent.start(largeSwitch(PORTS, ADDRESSES), {
  before: async () => {
    if (delayMs === 0) return false;
    const begun = performance.now();
    await sleep(delayMs);
    longestMs = Math.max(longestMs, performance.now() - begun);
    return false;
  },
});

process.on("message", (order: SwitchOrder) => {
  tell({ asked: agent.asked.splice(0), longestMs });
  ({ delayMs } = order);
  longestMs = 0;
});
process.on("disconnect", () => void agent[Symbol.asyncDispose]());
tell({ port: agent.port });
