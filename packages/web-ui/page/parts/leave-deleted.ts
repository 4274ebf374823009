import type { Router } from "vue-router";

/** Leaves the page of a deleted record for its list: as it was, with its filter, where the person came from it. */
export async function leaveDeleted(router: Router, list: string): Promise<void> {
  const before = router.options.history.state["back"];
  if (typeof before === "string" && before.split("?")[0] === list) router.back();
  else await router.push(list);
}
