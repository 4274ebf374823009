import type { SnmpTarget } from "../../src/session/snmp-target.ts";

/** A device on loopback that takes the community `public`. */
export const targetAt = (port: number, more: Partial<SnmpTarget> = {}): SnmpTarget => ({
  id: "snmp-1",
  name: "switch",
  address: "127.0.0.1",
  port,
  credentials: { version: "2c", community: "public" },
  ...more,
});
