import type { ScanPlan } from "@cadastre/inventory-core";

/** IPv6 subnets with shorter prefixes are not swept (docs/spec/discovery.md#size-of-a-scan). */
const SWEPT_IPV6_PREFIX = 112;

/** Whether a plan asks the addresses of a subnet, whoever has them; else it asks those that are known, of which most should answer. */
export const isSweep = ({ family, subnet }: Pick<ScanPlan, "family" | "subnet">): boolean =>
  family === 4 || Number(subnet.split("/")[1]) >= SWEPT_IPV6_PREFIX;
