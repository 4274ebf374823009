const FIELDS = "input:not([type=hidden], [readonly], :disabled), select:not(:disabled), textarea:not(:disabled)";
const WRONG = "[aria-invalid=true], [data-problem]";

const isShown = (element: Element): boolean => element.getClientRects().length > 0;
const fieldsIn = (part: Element): readonly HTMLElement[] => [...part.querySelectorAll<HTMLElement>(FIELDS)].filter(isShown);

export const isField = (element: Element | null): boolean => element?.matches(FIELDS) === true;

/** The field with which a form begins: the one marked `data-first`, or else the first; of radio buttons the selected one. */
export function firstField(part: Element): HTMLElement | undefined {
  const marked = part.querySelector("[data-first]");
  const [first] = [...(marked === null ? [] : fieldsIn(marked)), ...fieldsIn(part)];
  if (!(first instanceof HTMLInputElement) || first.type !== "radio") return first;
  return part.querySelector<HTMLElement>(`input[name="${CSS.escape(first.name)}"]:checked`) ?? first;
}

/** The first field without a value, such as the password where the user is known; the first field where all have values. */
export const firstBlankField = (part: Element): HTMLElement | undefined =>
  fieldsIn(part).find((field) => (field as HTMLInputElement).value === "") ?? firstField(part);

/** Focuses the first wrong field of a refused form, or else its message, and scrolls to it. */
export function focusProblem(form: HTMLElement): void {
  const wrong = [...form.querySelectorAll<HTMLElement>(WRONG)].find(isShown);
  const field = wrong === undefined || isField(wrong) ? wrong : fieldsIn(wrong)[0];
  const message = form.querySelector<HTMLElement>("[role=alert]");
  if (field === undefined && message !== null) message.tabIndex = -1;
  const target = field ?? message ?? form.querySelector<HTMLElement>("[type=submit]");
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: "nearest" });
}

/** Elements whose values are the input of a form; a search in a list of choices is not. */
const VALUES = "input:not([type=search]), select, textarea";
type Values = ReadonlyMap<Element, string>;

function valueOf(element: Element): string {
  const { type, checked, value } = element as HTMLInputElement;
  return type === "checkbox" || type === "radio" ? String(checked) : value;
}

/** The values of a form by its elements. */
export const valuesOf = (form: Element): Values =>
  new Map([...form.querySelectorAll(VALUES)].map((element) => [element, valueOf(element)]));

const isBlank = (value: string | undefined): boolean => value === undefined || value === "" || value === "false";

/** Whether the values of a form differ from earlier ones; an element without a value is as good as none. */
export function hasChanged(form: Element, earlier: Values): boolean {
  const now = valuesOf(form);
  return [...new Set([...now.keys(), ...earlier.keys()])].some((element) => {
    const [is, was] = [now.get(element), earlier.get(element)];
    return is !== was && !(isBlank(is) && isBlank(was));
  });
}
