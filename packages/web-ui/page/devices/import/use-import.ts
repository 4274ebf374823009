import { CadastreError, type ImportCounts, type ImportPlanLine, type ImportReport } from "@cadastre/client";
import { useQueryClient } from "@tanstack/vue-query";
import { computed, onScopeDispose, ref, shallowRef } from "vue";
import { ask } from "../../api/service.ts";
import { errorSentence } from "../../api/problem.ts";
import { FileProblem, readFiles } from "../../formats/format-thread.ts";
import type { Item } from "../../formats/messages.ts";
import { loadDeclared } from "../../queries/manifest.ts";
import { capitalized } from "../../texts/words.ts";
import { planRows } from "./plan-rows.ts";

/** What is imported. */
export interface ImportSource {
  readonly format: string;
  readonly files: readonly File[];
  readonly options: Readonly<Record<string, string>>;
}

export type ImportMode = "whole" | "per_row";
export type ImportStage = "choosing" | "reading" | "planning" | "planned" | "applying" | "done";

/** The progress of a plan is told this often. */
const TELL_EVERY_MS = 100;

/** An import from its file to its report. What goes wrong leaves what there is: a plan can be made again from the same file. */
export function useImport() {
  const client = useQueryClient();
  const stage = ref<ImportStage>("choosing");
  const error = shallowRef<unknown>();
  const read = ref(0);
  const planned = ref(0);
  const lines = shallowRef<readonly ImportPlanLine[]>([]);
  const rows = computed(() => planRows(lines.value));
  const counts = shallowRef<ImportCounts>();
  const report = shallowRef<ImportReport>();
  let source: ImportSource | undefined;
  let running: AbortController | undefined;
  onScopeDispose(() => running?.abort());

  /** Reads the files, and asks what would become of their rows. Writes nothing. */
  async function plan(from: ImportSource): Promise<void> {
    source = from;
    [error.value, report.value, counts.value, lines.value, read.value, planned.value] = [undefined, undefined, undefined, [], 0, 0];
    const own = (running = new AbortController());
    try {
      stage.value = "reading";
      const items: Item[] = [];
      const { kinds = [] } = await loadDeclared();
      for await (const more of readFiles({ ...from, kinds }, own.signal)) {
        for (const item of more) items.push(item);
        read.value = items.length;
      }
      stage.value = "planning";
      const made = await ask(async (service) => {
        const found: ImportPlanLine[] = [];
        let toldAt = performance.now();
        for await (const line of service.import.plan(items, { signal: own.signal })) {
          found.push(line);
          if (performance.now() - toldAt < TELL_EVERY_MS) continue;
          toldAt = performance.now();
          planned.value = found.length;
        }
        return found;
      });
      const end = made.at(-1);
      counts.value = end?.kind === "end" ? end.counts : undefined;
      lines.value = made;
      stage.value = "planned";
    } catch (thrown) {
      stage.value = "choosing";
      if (!own.signal.aborted) error.value = thrown;
    }
  }

  /** Does what the plan says. */
  async function apply(mode: ImportMode): Promise<void> {
    error.value = undefined;
    stage.value = "applying";
    try {
      report.value = await ask((service) => service.import.apply(lines.value, { mode }));
      stage.value = "done";
    } catch (thrown) {
      error.value = thrown;
      stage.value = "planned";
    } finally {
      // Also after an error: row by row some may be there.
      void client.invalidateQueries();
    }
  }

  const again = async (): Promise<void> => {
    if (source !== undefined) await plan(source);
  };
  const stop = (): void => running?.abort();
  const reset = (): void => {
    stop();
    stage.value = "choosing";
    error.value = undefined;
  };
  return {
    stage,
    error,
    read,
    planned,
    rows,
    counts,
    report,
    plan,
    apply,
    again,
    stop,
    reset,
    /** Whether the inventory has changed so that the plan does not hold any more. */
    isStale: computed(() => error.value instanceof CadastreError && error.value.code === "PLAN_STALE"),
    /** What is wrong, in a sentence. */
    sentence: computed(() =>
      error.value === undefined ? "" : error.value instanceof FileProblem ? capitalized(error.value.message) : errorSentence(error.value),
    ),
  };
}
