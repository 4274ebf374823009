import type { UtilizationHistory } from "@cadastre/client";

/** A count of addresses, which may be larger than a number holds exactly. */
export const countText = (count: number | string): string => BigInt(count).toLocaleString();

const DAY_MS = 86_400_000;

/** A forecast as a sentence. Without one, the server has less than a day of history, or the network does not grow. */
export function forecastText({ forecast, points }: Pick<UtilizationHistory, "forecast" | "points">): string {
  if (forecast === null) {
    const [first, last] = [points.at(0), points.at(-1)];
    const isKnown = first !== undefined && last !== undefined && Date.parse(last.at) - Date.parse(first.at) >= DAY_MS;
    return isKnown ? "Not growing." : "Too little history for a forecast: it needs a day.";
  }
  const { per_day: perDay, full_at: fullAt } = forecast;
  const pace = perDay.toLocaleString(undefined, { maximumFractionDigits: perDay < 1 ? 2 : 1 });
  const end = fullAt === null ? "not full within ten years" : `full on ${new Date(fullAt).toLocaleDateString()}`;
  return `Grows by ${pace} ${pace === "1" ? "address" : "addresses"} a day: ${end} if it goes on like this.`;
}
