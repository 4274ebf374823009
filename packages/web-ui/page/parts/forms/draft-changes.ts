import { valueIn } from "../../texts/described.ts";

/** What is typed into a form, by the names that the form uses. */
export type Draft = Record<string, unknown>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const copyOf = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/**
 * What somebody changed in a form since it was filled, so that nothing else is sent: a field that was not touched keeps what
 * a colleague wrote into it meanwhile.
 */
export class DraftChanges<Body extends object> {
  readonly #draft: Draft;
  readonly #body: () => Body;
  #filled: Draft = {};
  #sent: Body;

  /**
   * @param draft what the form is bound to
   * @param body the fields that the draft stands for, by their names on the wire
   */
  constructor(draft: object, body: () => Body) {
    this.#draft = draft as Draft;
    this.#body = body;
    this.#sent = body();
  }

  /** The form was filled from a record: what is typed from now on is a change. */
  begin(): void {
    this.#filled = copyOf(this.#draft);
    this.#sent = copyOf(this.#body());
  }

  /** The fields that differ from what the form was filled with. */
  changed(): Partial<Body> {
    const before = this.#sent as Record<string, unknown>;
    return Object.fromEntries(Object.entries(this.#body()).filter(([name, value]) => !isSame(value, before[name]))) as Partial<Body>;
  }

  /** Fills the form anew, from a record that changed meanwhile, and puts what was typed over it. */
  rebase(fill: () => void): void {
    const typed = Object.entries(copyOf(this.#draft)).filter(([name, value]) => !isSame(value, this.#filled[name]));
    fill();
    this.begin();
    for (const [name, value] of typed) this.#draft[name] = value;
  }

  /** Gives up what was typed into a field, by its name on the wire. */
  discard(field: string): void {
    const valueOf = (): unknown => valueIn({ name: field }, this.#body());
    for (const [name, value] of Object.entries(copyOf(this.#draft))) {
      if (isSame(value, this.#filled[name])) continue;
      const before = copyOf(valueOf() ?? null);
      this.#draft[name] = copyOf(this.#filled[name]);
      // A part of the form that the field does not depend on stays as it was typed.
      if (isSame(valueOf() ?? null, before)) this.#draft[name] = value;
    }
  }
}
