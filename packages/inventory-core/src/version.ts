/** Version of the engine; plugins declare the range they work with. A test compares it with package.json. */
export const ENGINE_VERSION = "0.0.0";
