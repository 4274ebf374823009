import { describeScanner } from "@cadastre/testing";
import { describe, it } from "vitest";
import { SnmpTablesScanner } from "../src/index.ts";
import { Agent } from "./support/agent.ts";
import { recording } from "./support/recording.ts";
import { targetAt } from "./support/target.ts";

describeScanner({ describe, it }, "snmp-tables, with recorded devices", {
  createScanner: async () => {
    const agents = await Promise.all(["access-switch", "router", "router-ipv6"].map(async (name) => await Agent.start(recording(name))));
    const targets = agents.map(({ port }, at) => targetAt(port, { id: `${at}`, name: `device ${at}` }));
    return {
      scanner: new SnmpTablesScanner({
        source: { targetsFor: async () => await Promise.resolve({ targets, warnings: [] }) },
        deviceTimeMs: 5000,
      }),
      networks: [
        {
          subnet: "10.20.0.0/24",
          family: 4,
          targets: ["10.20.0.1", "10.20.0.10", "10.20.0.11", "10.20.0.12", "10.20.0.50", "10.20.0.99"],
          alive: ["10.20.0.1", "10.20.0.10", "10.20.0.11", "10.20.0.99"],
          dead: ["10.20.0.12", "10.20.0.50"],
        },
        { subnet: "2001:db8::/64", family: 6, targets: ["2001:db8::10", "2001:db8::11"], alive: ["2001:db8::10"], dead: ["2001:db8::11"] },
      ],
      dispose: async () => {
        for (const agent of agents) await agent[Symbol.asyncDispose]();
      },
    };
  },
});
