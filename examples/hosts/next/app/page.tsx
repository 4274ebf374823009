export default function Page() {
  return <a href="/ipam/docs">Inventory</a>;
}
