import cytoscape from "cytoscape";
import fcose from "cytoscape-fcose";

// A layout that stays quick with hundreds of devices; the library's own takes minutes.
cytoscape.use(fcose);

export { cytoscape };
