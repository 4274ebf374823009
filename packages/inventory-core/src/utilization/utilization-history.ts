import { z } from "zod";
import { queryTime, Timestamp } from "../contract/operations/fields.ts";
import { AddressCount } from "../networks/network.ts";
import type {
  UtilizationForecast as UtilizationForecastRecord,
  UtilizationHistory as UtilizationHistoryRecord,
  UtilizationPoint as UtilizationPointRecord,
} from "../contract/generated/api.ts";

/** Which points of a history are shown; the forecast is the same for all. */
export const UtilizationHistoryQuery = z.object({
  from: queryTime("Only points not before this time (RFC 3339)"),
  to: queryTime("Only points before this time (RFC 3339)"),
});

/** How full a network or pool was at one time. */
const UtilizationPoint = z
  .object({
    at: Timestamp.meta({ description: "When it was so" }),
    total: AddressCount.meta({ description: "Addresses that there were; a decimal string above 2^53 − 1" }),
    used: AddressCount.meta({
      description: "Addresses that devices held, and of a pool those that were allocated, too; a decimal string above 2^53 − 1",
    }),
    utilization: z.number().min(0).max(100).meta({ description: "Percent used, two decimals" }),
  })
  .meta({ id: "UtilizationPoint", description: "How full a network or pool was at one time" });

/** When it will be full if it goes on like this. */
const UtilizationForecast = z
  .object({
    full_at: Timestamp.nullable().meta({
      description: "When no address will be left (ISO 8601 UTC with milliseconds); null when that is more than 10 years away",
    }),
    per_day: z.number().gt(0).meta({ description: "Addresses a day by which it grows: the straight line that fits the last 90 days best" }),
  })
  .meta({ id: "UtilizationForecast", description: "When a network or pool will be full if it grows as in the last 90 days" });

/** How full a network or pool was, a point a day, and now. */
export const UtilizationHistory = z
  .object({
    points: z.array(UtilizationPoint).meta({ description: "One a day, oldest first, and now; none of days on which no server ran" }),
    forecast: UtilizationForecast.nullable().meta({
      description: "When it will be full; null when it does not grow, or is known for less than a day",
    }),
  })
  .meta({ id: "UtilizationHistory", description: "How full a network or pool was, and when it will be full" });

/** Which points of a history are shown. */
export type UtilizationHistoryQuery = z.output<typeof UtilizationHistoryQuery>;
export type UtilizationForecast = UtilizationForecastRecord;
export type UtilizationHistory = UtilizationHistoryRecord;
export type UtilizationPoint = UtilizationPointRecord;
