import { describeScanner } from "@cadastre/testing";
import { describe, it } from "vitest";
import { StaticScanner } from "./static-scanner.ts";

const hosts = [
  { ip: "10.0.0.7", macAddress: "02:00:00:00:00:07" },
  { ip: "2001:db8::7", macAddress: "02:00:00:00:00:07" },
];

// The published suite proves that it is a scanner. This one sends nothing, so any addresses will do.
describeScanner({ describe, it }, "static-list", {
  createScanner: () => ({
    scanner: new StaticScanner(hosts),
    networks: [
      {
        subnet: "10.0.0.0/28",
        family: 4,
        targets: ["10.0.0.6", "10.0.0.7", "10.0.0.8"],
        alive: ["10.0.0.7"],
        dead: ["10.0.0.6", "10.0.0.8"],
      },
      { subnet: "2001:db8::/64", family: 6, targets: ["2001:db8::6", "2001:db8::7"], alive: ["2001:db8::7"], dead: ["2001:db8::6"] },
    ],
  }),
});
