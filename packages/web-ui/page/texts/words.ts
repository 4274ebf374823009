/** Capitalizes a text. A name at its start, such as `devices.csv`, stays unchanged. */
export const capitalized = (text: string): string =>
  text.replace(/^[a-z]+(?=[\s,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** A label within a sentence: `Last address` as `last address`, `MAC address` as it is. */
export const inSentence = (label: string): string => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());

/** `heightUnits` and `height_units` as `height units`. */
export const spaced = (name: string): string =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll("_", " ")
    .toLowerCase();

/** One of several: `addresses` as `address`, `policies` as `policy`. */
export const singular = (words: string): string =>
  words
    .replace(/ies$/, "y")
    .replace(/(s|x|z|ch|sh)es$/, "$1")
    .replace(/(?<!s)s$/, "");

/** The number of the records of a list: `12 in total`, `3 matching the filter`. */
export const totalText = (count: number, isFiltered = false): string =>
  `${count.toLocaleString()} ${isFiltered ? "matching the filter" : "in total"}`;
