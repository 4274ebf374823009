import { CadastreError } from "@cadastre/client";
import { ref, type Ref } from "vue";
import { useRouter } from "vue-router";
import { errorSentence } from "../api/problem.ts";
import { ask } from "../api/service.ts";
import { reportBroken } from "../frame/broken.ts";
import { tell } from "../frame/toasts.ts";

/** Takes changes back by plans. */
export interface Undo {
  /** The change of which the plan is being made. */
  readonly busy: Ref<string | undefined>;
  /** Makes the plan that takes a change back, and goes to it: nothing is done here. */
  undo(changeId: string): Promise<void>;
}

export function useUndo(): Undo {
  const router = useRouter();
  const busy = ref<string>();
  const undo = async (changeId: string): Promise<void> => {
    if (busy.value !== undefined) return;
    busy.value = changeId;
    try {
      const plan = await ask((service) => service.changes.undo(changeId));
      await router.push(`/plans/${plan.id}`);
    } catch (error) {
      // Some changes cannot be taken back, and the log may have dropped them: the sentence says so.
      if (error instanceof CadastreError && (error.kind === "conflict" || error.kind === "not-found"))
        tell({ kind: "error", text: errorSentence(error) });
      else reportBroken(error);
    } finally {
      busy.value = undefined;
    }
  };
  return { busy, undo };
}
