import { z } from "zod";
import { isObject } from "../reading/address-fields.ts";
import { badInput } from "../reading/bad-input.ts";
import { type ServiceAccess, ServiceClient } from "../reading/service-client.ts";

/** Around every answer of phpIPAM; a list that is empty has no data, and often the status 404. */
const Envelope = z.looseObject({
  success: z.union([z.boolean(), z.number()]),
  data: z.unknown().optional(),
  message: z.string().optional(),
});

const Login = z.looseObject({ token: z.string() });

/** Credentials of phpIPAM: the code of an app ("SSL with App code token"), or a user who signs in. */
export type PhpipamCredentials = { readonly token: string } | { readonly user: string; readonly password: string };

/** Reads the lists of phpIPAM's API. */
export class PhpipamClient {
  readonly #client: ServiceClient;
  #token: string | undefined;
  readonly #credentials: PhpipamCredentials;

  constructor(access: Omit<ServiceAccess, "headers">, credentials: PhpipamCredentials) {
    this.#client = new ServiceClient({ ...access, headers: {} });
    this.#credentials = credentials;
    this.#token = "token" in credentials ? credentials.token : undefined;
  }

  /** The records of a list; none when there are none. @throws INVALID_INPUT, UNAVAILABLE */
  async list(path: string): Promise<readonly unknown[]> {
    const { body } = await this.#client.json(path, { headers: { token: await this.#signedIn() }, accepted: [404] });
    const answer = Envelope.safeParse(body);
    if (!answer.success) throw badInput(`phpIPAM answered ${path} with an unexpected response: check its URL`);
    const { data } = answer.data;
    if (Array.isArray(data)) return data as readonly unknown[];
    // A list of which the app may not see everything comes as an object, with the numbers of what is left as keys.
    return isObject(data) ? Object.values(data) : [];
  }

  async #signedIn(): Promise<string> {
    if (this.#token !== undefined || "token" in this.#credentials) return this.#token ?? "";
    const { user, password } = this.#credentials;
    const basic = Buffer.from(`${user}:${password}`).toString("base64");
    const { body } = await this.#client.json("user/", { method: "POST", headers: { authorization: `Basic ${basic}` } });
    const login = Login.safeParse(Envelope.safeParse(body).data?.data);
    if (!login.success) throw badInput("phpIPAM issued no token for the user: check that the security of the app is User token");
    this.#token = login.data.token;
    return this.#token;
  }
}
