import { ref } from "vue";
import { reportBroken } from "../broken.ts";

/** Work of a button, whose error is shown as a message. */
export function useWork<Given extends readonly unknown[]>(work: (...given: Given) => Promise<unknown>) {
  const busy = ref(false);
  const run = async (...given: Given): Promise<void> => {
    busy.value = true;
    try {
      await work(...given);
    } catch (error) {
      reportBroken(error);
    } finally {
      busy.value = false;
    }
  };
  return { busy, run };
}
