/** A metric as it was scraped. */
export interface Scraped {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP (${NAME}) (?:[^\\\\\\n]|\\\\[\\\\n])*$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram|summary|untyped)$`);
const SAMPLE = new RegExp(
  `^(${NAME})(?:\\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*",?)*)\\})? (NaN|[+-]Inf|[+-]?[0-9.]+(?:e[+-]?[0-9]+)?)( ` +
    `[0-9]+)?$`,
);

/** Reads the text format of Prometheus, 0.0.4, and holds it against its rules. @throws Error naming the line that breaks one */
export function parseExposition(text: string): readonly Scraped[] {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const types = new Map<string, string>();
  const seen = new Set<string>();
  const samples: Scraped[] = [];
  for (const line of text.split("\n")) {
    if (line === "" || HELP.test(line)) continue;
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (typed !== undefined && type !== undefined) {
      if (types.has(typed)) throw new Error(`${typed} has two types`);
      types.set(typed, type);
      continue;
    }
    const [, name, labelText = "", value] = SAMPLE.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error(`not the format: ${line}`);
    const family = types.has(name) ? name : name.replace(/_(bucket|sum|count)$/, "");
    if (!types.has(family)) throw new Error(`${name} has no type before it`);
    const key = `${name}{${labelText}}`;
    if (seen.has(key)) throw new Error(`${key} is there twice`);
    seen.add(key);
    const labels = Object.fromEntries(
      [...labelText.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label as string, text as string]),
    );
    samples.push({ name, labels, value: Number(value.replace("Inf", "Infinity")) });
  }
  return samples;
}

/** The value of a metric whose labels are these, among others; 0 where there is none. */
export function valueOf(samples: readonly Scraped[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  const found = samples.filter(
    (sample) => sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return found.reduce((sum, { value }) => sum + value, 0);
}
