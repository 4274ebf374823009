import type { UtilizationHistory } from "@cadastre/client";

/** A count of addresses, which may be larger than a number holds exactly. */
export const countText = (count: number | string): string => BigInt(count).toLocaleString();

/** What a forecast says, in a sentence. */
export function forecastText(forecast: UtilizationHistory["forecast"]): string {
  if (forecast === null) return "Not growing.";
  const { per_day: perDay, full_at: fullAt } = forecast;
  const pace = perDay.toLocaleString(undefined, { maximumFractionDigits: perDay < 1 ? 2 : 1 });
  const end = fullAt === null ? "not full within ten years" : `full on ${new Date(fullAt).toLocaleDateString()}`;
  return `Grows by ${pace} ${pace === "1" ? "address" : "addresses"} a day: ${end} if it goes on like this.`;
}
