/** How a check came out: `warning` is worth a look, `problem` makes something fail. */
export type Verdict = "ok" | "warning" | "problem";

export interface Finding {
  readonly check: string;
  readonly verdict: Verdict;
  /** What is so. */
  readonly message: string;
  /** What to do about it; none when all is well. */
  readonly advice?: string;
}

export const ok = (check: string, message: string): Finding => ({ check, verdict: "ok", message });
export const warning = (check: string, message: string, advice: string): Finding => ({ check, verdict: "warning", message, advice });
export const problem = (check: string, message: string, advice: string): Finding => ({ check, verdict: "problem", message, advice });

export const sentenceOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
