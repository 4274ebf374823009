/** A text with a capital at its start, unless it starts with a name such as `devices.csv`. */
export const capitalized = (text: string): string =>
  text.replace(/^[a-z]+(?=[\s,]|$)/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
