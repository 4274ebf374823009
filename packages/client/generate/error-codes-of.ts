import type { Service } from "./describe-server.ts";

/** The codes that operations can fail with, as an interface of their kinds. */
export function errorCodesOf({ failures, errors }: Service): string {
  const codes = new Set([...failures.values()].flat().map(({ code }) => code));
  const lines = [...codes].toSorted().flatMap((code) => {
    const declared = errors[code];
    if (declared === undefined) throw new Error(`no plugin declares the error ${code}`);
    return [`  /** ${declared.when.charAt(0).toUpperCase()}${declared.when.slice(1)} */`, `  readonly ${code}: "${declared.kind}";`];
  });
  return [
    "/** Codes of errors that the service answers calls with, and their kinds. */",
    "export interface ServiceErrorCodes {",
    ...lines,
    "}",
    "",
  ].join("\n");
}
