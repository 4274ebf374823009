/** A whole number as storages give it: a number, or a text where a number does not hold it exactly. For drivers of texts or bigints. */
export function inNumbers(whole: string | bigint): number | string {
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : String(whole);
}
