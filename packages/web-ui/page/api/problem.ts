import { CadastreError } from "@cadastre/client";
import { labelOf } from "../texts/field-labels.ts";
import { capitalized } from "../texts/words.ts";

/** What went wrong, in a sentence, with what finds it in the log of the server. */
export function errorSentence(error: unknown): string {
  if (error instanceof CadastreError) {
    const problems = Object.entries(fieldProblems(error)).map(([field, problem]) => `${labelOf(field)} ${problem}`);
    const sentence = problems.length > 0 ? problems.join(". ") : capitalized(error.message);
    return error.status !== null && error.status >= 500 && error.requestId !== null ? `${sentence} (request ${error.requestId})` : sentence;
  }
  return error instanceof Error ? `Unexpected error in this page: ${error.message}` : "Unexpected error in this page.";
}

/** What is wrong with each field of a form, by the name of the field. */
export function fieldProblems(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof CadastreError) || error.code !== "VALIDATION_ERROR" || typeof error.details !== "object" || error.details === null)
    return {};
  return Object.fromEntries(
    Object.entries(error.details as Record<string, { message?: unknown }>).map(([field, { message }]) => [
      field,
      typeof message === "string" ? message : "is invalid",
    ]),
  );
}
