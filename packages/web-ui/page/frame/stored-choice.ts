import { type Ref, ref, watch } from "vue";

/** A choice of the user that this browser stores; by default the first value. public/theme.js finds the choice by its key. */
export function storedChoice<Value extends string>(
  key: string,
  values: readonly [Value, ...Value[]],
  apply: (chosen: Value) => void,
): Ref<Value> {
  const [standard] = values;
  const choice = ref(stored()) as Ref<Value>;
  watch(choice, (chosen) => {
    try {
      if (chosen === standard) localStorage.removeItem(key);
      else localStorage.setItem(key, chosen);
    } catch {
      // Not kept where storage is forbidden.
    }
    apply(chosen);
  });
  return choice;

  function stored(): Value {
    try {
      return values.find((value) => value === localStorage.getItem(key)) ?? standard;
    } catch {
      return standard;
    }
  }
}
