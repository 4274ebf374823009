/** A picture that the build puts among the files of the site: its address there. */
declare module "*.webp" {
  const address: string;
  export default address;
}
declare module "*.css";
