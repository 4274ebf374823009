import { fileURLToPath } from "node:url";
import { describeScanner } from "@cadastre/testing";
import { describe, expect, it } from "vitest";
import { HostsFileScanner } from "../src/hosts-file-scanner.ts";

const HOSTS = fileURLToPath(new URL("../hosts.txt", import.meta.url));

// The published suite proves that it is a scanner. This one sends nothing, so any addresses will do.
describeScanner({ describe, it }, "hosts-file", {
  createScanner: () => ({
    scanner: new HostsFileScanner(HOSTS),
    networks: [
      {
        subnet: "10.0.0.0/28",
        family: 4,
        targets: ["10.0.0.6", "10.0.0.7", "10.0.0.8"],
        alive: ["10.0.0.7", "10.0.0.8"],
        dead: ["10.0.0.6"],
      },
      { subnet: "2001:db8::/64", family: 6, targets: ["2001:db8::6", "2001:db8::7"], alive: ["2001:db8::7"], dead: ["2001:db8::6"] },
    ],
  }),
});

it("says when its file cannot be read", async () => {
  expect(await new HostsFileScanner(HOSTS).unavailable()).toBeNull();
  expect(await new HostsFileScanner(`${HOSTS}.missing`).unavailable()).toContain("ENOENT");
});
