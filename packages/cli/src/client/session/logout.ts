import { CadastreError } from "@cadastre/client";
import type { CommonOptions } from "../commands/run-operation.ts";
import { connect } from "../connection/connection.ts";
import { profileOf, readProfiles, withProfile, writeProfiles } from "../connection/profile-file.ts";
import { targetOf } from "../connection/target.ts";
import type { Terminal } from "../terminal.ts";

/**
 * Ends the session of a profile and forgets its credentials. An API key is only forgotten: others may use it.
 * @throws CommandFailure when the file cannot be written
 */
export async function runLogout(options: CommonOptions, terminal: Terminal): Promise<void> {
  const note = (text: string): void => void (options.quiet === true || terminal.stderr.write(`${text}\n`));
  // The profile alone says what is ended: a token of the environment is not of this command.
  const target = targetOf(options, { ...terminal, environment: { ...terminal.environment, SERVICE_API_TOKEN: "", SERVICE_API_URL: "" } });
  if (target.kind === "database") return note("signing out needs a server: omit --database");
  const file = readProfiles(terminal);
  const stored = profileOf(file, target.profile) ?? {};
  if (stored.session === undefined && stored.api_token === undefined) return note(`profile ${target.profile} is not signed in`);
  if (target.credential.kind === "session") {
    await using connection = await connect(target, terminal, { verbose: options.verbose === true });
    try {
      await connection.client.auth.logout();
    } catch (error) {
      if (!(error instanceof CadastreError)) throw error;
      // It ends by itself; what counts is that it is not kept here.
      if (error.kind !== "unauthenticated") note(`the session could not be ended on the server (${error.message}); it will expire`);
    }
  }
  const { session: _, api_token: token, ...kept } = stored;
  writeProfiles(withProfile(file, target.profile, kept), terminal);
  note(`signed out of ${target.url}${token === undefined ? "" : "; the API key stays valid: delete it with cadastre key delete"}`);
}
