import { closest, distance } from "fastest-levenshtein";
import { infoOf, SETTING_NAMES, type SettingName } from "./settings.ts";

/** Names of the environment that are no settings of the server and yet ours: its config file, and what the client reads. */
const BESIDE = ["CADASTRE_CONFIG", "SERVICE_API_URL", "SERVICE_API_TOKEN", "SERVICE_OUTPUT", "SERVICE_PROFILE"];

/** Every name under which a setting may be given: secrets also by a file. */
export const GIVEN_NAMES: readonly string[] = [
  ...SETTING_NAMES,
  ...SETTING_NAMES.filter((name) => infoOf(name).secret === true).map((name) => `${name}_FILE`),
];

const KNOWN = new Set([...GIVEN_NAMES, ...BESIDE]);

/** What people put before names of settings, as other programs have it. */
const PREFIX = /^(?:CADASTRE|SERVICE)_/;

/** Short names are near many others. */
const SHORT = 9;

/** A variable that is no setting, and is likely meant as one. */
export interface MisspeltName {
  readonly name: string;
  /** The name that is likely meant. */
  readonly meant: string;
  /** What is to be told, with what to do. */
  readonly message: string;
}

/**
 * Variables of the environment that have no effect and are a slip of the pen away from one that has: by two letters, two
 * that changed places, case, hyphens, or a prefix. One whose neighbour is set as well belongs to somebody else.
 */
export function misspeltNames(environment: Readonly<Record<string, string | undefined>>): readonly MisspeltName[] {
  const found: MisspeltName[] = [];
  for (const [name, value] of Object.entries(environment)) {
    if (!value || KNOWN.has(name)) continue;
    const meant = meantBy(name);
    if (meant !== undefined && !environment[meant])
      found.push({ name, meant, message: `${name} is set in the environment but is not a known setting: ${adviceFor(name, meant)}` });
  }
  return found;
}

function meantBy(name: string): string | undefined {
  const plain = name.toUpperCase().replaceAll("-", "_");
  if (KNOWN.has(plain)) return plain;
  const bare = plain.replace(PREFIX, "");
  if (KNOWN.has(bare)) return bare;
  const base = bare.replace(/_FILE$/, "");
  if (bare !== base && KNOWN.has(base)) return base;
  return nearTo(bare) ?? nearTo(plain);
}

function nearTo(name: string): string | undefined {
  const near = closest(name, [...KNOWN]);
  const apart = distance(name, near);
  return apart <= (near.length <= SHORT ? 1 : 2) || (apart === 2 && sorted(name) === sorted(near)) ? near : undefined;
}

const sorted = (name: string): string => [...name].toSorted().join("");

function adviceFor(name: string, meant: string): string {
  const isFile = name.toUpperCase().endsWith("_FILE") && !meant.endsWith("_FILE");
  if (isFile && infoOf(meant as SettingName).secret !== true) return `only secrets can be read from files; set ${meant}`;
  return `did you mean ${meant}?`;
}
