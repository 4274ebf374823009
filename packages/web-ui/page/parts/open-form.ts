import { type Ref, watch } from "vue";
import { useRoute, useRouter } from "vue-router";

/** The parameter by which a link to a list opens its form for a new record. */
export const NEW = { new: "true" } as const;

/** Opens the form for a new record where the address of the page asks for it, once. */
export function useOpenForm(isOpen: Ref<boolean>): void {
  const route = useRoute();
  const router = useRouter();
  watch(
    () => route.query["new"],
    (asked) => {
      if (asked !== NEW.new) return;
      isOpen.value = true;
      const { new: _, ...query } = route.query;
      void router.replace({ query });
    },
    { immediate: true },
  );
}
