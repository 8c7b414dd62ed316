import type { RouteName } from '@lightstick/contract';
import type { EventSourceLike } from '../event-stream.ts';
import { ApiError } from './api-error.ts';
import { readAnswer, requestHeaders, withFreshToken } from './call.ts';

type SourceOptions = {
  /** The last event received; the server goes on after it. */
  readonly lastEventId: string | undefined;
  readonly onEventId: (id: string) => void;
  /** Runs when the server refuses the call. Reconnecting is useless then, so no `error` event follows. */
  readonly onRefused: (refusal: ApiError) => void;
};

/**
 * Returns Server-sent events with the fan's token, which a browser's `EventSource` cannot send. Dispatches each event
 * under its name, and `error` when the connection fails or ends.
 */
export function fetchEventSource(
  route: RouteName,
  url: string,
  { lastEventId, onEventId, onRefused }: SourceOptions,
): EventSourceLike {
  const target = new EventTarget();
  const leaving = new AbortController();
  const { signal } = leaving;
  const path = route.slice('GET '.length);

  const request = async () => {
    const resume = lastEventId === undefined ? undefined : { 'Last-Event-ID': lastEventId };
    const headers = { ...requestHeaders(route), ...resume, Accept: 'text/event-stream' };
    const response = await fetch(url, { headers, credentials: 'include', cache: 'no-store', signal });
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (response.ok && isStream && response.body) return response.body;
    const about = { status: response.status, requestId: response.headers.get('x-request-id') };
    readAnswer(path, await response.text(), about);
    throw new Error(`${path} answered without a stream.`);
  };
  const listen = async () => {
    const body = await withFreshToken(request);
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const { events, rest } = readEvents(text + chunk.value);
      text = rest;
      for (const { name, data, id } of events) {
        if (signal.aborted) return;
        if (id !== undefined) onEventId(id);
        target.dispatchEvent(new MessageEvent(name, { data }));
      }
    }
  };
  const fail = (error?: unknown) => {
    if (signal.aborted) return;
    if (error instanceof ApiError && error.status < 500 && error.status !== 429) onRefused(error);
    else target.dispatchEvent(new Event('error'));
  };

  listen().then(() => fail(), fail);
  return {
    addEventListener: (type, listener) => target.addEventListener(type, listener as EventListener),
    close: () => leaving.abort(),
  };
}

type ServerEvent = { readonly name: string; readonly data: string; readonly id: string | undefined };

/**
 * Splits received text into whole events and the beginning of the next one. Comments and events without data are left
 * out.
 */
export function readEvents(text: string): { events: readonly ServerEvent[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  return { events: blocks.flatMap(readEvent), rest };
}

function readEvent(block: string): readonly ServerEvent[] {
  let name = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
  return data.length === 0 ? [] : [{ name, data: data.join('\n'), id }];
}
