/** Version of the engine; plugins declare the range they work with. A test compares it with package.json. */
export const ENGINE_VERSION = "0.0.0";

/** The oldest Node that the package runs on. A test compares it with `engines` of package.json. */
export const OLDEST_NODE = "22.18";

/**
 * Refuses an older Node before anything is opened: drivers of databases end its process without a word.
 *
 * @param version of Node; undefined in a browser
 * @throws Error with the code NODE_TOO_OLD
 */
export function mustBeNode(version: string | undefined): void {
  const [[major = 0, minor = 0], [oldestMajor = 0, oldestMinor = 0]] = [numbersOf(version ?? OLDEST_NODE), numbersOf(OLDEST_NODE)];
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  const sentence = `@cadastre/inventory-core needs Node ${OLDEST_NODE} or newer, and this is Node ${version}: install a newer Node`;
  throw Object.assign(new Error(sentence), { code: "NODE_TOO_OLD" });
}

const numbersOf = (version: string): number[] => version.split(".").map(Number);
