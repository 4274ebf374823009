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
  HPE_INVALID_CONSTANT: "The server did not answer in HTTP.",
};

/** Why a source could not be read, in a sentence that says nothing of what is in a file, and no password. */
export function failureSentence(error: unknown): string {
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code === "string" && Object.hasOwn(SENTENCES, code)) return SENTENCES[code] as string;
  return printable(messageOf(error)) || "It failed for a reason that it did not say.";
}
