/** From so many answers on, what was measured is believed. */
const ENOUGH_ANSWERS = 50;
const HIGH_LOSS = 0.02;
/** Of so many answers not one in five hundred came late: a second try finds nothing. */
const MANY_ANSWERS = 500;
const NEGLIGIBLE_LOSS = 0.002;

/** Share of probes whose answer was lost: what a second try of the same probe brought to light. */
export class LossEstimate {
  #answered = 0;
  #recovered = 0;

  /** Probes that were answered at the first try. */
  answered(count = 1): void {
    this.#answered += count;
  }

  /** Probes that were answered at a later try only. */
  recovered(count = 1): void {
    this.#answered += count;
    this.#recovered += count;
  }

  get known(): boolean {
    return this.#answered >= ENOUGH_ANSWERS;
  }

  get negligible(): boolean {
    return this.#answered >= MANY_ANSWERS && this.#recovered < NEGLIGIBLE_LOSS * this.#answered;
  }

  /** Whether anything was lost at all. */
  get seen(): boolean {
    return this.#recovered > 0;
  }

  get high(): boolean {
    return this.#recovered > 1 && this.#recovered > HIGH_LOSS * this.#answered;
  }
}
