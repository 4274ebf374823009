import { realTimers } from "@cadastre/inventory-core/protocol";

/** What `work` gives, or an error when it takes longer. It is not stopped: whoever can stop it does. @param ms milliseconds */
export async function withinTime<T>(ms: number, work: () => T | Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = realTimers.setTimeout(() => reject(new Error(`no response within ${ms} ms`)), ms);
    });
    return await Promise.race([work(), late]);
  } finally {
    realTimers.clearTimeout(timer);
  }
}
