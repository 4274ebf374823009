import { inject, type InjectionKey, provide, useId } from "vue";

const LAYER: InjectionKey<string> = Symbol("layer");

/** Selector of the element that menus, options and tooltips are drawn in: the dialog around them, or the main part of the page. */
export const useLayer = (): string => inject(LAYER, "main");

/** Sets the layer for what a dialog holds. @returns the id of its element */
export function provideLayer(): string {
  const id = `layer-${useId()}`;
  provide(LAYER, `#${id}`);
  return id;
}
