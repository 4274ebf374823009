/** What is sent: finished text, a stream of pieces, or nothing. */
export type AnswerBody = string | AsyncIterable<string | Uint8Array> | null;

/** An answer before it is sent. Header names are lower case; the standard ones are added on sending. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: AnswerBody;
}

/**
 * Headers of an event stream: compressing middleware, and proxies such as nginx, would hold events back until they have a block of them
 * (`no-transform` of RFC 9111 §5.2.2.6).
 */
export const STREAM_HEADERS: readonly (readonly [string, string])[] = [
  ["cache-control", "no-store, no-transform"],
  ["x-accel-buffering", "no"],
];

export const JSON_TYPE = "application/json";

/** An answer with a JSON text. */
export function jsonAnswer(status: number, text: string, headers: readonly (readonly [string, string])[] = []): Answer {
  return { status, headers: [["content-type", JSON_TYPE], ...headers], body: text };
}

/** An answer without a body. */
export function emptyAnswer(status: number, headers: readonly (readonly [string, string])[] = []): Answer {
  return { status, headers, body: null };
}
