/**
 * The longest turn of the event loop while something runs, in processor time of this thread: what other requests would wait
 * on a machine that has a processor to spare. Unlike the time on the clock it is the same beside other programs.
 */
export class TurnWatch {
  #longest = 0;

  async during<T>(work: () => Promise<T>): Promise<T> {
    let running = true;
    let before = process.threadCpuUsage();
    const turn = (): void => {
      // What comes after the work is no turn of it.
      if (!running) return;
      const { user, system } = process.threadCpuUsage(before);
      this.#longest = Math.max(this.#longest, user + system);
      before = process.threadCpuUsage();
      setImmediate(turn);
    };
    setImmediate(turn);
    try {
      return await work();
    } finally {
      running = false;
    }
  }

  get longestMs(): number {
    return this.#longest / 1000;
  }
}
