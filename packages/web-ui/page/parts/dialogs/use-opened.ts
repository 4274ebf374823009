import { computed, type Ref, shallowRef } from "vue";

/** The dialogs of a page. One is open at a time. */
export function useOpened<Name extends string>() {
  const dialog: Ref<Name | undefined> = shallowRef<Name>();
  /** Whether a dialog is open, as `v-model:open` takes it. Several names share a dialog. */
  const opened = (...names: readonly Name[]) =>
    computed({
      get: () => dialog.value !== undefined && names.includes(dialog.value),
      set: (isOpen) => (dialog.value = isOpen ? names[0] : undefined),
    });
  return { dialog, opened };
}

/** Whether a dialog about a record is open: while there is the record. */
export const openWith = (record: Ref<unknown>) =>
  computed({ get: () => record.value !== undefined, set: (isOpen) => isOpen || (record.value = undefined) });
