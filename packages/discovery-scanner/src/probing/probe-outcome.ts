import type { SkipReason } from "@cadastre/inventory-core";

/** What became of one attempt to connect. */
export type ProbeOutcome =
  | "open"
  | "refused"
  | "silent"
  | "unreachable"
  | "aborted"
  | Extract<SkipReason, "no-route" | "no-permission" | "local-limit">;

/** An error of this machine that passes: the probe says nothing yet and is made again. */
export const isLocalShortage = (code: string | undefined): boolean =>
  code === "EMFILE" || code === "ENFILE" || code === "ENOBUFS" || code === "ENOMEM" || code === "EADDRNOTAVAIL" || code === "EAGAIN";

/**
 * What an error of connect() tells of the host. Only a host that answers can refuse or reset.
 *
 * @param local whether this machine said so by itself, before anything could come back
 */
export function outcomeOf(code: string | undefined, local: boolean): ProbeOutcome {
  switch (code) {
    case "ECONNREFUSED":
    case "ECONNRESET":
    case "EPIPE":
      return "refused";
    case "ENETUNREACH":
    case "EHOSTUNREACH":
    case "ENETDOWN":
    case "EHOSTDOWN":
      return local ? "no-route" : "unreachable";
    case "EACCES":
    case "EPERM":
      return "no-permission";
    case "EINVAL":
    case "EAFNOSUPPORT":
      return "no-route";
    default:
      return "silent";
  }
}
