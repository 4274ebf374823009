import { CadastreError, type Client, type PlanReading, type PlanSummary } from "@cadastre/client";
import { useQuery } from "@tanstack/vue-query";
import { computed, type Ref } from "vue";
import { keys } from "../api/keys.ts";
import { errorSentence } from "../api/problem.ts";
import { ask } from "../api/service.ts";
import { can } from "../api/session.ts";

/** Plans of more records are not rehearsed to learn whether something is left to undo. */
const MAX_REHEARSED = 1000;

/** Returns the newest applied plan that takes back a change and is not taken back itself. */
async function lastUndo(service: Client, changeId: string): Promise<PlanSummary | null> {
  for await (const plan of service.plans.list({ status: "applied", undoes: changeId }))
    if (plan.change_id === null || (await lastUndo(service, plan.change_id)) === null) return plan;
  return null;
}

/** Returns why nothing of a change is left to undo; null if something is. */
async function whyNothingIsLeft(service: Client, changeId: string): Promise<string | null> {
  try {
    await service.dryRun("changes.undo", { change_id: changeId });
    return null;
  } catch (error) {
    if (error instanceof CadastreError && (error.code === "CONFLICT" || error.code === "CHANGE_NOT_FOUND"))
      return `${errorSentence(error).replace(/\.$/, "")}.`;
    throw error;
  }
}

/** Whether an applied plan can be undone, and why not. */
export function useUndoOffer(plan: Ref<PlanReading | undefined>) {
  const changeId = computed(() => plan.value?.change_id ?? "");
  const count = computed(() => plan.value?.groups.reduce((sum, group) => sum + group.count, 0) ?? 0);
  const query = useQuery({
    queryKey: computed(() => keys.undosOf(changeId.value)),
    queryFn: async () =>
      await ask(async (service) => {
        const undone = can("plan:list") ? await lastUndo(service, changeId.value) : null;
        // An undo of some records leaves the others.
        const isWhole = (undone?.record_count ?? 0) >= count.value;
        const isRehearsed = !isWhole && can("plan:create") && count.value <= MAX_REHEARSED;
        const why = isRehearsed ? await whyNothingIsLeft(service, changeId.value) : null;
        return { undone, why, isLeft: !isWhole && why === null };
      }),
    enabled: () => changeId.value !== "",
    staleTime: 0,
  });
  const state = computed(() => query.data.value);
  return {
    isOffered: computed(
      () => changeId.value !== "" && (can("plan:create") || can("plan:apply")) && (state.value?.isLeft ?? query.isError.value),
    ),
    /** The plan that undid it. */
    undone: computed(() => (state.value?.isLeft === false ? state.value.undone : null)),
    why: computed(() => state.value?.why ?? ""),
  };
}
