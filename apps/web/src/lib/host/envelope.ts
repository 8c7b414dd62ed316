import { type HostCommand, isRecord, parseCommand } from './payloads.ts';

/** Requests that the page may send to the host: a closed list. */
export const hostMethods = ['getUserInfo', 'getEnvInfo', 'goBack', 'hideHeaderBar', 'logOff'] as const;
export type HostMethod = (typeof hostMethods)[number];

type EnvelopeHead<Kind extends string> = {
  readonly v: 1;
  readonly ch: 'lightstick';
  readonly kind: Kind;
  readonly id: string;
};

/** The page asks the host. */
export type RequestEnvelope = EnvelopeHead<'req'> & {
  readonly method: HostMethod;
  readonly params: Readonly<Record<string, unknown>>;
};

/** The host answers the request of the same id. */
export type ResponseEnvelope = EnvelopeHead<'res'> &
  (
    | { readonly ok: true; readonly result?: unknown }
    | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } }
  );

/** A command of the host. Its id is the host's; a known id marks a repeat. */
export type CommandEnvelope = EnvelopeHead<'cmd'> & HostCommand;

export type Envelope = RequestEnvelope | ResponseEnvelope | CommandEnvelope;

const longestId = 64;
/** Generous for a profile, and little enough to be parsed without a pause. */
const longestMessage = 100_000;

/**
 * Parses silently, unlike `parseJson` of lib: the receiver reports an unreadable message once, and checks its length
 * before parsing.
 */
function parseMessage(text: string): unknown {
  if (text.length > longestMessage) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parseError(value: unknown): { code: string; message: string } {
  const { code, message } = isRecord(value) ? value : {};
  return {
    code: typeof code === 'string' ? code : 'unknown',
    message: typeof message === 'string' ? message : '',
  };
}

/**
 * Reads one message of either side, an object or its JSON text; undefined unless it is exactly our envelope. The caller
 * validates the result.
 */
export function parseEnvelope(message: unknown): Envelope | undefined {
  const value = typeof message === 'string' ? parseMessage(message) : message;
  if (!isRecord(value) || value['v'] !== 1 || value['ch'] !== 'lightstick') return undefined;
  const id = value['id'];
  if (typeof id !== 'string' || id === '' || id.length > longestId) return undefined;
  if (value['kind'] === 'req') return parseRequest(id, value);
  if (value['kind'] === 'res') return parseResponse(id, value);
  if (value['kind'] !== 'cmd') return undefined;
  const command = parseCommand(value['command'], value['params']);
  return command && { ...head('cmd', id), ...command };
}

function parseRequest(id: string, { method, params }: Record<string, unknown>): RequestEnvelope | undefined {
  const known = hostMethods.find((name) => name === method);
  return known && { ...head('req', id), method: known, params: isRecord(params) ? params : {} };
}

function parseResponse(id: string, { ok, result, error }: Record<string, unknown>): ResponseEnvelope | undefined {
  if (ok === true) return { ...head('res', id), ok, result };
  return ok === false ? { ...head('res', id), ok, error: parseError(error) } : undefined;
}

function head<Kind extends string>(kind: Kind, id: string): EnvelopeHead<Kind> {
  return { v: 1, ch: 'lightstick', kind, id };
}

/** Returns a request from the app. */
export function request(
  id: string,
  method: HostMethod,
  params: Readonly<Record<string, unknown>> = {},
): RequestEnvelope {
  return { ...head('req', id), method, params };
}

/** Returns a host's answer of success. */
export function success(id: string, result?: unknown): ResponseEnvelope {
  return { ...head('res', id), ok: true, result };
}

/** Returns a host's answer of failure. */
export function failure(id: string, code: string, message: string): ResponseEnvelope {
  return { ...head('res', id), ok: false, error: { code, message } };
}
