import { inject, type InjectionKey, provide, useId } from "vue";

const LAYER: InjectionKey<string> = Symbol("layer");

/**
 * Selector of the element that menus, options and tooltips are drawn in: at the end of the dialog around them, or of the page. Beside
 * other content Vue would insert the next page before the removed menus of the one before.
 */
export const useLayer = (): string => inject(LAYER, "#layer");

/** Sets the layer for what a dialog holds. @returns the id of its element */
export function provideLayer(): string {
  const id = `layer-${useId()}`;
  provide(LAYER, `#${id}`);
  return id;
}
