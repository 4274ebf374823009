import { type Component, defineComponent, h, shallowRef, watch } from "vue";
import { reportNotLoaded } from "../broken.ts";

/**
 * A dialog that loads and is mounted when it is opened for the first time. It passes properties and events on to the dialog.
 * @param load imports the dialog, whose model `open` says whether it is open
 */
export function lazyDialog<Dialog extends Component>(load: () => Promise<{ readonly default: Dialog }>): Dialog {
  const lazy = defineComponent(
    (props: { readonly open: boolean }, { attrs, emit, slots }) => {
      const dialog = shallowRef<Dialog>();
      watch(
        () => props.open,
        async (isOpen) => {
          if (!isOpen || dialog.value !== undefined) return;
          try {
            dialog.value = (await load()).default;
          } catch (error) {
            emit("update:open", false);
            reportNotLoaded("This form", error);
          }
        },
        { immediate: true },
      );
      return () =>
        dialog.value &&
        h(dialog.value, { ...attrs, open: props.open, "onUpdate:open": (open: boolean) => emit("update:open", open) }, slots);
    },
    { props: { open: Boolean }, emits: ["update:open"], inheritAttrs: false },
  );
  return lazy as Component as Dialog;
}
