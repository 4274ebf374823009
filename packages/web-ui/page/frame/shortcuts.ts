import { onBeforeUnmount, onMounted } from "vue";

/** How long the second key of two may take. */
const SECOND_KEY_MS = 1200;

/** Keys of the page by what is pressed: `/`, `?`, `g n`, `ctrl+k`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/** Listens while the component is there. Keys that are typed into a field are the field's, except with Ctrl. */
export function useShortcuts(shortcuts: () => Shortcuts): void {
  let first = "";
  let at = 0;
  const pressed = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return;
    const withControl = event.ctrlKey || event.metaKey;
    if (!withControl && isTyping(event.target)) return;
    const key = `${withControl ? "ctrl+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
    const both = event.timeStamp - at < SECOND_KEY_MS ? `${first} ${key}` : key;
    first = key;
    at = event.timeStamp;
    const known = shortcuts();
    const action = known[both] ?? known[key];
    if (action === undefined) return;
    first = "";
    event.preventDefault();
    action();
  };
  onMounted(() => addEventListener("keydown", pressed));
  onBeforeUnmount(() => removeEventListener("keydown", pressed));
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) || target.closest('[role="dialog"]') !== null)
  );
}
