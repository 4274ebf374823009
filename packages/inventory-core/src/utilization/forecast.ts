import { DAY_MS } from "./days.ts";
import type { UtilizationForecast, UtilizationPoint } from "./utilization-history.ts";

/** Days that a forecast looks back. */
export const FORECAST_DAYS = 90;

/** A line through 90 days says nothing of what is further away. */
const HORIZON_DAYS = 3650;

/** Addresses a day are told to a ten-thousandth: one in 27 years. */
const DECIMALS = 1e4;

type Known = Pick<UtilizationPoint, "at" | "total" | "used">;

/**
 * When no address will be left: the straight line that fits the points of the last 90 days best (least squares) gives the addresses a
 * day, and what is left now, divided by them, the days until then.
 * @param points oldest first
 * @param now the last of them
 * @returns null when it does not grow, or is known for less than a day
 */
export function forecastOf(points: readonly Known[], now: Known): UtilizationForecast | null {
  const end = Date.parse(now.at);
  // Relative to now, so that nothing of a large count is lost.
  const known = points
    .map(({ at, used }) => ({ days: (Date.parse(at) - end) / DAY_MS, used: Number(BigInt(used) - BigInt(now.used)) }))
    .filter(({ days }) => days >= -FORECAST_DAYS);
  if (known.length < 2 || (known[0]?.days ?? 0) > -1) return null;
  const perDay = Math.round(slopeOf(known) * DECIMALS) / DECIMALS;
  if (perDay <= 0) return null;
  const left = Number(BigInt(now.total) - BigInt(now.used));
  const days = Math.max(0, left) / perDay;
  return { full_at: days > HORIZON_DAYS ? null : new Date(end + days * DAY_MS).toISOString(), per_day: perDay };
}

/** Least squares. */
function slopeOf(points: readonly { readonly days: number; readonly used: number }[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [days, used] = [mean(points.map((point) => point.days)), mean(points.map((point) => point.used))];
  const [covariance, variance] = [
    mean(points.map((point) => (point.days - days) * (point.used - used))),
    mean(points.map((point) => (point.days - days) ** 2)),
  ];
  return covariance / variance;
}
