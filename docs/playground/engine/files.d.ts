/** A file that the build puts beside the engine, zipped: its address there. */
declare module "zipped:*" {
  const file: string;
  export default file;
}
