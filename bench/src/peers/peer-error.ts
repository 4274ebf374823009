/** Why a run beside peers cannot begin: its message is all that a user needs. */
export class PeerError extends Error {
  override readonly name = "PeerError";
}
