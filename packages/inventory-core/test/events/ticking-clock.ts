import { FakeClock } from "@cadastre/testing";

/** A clock that goes on by a millisecond whenever it is looked at, so that no two changes have the same time. */
export class TickingClock extends FakeClock {
  #looks = 0;
  #skipped = 0;

  override now(): number {
    this.#looks += 1;
    return super.now() + this.#looks + this.#skipped;
  }

  /** It is later all at once: nothing that falls due runs. */
  skip(ms: number): void {
    this.#skipped += ms;
  }
}
