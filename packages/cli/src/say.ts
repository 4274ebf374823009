/** A line of the result, on standard output. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A line for whoever sits there, on standard error. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

const noted = new Set<string>();

/** The same once, however often a command comes by. */
export function noteOnce(line: string): void {
  if (noted.has(line)) return;
  noted.add(line);
  note(line);
}
