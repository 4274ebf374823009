import assert from "node:assert/strict";
import { ScanType, ScanWarning } from "@cadastre/inventory-core";
import { parseAddress } from "@cadastre/inventory-core/scanning";
import type { ScannerCase } from "./scanner-lab.ts";

const group = "what it declares";

/** A net that nobody has: reserved, and no system takes an address of it (RFC 1112 §4). */
const NOWHERE = "240.0.0.0/24";

export const declarationCases: readonly ScannerCase[] = [
  {
    group,
    name: "an id of lower-case words joined by hyphens, and a priority",
    run: async ({ scanner }) => {
      assert.match(scanner.id, /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      assert.ok(Number.isFinite(scanner.priority), "the priority is a number");
    },
  },
  {
    group,
    name: "families, scan types and a size, each once and none unknown",
    run: async ({ scanner: { capabilities } }) => {
      const { families, scanTypes, maxAddresses } = capabilities;
      assert.ok(families.length > 0 && scanTypes.length > 0, "it can do something");
      assert.deepEqual(
        families.filter((family) => family !== 4 && family !== 6),
        [],
      );
      assert.deepEqual(
        scanTypes.filter((type) => !ScanType.options.includes(type)),
        [],
      );
      assert.equal(new Set(families).size, families.length, "each family once");
      assert.equal(new Set(scanTypes).size, scanTypes.length, "each scan type once");
      assert.ok(Number.isInteger(maxAddresses) && maxAddresses >= 1, `maxAddresses is ${maxAddresses}`);
    },
  },
  {
    group,
    name: "whether it can work here: null or a sentence, never an error",
    run: async ({ scanner }) => {
      for (let round = 0; round < 2; round += 1) {
        const reason = await scanner.unavailable();
        assert.ok(
          reason === null || ScanWarning.shape.message.safeParse(reason).success,
          `not null and no sentence: ${JSON.stringify(reason)}`,
        );
      }
      assert.equal(await scanner.unavailable(), null, "the suite needs a scanner that can work here");
    },
  },
  {
    group,
    name: "only what it does: a network of each family can be probed in each way",
    run: async (lab) => {
      const given = new Set(lab.networks.map(({ family }) => family));
      assert.deepEqual(
        lab.scanner.capabilities.families.filter((family) => !given.has(family)),
        [],
        "families without a network in the suite",
      );
      for (const { plan } of lab.plans) {
        const unsupported = (await lab.scan(plan)).filter((report) => report.kind === "host-done" && report.reason === "unsupported");
        assert.deepEqual(unsupported, [], `${plan.scanType} scan of ${plan.subnet}`);
      }
    },
  },
  {
    group,
    name: "neighbours of a subnet, canonical, within it, and never an error",
    needs: "neighbours",
    run: async ({ scanner, networks }) => {
      for (const subnet of [...networks.map((network) => network.subnet), NOWHERE]) {
        for (const ip of (await scanner.neighbours?.(subnet)) ?? []) {
          assert.equal(parseAddress(ip)?.text, ip, `${ip} is no canonical address`);
          assert.notEqual(subnet, NOWHERE, `${ip} cannot be a neighbour in ${NOWHERE}`);
        }
      }
    },
  },
];
