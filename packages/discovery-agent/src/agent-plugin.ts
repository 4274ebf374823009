import {
  type AnyOperation,
  CLOCK,
  definePlugin,
  LOGGER,
  type Plugin,
  provide,
  serviceToken,
  STORAGE,
  WRITES,
} from "@cadastre/inventory-core";
import { AGENT_REPORTS, AGENT_SCANS, SCAN_AFFINITY, SITE_LEASES, SITE_WITNESSES } from "@cadastre/inventory-core/discovery";
import { AGENT_AUTHENTICATOR, AgentAuthenticator } from "./access/agent-authenticator.ts";
import { type AgentOptions as GivenOptions, AgentOptions, settingsOf } from "./agent-options.ts";
import { agentPermissions } from "./agent.permissions.ts";
import { agentAffinity } from "./agents/agent-affinity.ts";
import { agentDatacenterTable, agentNetworkTable, agentTable } from "./agents/agent.entity.ts";
import { agentEvents } from "./agents/agent.events.ts";
import { agentOperations } from "./agents/agent.operations.ts";
import { AGENTS, AgentService } from "./agents/agent-service.ts";
import { agentMigrations } from "./storage/migrations.ts";
import { AWAY_WATCH, AwayWatch } from "./scan-work/away-watch.ts";
import { agentLeaseOperations } from "./scan-work/lease-work.operations.ts";
import { AGENT_LEASES, AgentLeaseService } from "./scan-work/lease-work-service.ts";
import { LEASE_WATCH, LeaseWatch } from "./scan-work/lease-watch.ts";
import { Presence } from "./scan-work/presence.ts";
import { SentSecrets } from "./scan-work/sent-secrets.ts";
import { Refusals } from "./scan-work/refusals.ts";
import { agentWorkOperations } from "./scan-work/work.operations.ts";
import { WorkBell } from "./scan-work/work-bell.ts";
import { AGENT_WORK_SERVICE, AgentWorkService } from "./scan-work/work-service.ts";

const PRESENCE = serviceToken<Presence>("agent-presence");
const REFUSALS = serviceToken<Refusals>("agent-refusals");
const BELL = serviceToken<WorkBell>("agent-work-bell");

/**
 * Agents: programs at sites that the server cannot reach, which scan the networks that they serve.
 * @throws VALIDATION_ERROR naming each option that is wrong
 *
 * @example
 * createInventory({ storage: sqlite("inventory.db"), plugins: [discoveryAgentPlugin(), httpPlugin()] })
 */
export function discoveryAgentPlugin(options: GivenOptions = {}): Plugin {
  const { waitMs } = settingsOf(options);
  return definePlugin({
    id: "discovery-agent",
    source: { module: "@cadastre/discovery-agent", name: "discoveryAgentPlugin" },
    features: ["agents"],
    model: {
      entities: [agentTable, agentNetworkTable, agentDatacenterTable].map(({ entity }) => entity),
      migrations: agentMigrations,
      followers: [
        { name: "agent_network", key: ["network_id"], references: { network_id: "network", agent_id: "agent" } },
        { name: "agent_datacenter", key: ["datacenter_id"], references: { datacenter_id: "datacenter", agent_id: "agent" } },
      ],
    },
    replaces: [provide(SCAN_AFFINITY, [], () => agentAffinity)],
    services: [
      provide(AGENT_AUTHENTICATOR, [STORAGE], (storage) => new AgentAuthenticator(storage)),
      provide(
        AGENTS,
        [STORAGE, WRITES, CLOCK, AGENT_SCANS, SITE_WITNESSES, SITE_LEASES],
        (storage, writes, clock, scans, ...secrets) => new AgentService({ storage, writes, clock, scans, secrets }),
      ),
      provide(
        PRESENCE,
        [STORAGE, WRITES, CLOCK, LOGGER],
        (storage, writes, clock, logger) => new Presence({ storage, writes, clock, logger }),
      ),
      provide(
        BELL,
        [STORAGE, AGENT_SCANS, SITE_LEASES, PRESENCE, CLOCK, LOGGER],
        (storage, scans, leases, presence, clock, logger) => new WorkBell({ storage, scans, leases, presence, clock, logger }),
      ),
      provide(
        AGENT_WORK_SERVICE,
        [AGENT_SCANS, AGENT_REPORTS, PRESENCE, BELL, SITE_WITNESSES, SITE_LEASES, REFUSALS, WRITES, CLOCK],
        (scans, reports, presence, bell, witnesses, leases, refusals, writes, clock) =>
          new AgentWorkService({ scans, reports, presence, bell, witnesses, leases, refusals, sent: new SentSecrets(writes), clock }),
      ),
      provide(REFUSALS, [WRITES, CLOCK, LOGGER], (writes, clock, logger) => new Refusals(writes, clock, logger)),
      provide(
        AGENT_LEASES,
        [SITE_LEASES, PRESENCE, REFUSALS],
        (leases, presence, refusals) => new AgentLeaseService({ leases, presence, refusals }),
      ),
      provide(
        LEASE_WATCH,
        [STORAGE, SITE_LEASES, CLOCK, LOGGER],
        (storage, leases, clock, logger) => new LeaseWatch({ storage, leases, clock, logger }),
      ),
      provide(
        AWAY_WATCH,
        [STORAGE, AGENT_SCANS, CLOCK, LOGGER],
        (storage, scans, clock, logger) => new AwayWatch({ storage, scans, clock, logger, waitMs }),
      ),
    ],
    authenticators: [AGENT_AUTHENTICATOR],
    permissions: agentPermissions,
    events: agentEvents,
    operations: [agentOperations, agentWorkOperations, agentLeaseOperations].flatMap((group): unknown[] =>
      Object.values(group),
    ) as readonly AnyOperation[],
    options: AgentOptions,
    startWork: (host) => {
      host.get(PRESENCE).start();
      host.get(BELL).start();
      host.get(AWAY_WATCH).start();
      host.get(LEASE_WATCH).start();
    },
    stop: async (host) => {
      await host.get(LEASE_WATCH).stop();
      await host.get(AWAY_WATCH).stop();
      await host.get(BELL).stop();
      await host.get(PRESENCE).stop();
    },
  });
}
