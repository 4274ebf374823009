declare module "*.css";

/** Whether the build has the gallery of components. */
declare const __GALLERY__: boolean;
