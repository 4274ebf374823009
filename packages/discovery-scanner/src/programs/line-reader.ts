const MAX_LINE_CHARACTERS = 1000;

/** Takes output as it comes, and tells each line that is complete. Of lines that are too long, only the end is told. */
export function lineReader(onLine: (line: string) => void): (chunk: Buffer) => void {
  let rest = "";
  return (chunk) => {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = (lines.pop() ?? "").slice(-MAX_LINE_CHARACTERS);
    for (const line of lines) onLine(line.trimEnd());
  };
}
