import gt from "semver/functions/gt.js";
import valid from "semver/functions/valid.js";

/** Whether a version is newer than another one, as https://semver.org orders them; false for what is no version. */
export function isNewerVersion(version: string, other: string): boolean {
  return valid(version) !== null && valid(other) !== null && gt(version, other);
}
