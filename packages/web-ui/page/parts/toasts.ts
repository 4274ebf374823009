import { readonly, shallowRef } from "vue";

/** Something that happened, in a sentence. */
export interface Toast {
  readonly id: number;
  readonly kind: "done" | "error";
  readonly text: string;
  /** Where to go on from it. */
  readonly link?: { readonly text: string; readonly to: string } | undefined;
  /** What can be done about it. It ends the toast. */
  readonly action?: { readonly text: string; readonly run: () => void } | undefined;
}

/** How long a message of success is shown, in milliseconds. It waits while the pointer or the focus is on it. */
export const DONE_MS = 6000;

/** Most messages shown together. The oldest messages of success go first. */
const MAX_SHOWN = 3;

const all = shallowRef<readonly Toast[]>([]);
let next = 1;

export const toasts = readonly(all) as Readonly<typeof all>;

/** Shows a message: of success for some seconds, of an error until it is dismissed. */
export function tell(toast: Omit<Toast, "id">): void {
  const list = [...all.value.filter(({ text, kind }) => text !== toast.text || kind !== toast.kind), { ...toast, id: next++ }];
  while (list.length > MAX_SHOWN)
    list.splice(
      Math.max(
        0,
        list.findIndex(({ kind }) => kind === "done"),
      ),
      1,
    );
  all.value = list;
}

export function dismiss(id: number): void {
  all.value = all.value.filter((toast) => toast.id !== id);
}
