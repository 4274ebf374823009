import { ref } from "vue";

/** The form of a list: closed, or open for a new record, or for the one with an id. */
export function useEditing() {
  const editing = ref(false);
  const edited = ref<string>();
  const edit = (id?: string): void => void ([edited.value, editing.value] = [id, true]);
  return { editing, edited, edit };
}
