// Its one function, so that a bundle has no more of it: what is imported late is imported whole.
export { listen } from "listhen";
