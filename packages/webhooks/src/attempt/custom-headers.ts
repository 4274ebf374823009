const MAX_NAME_CHARACTERS = 256;
const MAX_VALUE_CHARACTERS = 4096;

/** A token, RFC 9110 §5.6.2. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Set by the sender, or changing how the message is read. */
const RESERVED = new Set(["host", "connection", "transfer-encoding", "te", "trailer", "upgrade", "keep-alive", "expect"]);
const RESERVED_PREFIXES = ["content-", "proxy-", "webhook-"];

/**
 * The problem with the name of a webhook's own header, as a phrase that follows the name ("is set by …").
 *
 * @param prefix of the service's own headers, such as `X-Service-`
 */
export function headerNameProblem(name: string, prefix: string): string | undefined {
  if (name.length > MAX_NAME_CHARACTERS) return `must be at most ${MAX_NAME_CHARACTERS} characters`;
  if (!TOKEN.test(name)) return "must be a header name: letters, digits and !#$%&'*+-.^_`|~";
  const lower = name.toLowerCase();
  const isOurs = RESERVED.has(lower) || [...RESERVED_PREFIXES, prefix.toLowerCase()].some((start) => lower.startsWith(start));
  return isOurs ? "is set by the service or would change how the request is read" : undefined;
}

/** The problem with the value of a webhook's own header, as a phrase that follows its name ("must be …"). */
export function headerValueProblem(value: string): string | undefined {
  if (value.length > MAX_VALUE_CHARACTERS) return `must be at most ${MAX_VALUE_CHARACTERS} characters`;
  if (/\p{Cc}/u.test(value)) return "must not contain line breaks or other control characters";
  // What HTTP can carry: everything else would be sent as other characters.
  if (/[^\u0020-\u00ff]/.test(value)) return "must consist of Latin-1 characters";
  return undefined;
}
