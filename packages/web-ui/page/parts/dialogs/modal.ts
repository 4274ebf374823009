import { lazyDialog } from "./lazy-dialog.ts";

/** A dialog (modal-dialog.vue). Its library is large: it loads after the first view, or when a dialog opens before that. */
export const ModalDialog = lazyDialog(() => import("./modal-dialog.vue"));
