import type { FoundName } from "../names/reverse-names.ts";
import type { FoundHost, ScanContext } from "../scan-context.ts";
import { ProbeConnection } from "./probe-connection.ts";
import { type Recognised, recogniseGreeting } from "./greetings.ts";
import { httpQuestion, isHttpPort, recogniseHttp, wantsTls } from "./http.ts";
import { probeFor } from "./service-probes.ts";
import { isTlsPort, startTls, tlsServiceAt } from "./tls.ts";

export interface IdentifiedService {
  readonly recognised?: Recognised | undefined;
  /** From its certificate. */
  readonly name?: FoundName | undefined;
}

/** Finds out what speaks at an open port, by talking to it: in plain words, and over TLS. */
export async function identifyService(context: ScanContext, host: FoundHost, port: number, until: number): Promise<IdentifiedService> {
  if (isTlsPort(port)) {
    const secured = await overTls(context, host, port, until);
    return secured ?? { recognised: (await inPlain(context, host, port, until)).recognised };
  }
  const { recognised, mayBeTls } = await inPlain(context, host, port, until);
  if (mayBeTls) return (await overTls(context, host, port, until)) ?? { recognised };
  return { recognised };
}

interface PlainAnswer {
  readonly recognised?: Recognised | undefined;
  /** It said nothing that is a protocol, or asked for TLS. */
  readonly mayBeTls: boolean;
}

async function inPlain(context: ScanContext, { ip, roundTrip }: FoundHost, port: number, until: number): Promise<PlainAnswer> {
  const dialled = await context.prober.dial(ip, port, roundTrip);
  if (!("socket" in dialled)) return { mayBeTls: false };
  const connection = new ProbeConnection(dialled.socket, until);
  try {
    return await probePlain(connection, context.settings.serviceWaitMs, ip, port);
  } finally {
    connection.close();
  }
}

async function probePlain(connection: ProbeConnection, waitMs: number, ip: string, port: number): Promise<PlainAnswer> {
  const question = probeFor(port);
  if (question === undefined && !isHttpPort(port)) {
    const greeting = await connection.read(waitMs);
    if (greeting.length > 0) return { recognised: recogniseGreeting(greeting, port), mayBeTls: false };
  }
  const answer = await connection.ask(question?.bytes ?? httpQuestion(ip), waitMs);
  const recognised = question === undefined ? recogniseHttp(answer) : question.recognise(answer);
  return {
    recognised: recognised ?? recogniseGreeting(answer, port),
    mayBeTls: question === undefined && (recognised === undefined || wantsTls(answer)),
  };
}

/** Undefined when no TLS is spoken. */
async function overTls(
  context: ScanContext,
  { ip, roundTrip }: FoundHost,
  port: number,
  until: number,
): Promise<IdentifiedService | undefined> {
  const dialled = await context.prober.dial(ip, port, roundTrip);
  if (!("socket" in dialled)) return undefined;
  const secured = await startTls(dialled.socket, context.signal);
  if (secured === undefined) return undefined;
  const connection = new ProbeConnection(secured.socket, until);
  try {
    const recognised = await probeTls(connection, context.settings.serviceWaitMs, ip, port);
    return { recognised, name: secured.name };
  } finally {
    connection.close();
    dialled.socket.resetAndDestroy();
  }
}

async function probeTls(connection: ProbeConnection, waitMs: number, ip: string, port: number): Promise<Recognised> {
  const usual = tlsServiceAt(port) ?? "tls";
  if (usual !== "https") {
    const greeting = recogniseGreeting(await connection.read(waitMs), port);
    if (greeting !== undefined) return { ...greeting, service: `${greeting.service}s` };
  }
  const answer = usual === "https" || usual === "tls" ? recogniseHttp(await connection.ask(httpQuestion(ip), waitMs)) : undefined;
  // That TLS is spoken is seen; what is behind it would be a guess.
  return answer === undefined ? { service: "tls", version: "", text: "" } : { ...answer, service: "https" };
}
