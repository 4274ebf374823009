import { poolUtilizationHigh } from "../address-space/pool-utilization.ts";

export const poolEvents = [poolUtilizationHigh] as const;
