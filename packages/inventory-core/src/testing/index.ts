// Subpath ./testing: the complete public surface.
export { FakeClock } from "./fake-clock.ts";
