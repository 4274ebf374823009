import { RawConnection } from "./raw-connection.ts";

// Creates devices one after the other, in a process of its own so that it does not slow down who measures beside it.

const [url = "", authorization = ""] = process.argv.slice(2);
const connection = await RawConnection.open(url, { authorization });
const { pathname } = new URL(url);
for (let nth = 0; ; nth += 1) {
  await connection.post(pathname, JSON.stringify({ name: `beside-${process.pid}-${nth}` }));
  if (nth === 0) console.log(`create-child listens at ${url}`);
}
