/** Deepest nesting of a body. */
const MAX_DEPTH = 64;
/** Maximum entries of one list or object of a body: all are checked in one turn. */
const MAX_ENTRIES = 20_000;

/** Returns what is wrong with a JSON text whose lists and objects are nested too deep or too long. It builds nothing of the text. */
export function shapeProblem(text: string): string | undefined {
  const commas = [0];
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index += 1;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x2c) {
      const count = (commas[depth] ?? 0) + 1;
      if (count >= MAX_ENTRIES) return `has a list or object of more than ${MAX_ENTRIES} entries`;
      commas[depth] = count;
    } else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return `is nested deeper than ${MAX_DEPTH} levels`;
      commas[depth] = 0;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return undefined;
}
