import { usageFailure } from "../../exit-codes.ts";
import { DEFAULT_PROFILE, type ProfileFile, profileOf, readProfiles, withProfile, writeProfiles } from "../connection/profile-file.ts";
import { profileNames, USUAL_URL } from "../connection/target.ts";
import { type Format, writeList } from "../output/formats.ts";
import { each } from "../commands/run-operation.ts";
import { Out } from "../output/write-out.ts";
import type { Terminal } from "../terminal.ts";

/** Lists the profiles, without what is secret of them. @throws CommandFailure */
export async function listProfiles(format: Format, terminal: Terminal): Promise<void> {
  const file = readProfiles(terminal);
  const columns = ["name", "api_url", "signed_in", "in_use"];
  const rows = profileNames(file).map((name) => {
    const { api_url = USUAL_URL, session, api_token } = profileOf(file, name) ?? {};
    return {
      name,
      api_url,
      signed_in: api_token !== undefined ? "key" : session === undefined ? "no" : "session",
      in_use: name === inUse(file),
    };
  });
  await writeList(new Out(terminal.stdout), each(rows), { format, columns, allColumns: columns, head: (text) => text });
}

/** Chooses the profile that is used where none is named. @throws CommandFailure */
export function useProfile(name: string, terminal: Terminal): void {
  const file = readProfiles(terminal);
  known(file, name);
  writeProfiles({ ...file, profile: name }, terminal);
  terminal.stderr.write(`default profile: ${name}\n`);
}

/** Forgets a profile. @throws CommandFailure */
export function deleteProfile(name: string, terminal: Terminal): void {
  const file = readProfiles(terminal);
  known(file, name);
  const { profile, ...rest } = withProfile(file, name, undefined);
  writeProfiles(profile === undefined || profile === name ? rest : { ...rest, profile }, terminal);
  terminal.stderr.write(`profile ${name} deleted\n`);
}

const inUse = ({ profile = DEFAULT_PROFILE }: ProfileFile): string => profile;

function known(file: ProfileFile, name: string): void {
  const names = profileNames(file);
  if (!names.includes(name)) throw usageFailure(`unknown profile ${name}: known are ${names.join(", ")}`);
}
