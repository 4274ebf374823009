import { basename } from "node:path";
import validate from "validate-npm-package-name";
import { usageFailure } from "./create-failure.ts";

/** Whether npm takes it as the name of a package; if not, why. */
function faultOf(name: string): string | undefined {
  const { validForNewPackages, errors = [], warnings = [] } = validate(name);
  return validForNewPackages ? undefined : [...errors, ...warnings].join(", ");
}

/**
 * Name of the project: the one that is given, or the folder's as npm takes it.
 * @param folder absolute path
 * @throws CreateFailure
 */
export function projectName(folder: string, given: string | undefined): string {
  if (given !== undefined) {
    const fault = faultOf(given);
    if (fault === undefined) return given;
    throw usageFailure(`"${given}" is not a valid package name: ${fault}`);
  }
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, "-")
    .replaceAll(/^[-._]+|[-._]+$/g, "");
  const fault = faultOf(name);
  if (fault === undefined) return name;
  throw usageFailure(`the folder's name "${basename(folder)}" is not a valid package name (${fault}): pass one with --name`);
}
