import { computed, onScopeDispose, reactive, watch } from "vue";
import { useRoute, useRouter } from "vue-router";

/** How long whoever types has paused before the page asks the server. */
const PAUSE_MS = 250;

/** The parameters in the address of the page. It holds what a page shows, so that this can be kept, sent and gone back to. */
export function usePageQuery() {
  const route = useRoute();
  const router = useRouter();

  /** The value of a parameter, the first of several; empty where there is none. */
  const one = (name: string): string => {
    const value = route.query[name];
    return (Array.isArray(value) ? value[0] : value) ?? "";
  };

  /** Sets some parameters; an empty one goes. */
  async function put(change: Readonly<Record<string, string>>): Promise<void> {
    const query = Object.entries({ ...route.query, ...change }).filter(([, value]) => value !== "");
    await router.replace({ query: Object.fromEntries(query) });
  }

  /** A parameter as what a field is bound to. */
  const part = (name: string) => computed({ get: () => one(name), set: (value: string) => void put({ [name]: value }) });

  /** The parameters that begin with a prefix, by what comes after it. */
  const beginning = (prefix: string): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.keys(route.query).flatMap((name) =>
        name.startsWith(prefix) && one(name) !== "" ? [[name.slice(prefix.length), one(name)]] : [],
      ),
    );

  /** Texts of parameters while they are typed: the address follows when their user pauses, and they follow the address. */
  function typed<Name extends string>(names: readonly Name[]): Record<Name, string> & Record<string, string> {
    const asked = (): Record<string, string> => Object.fromEntries(names.map((name) => [name, one(name)]));
    const texts = reactive(asked());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const trimmed = (): Record<string, string> => Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()]));
    const differs = (): boolean => Object.entries(trimmed()).some(([name, text]) => text !== one(name));
    watch(texts, () => {
      clearTimeout(timer);
      if (differs()) timer = setTimeout(() => void put(trimmed()), PAUSE_MS);
    });
    watch(asked, (now, before) => {
      for (const name of new Set([...Object.keys(now), ...Object.keys(before)])) {
        const text = now[name] ?? "";
        if (text !== before[name] && text !== texts[name]?.trim()) texts[name] = text;
      }
    });
    // Whoever has left the page types no more.
    onScopeDispose(() => clearTimeout(timer));
    return texts as Record<Name, string> & Record<string, string>;
  }

  return { one, put, part, beginning, typed };
}
