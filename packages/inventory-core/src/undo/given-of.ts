import type { z } from "zod";
import { draftOf, type Fields } from "../contract/errors/validation.ts";
import type { Image } from "./undoing.ts";

/**
 * What is given to make a record that comes back. It is not checked anew: it was right when it was written. What a schema has gained since
 * then is as it would be unless given.
 */
export function givenOf<S extends z.ZodObject>(schema: S, image: Image): Partial<Fields<S>> {
  const lacking = Object.keys(schema.shape).filter((field) => !Object.hasOwn(image, field));
  const unlessGiven = lacking.length === 0 ? {} : draftOf(schema, {}).fields;
  return Object.fromEntries(
    Object.keys(schema.shape).flatMap((field): [string, unknown][] => {
      if (Object.hasOwn(image, field)) return [[field, image[field]]];
      return Object.hasOwn(unlessGiven, field) ? [[field, unlessGiven[field as keyof typeof unlessGiven]]] : [];
    }),
  ) as Partial<Fields<S>>;
}
