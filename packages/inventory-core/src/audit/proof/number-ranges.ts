/** Numbers from one to another, both included. */
export interface NumberRange {
  readonly from: number;
  readonly to: number;
}

/** A set of whole numbers, kept as ranges in order: numbers come nearly in a row, and few ranges hold many. */
export class NumberRanges {
  #ranges: NumberRange[] = [];

  get ranges(): readonly NumberRange[] {
    return this.#ranges;
  }

  add(added: NumberRange): void {
    let at = this.#ranges.length;
    while (at > 0 && (this.#ranges[at - 1] as NumberRange).from > added.from) at -= 1;
    const [before, after] = [this.#ranges[at - 1], this.#ranges[at]];
    const joinsBefore = before !== undefined && before.to + 1 >= added.from;
    const joinsAfter = after !== undefined && added.to + 1 >= after.from;
    const joined = {
      from: joinsBefore ? before.from : added.from,
      to: Math.max(joinsAfter ? after.to : added.to, joinsBefore ? before.to : added.to),
    };
    this.#ranges.splice(at - Number(joinsBefore), Number(joinsBefore) + Number(joinsAfter), joined);
  }

  delete(gone: NumberRange): void {
    this.#ranges = this.#ranges.flatMap((range) => {
      if (range.to < gone.from || range.from > gone.to) return [range];
      const left = { from: range.from, to: gone.from - 1 };
      const right = { from: gone.to + 1, to: range.to };
      return [left, right].filter(({ from, to }) => from <= to);
    });
  }
}

/** `17-20,23`. */
export const rangesText = (ranges: readonly NumberRange[]): string =>
  ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(",");

/** Reads what {@link rangesText} wrote. */
export function parseRanges(text: string): readonly NumberRange[] {
  return text.split(",").map((part) => {
    const [from = "", to = from] = part.split("-");
    return { from: Number(from), to: Number(to) };
  });
}
