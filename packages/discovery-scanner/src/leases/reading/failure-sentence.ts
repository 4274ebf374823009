import { messageOf, printable } from "@cadastre/inventory-core/scanning";

/** What codes of the system mean for whoever reads leases. */
const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file.",
  EACCES: "The user that reads it may not read the file.",
  EPERM: "The user that reads it may not read the file.",
  EISDIR: "The path is no file.",
  ENOTDIR: "There is no such file.",
  ELOOP: "The path leads in circles.",
  ECONNREFUSED: "Nothing listens at the URL.",
  ECONNRESET: "The server closed the connection.",
  ENOTFOUND: "The name of the server is not known.",
  EAI_AGAIN: "The name of the server could not be looked up.",
  EHOSTUNREACH: "There is no route to the server.",
  ENETUNREACH: "There is no route to the server.",
  ETIMEDOUT: "The server did not answer.",
};

const FAMILIES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^HPE_/, "The server did not answer in HTTP."],
  [/^(ERR_SSL|EPROTO)/, "The server did not answer in TLS."],
  [/CERT|SIGNATURE|CRL/, "The certificate of the server was not accepted."],
];

/**
 * Why a source could not be read, in a sentence that contains nothing of a file, no password, and no text of a server: errors with a code
 * are not ours.
 */
export function failureSentence(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === "string") {
    const known = Object.hasOwn(SENTENCES, code) ? SENTENCES[code] : FAMILIES.find(([pattern]) => pattern.test(code))?.[1];
    return known ?? `It could not be read (${printable(code)}).`;
  }
  return printable(messageOf(error)) || "It failed for a reason that it did not say.";
}
