/** Labels as they are typed: one in each line, name and value parted by the first `=`. */
export const textOfLabels = (labels: Readonly<Record<string, string>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join("\n");

/** The labels that a text stands for. A line without `=` is a label without value; of one name the last value counts. */
export function labelsOfText(text: string): Record<string, string> {
  const lines = text.split("\n").flatMap((line) => line.trim() || []);
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", ...rest] = line.split("=");
      return [name.trim(), rest.join("=").trim()];
    }),
  );
}
