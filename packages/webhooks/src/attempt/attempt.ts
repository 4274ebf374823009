/** One delivery as it goes out. */
export interface Shipment {
  /** Checked when it was saved, and again at each attempt. */
  readonly url: string;
  readonly event: string;
  readonly deliveryId: string;
  /** Id of the change that the event is part of; null for a ping. */
  readonly changeId: string | null;
  /** JSON text, sent as UTF-8 exactly as it is. */
  readonly body: string;
  /** The webhook's own headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets to sign with, the newest first; with none the signature is left out. */
  readonly secrets: readonly string[];
  /** For the whole attempt: name look-up, connection, answer and its body. */
  readonly timeoutMs: number;
}

/** How an attempt ended. */
export interface Outcome {
  /** A 2xx in time, and in time also the end of its body, or of as much of it as is read, or of the connection. */
  readonly delivered: boolean;
  /** Null when no answer came. */
  readonly status: number | null;
  /** Beginning of the answer's body, decoded, at most 4 KiB of text that any database takes. */
  readonly body: string;
  /** A sentence; empty when delivered. */
  readonly error: string;
  /** Milliseconds of the whole attempt. */
  readonly durationMs: number;
}

/** Carries deliveries to their receivers. */
export interface Sender {
  /** Never fails because of a receiver. @throws the signal's reason when it aborts */
  send(shipment: Shipment, signal: AbortSignal): Promise<Outcome>;
}
