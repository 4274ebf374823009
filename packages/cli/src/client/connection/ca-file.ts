import { readFileSync } from "node:fs";
import { CommandFailure, EXIT } from "../../exit-codes.ts";

/** The text of a PEM file of authorities. @throws CommandFailure when it cannot be read, or has no certificate */
export function readCaFile(file: string): string {
  let pem: string;
  try {
    pem = readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandFailure(`--ca-file: ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`, EXIT.usage);
  }
  if (!pem.includes("-----BEGIN CERTIFICATE-----")) throw new CommandFailure(`--ca-file: ${file} contains no PEM certificate`, EXIT.usage);
  return pem;
}
