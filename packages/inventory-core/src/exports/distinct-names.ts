/**
 * Gives each name a form that no other name has: the folded form, or where several names fold to the same form, the folded form with a hash
 * of the name for all of them but the one that is that form. The forms do not depend on the order of the names.
 * @param fold turns a name into a form with the allowed characters
 */
export function distinctNames(names: Iterable<string>, fold: (name: string) => string): ReadonlyMap<string, string> {
  const byForm = Map.groupBy(new Set(names), fold);
  const taken = new Set(byForm.keys());
  const forms = new Map<string, string>();
  for (const [form, same] of byForm) {
    for (const name of same.toSorted()) {
      if (same.length === 1 || name === form) forms.set(name, form);
      else forms.set(name, withHash(form, name, taken));
    }
  }
  return forms;
}

/** Appends a hash of a name to a form. A form that somebody else's name has already gets another hash. */
function withHash(form: string, name: string, taken: Set<string>): string {
  for (let text = name; ; text += "\0") {
    const hashed = `${form}_${fnv1a(text)}`;
    if (taken.has(hashed)) continue;
    taken.add(hashed);
    return hashed;
  }
}

/** FNV-1a over UTF-16 code units, as eight hexadecimal digits: exports are written in browsers too, which have no synchronous hash. */
function fnv1a(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, "0");
}
