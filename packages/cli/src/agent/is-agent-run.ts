/**
 * Whether words are those of an agent that is run, rather than of a command that manages agents: options alone, each with its value.
 * @param words what follows the name of the program
 */
export function isAgentRun([command, ...words]: readonly string[]): boolean {
  if (command !== "agent") return false;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? "";
    if (!word.startsWith("--") || word === "--" || word === "--help") return false;
    if (!word.includes("=")) at += 1;
  }
  return words.length > 0;
}
