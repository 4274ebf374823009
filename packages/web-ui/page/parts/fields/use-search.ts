import { ref, shallowRef, watch } from "vue";
import { errorSentence } from "../../api/problem.ts";

type Find<T> = (text: string, signal: AbortSignal) => Promise<readonly T[]>;

/**
 * Searches on the server while a person types: after a pause, and only for the last text.
 * @param wanted the text; nothing is searched for an empty one
 * @param find the search, undefined where there is none
 */
export function useSearch<T>(wanted: () => string, find: () => Find<T> | undefined) {
  /** Between the last key and the request: each request counts against the rate limit. */
  const PAUSE_MS = 200;
  const found = shallowRef<readonly T[]>([]);
  const problem = ref("");
  const busy = ref(false);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: AbortController | undefined;

  watch(wanted, (text) => {
    const search = find();
    if (search === undefined) return;
    clearTimeout(timer);
    running?.abort();
    problem.value = "";
    busy.value = text !== "";
    if (!busy.value) found.value = [];
    else timer = setTimeout(() => void look(search, text), PAUSE_MS);
  });

  async function look(search: Find<T>, text: string): Promise<void> {
    const own = (running = new AbortController());
    try {
      found.value = await search(text, own.signal);
    } catch (error) {
      if (own.signal.aborted) return;
      problem.value = errorSentence(error);
      found.value = [];
    }
    if (running === own) busy.value = false;
  }
  return { found, problem, busy };
}
