import type { HostMethod, RequestEnvelope } from '../envelope.ts';

/** One way to exchange envelopes with a host. What arrives is not parsed here: it may be anything. */
export type Transport = {
  /** Sends a request. A promise that it returns is the host's own answer; anything else means nothing. May throw. */
  readonly send: (request: RequestEnvelope) => unknown;
  /** Hears what the host sends of its own accord, besides what comes by `window.lightstick.receive`. */
  readonly listen?: (receive: (message: unknown) => void) => void;
  /** Whether the host has a method, where the transport itself can tell. */
  readonly has?: (method: HostMethod) => boolean;
};
