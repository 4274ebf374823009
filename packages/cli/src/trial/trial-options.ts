/** What `serve` does for somebody who tries the server out at a terminal. None of it is a setting: nothing in production wants it. */
export interface TrialOptions {
  /** Shows the page in a browser. */
  readonly open?: boolean;
  /** Draws the address as a QR code. */
  readonly qr?: boolean;
  /** Speaks https with a certificate that is made at the start. */
  readonly https?: boolean;
}

/** The options with what the help says of them. */
export const TRIAL_OPTIONS: readonly (readonly [flag: string, description: string])[] = [
  ["--open", "open the page in a browser"],
  ["--qr", "print the URL as a QR code for a phone"],
  ["--https", "use https with a certificate generated at the start, on this machine only; browsers show a warning"],
];
