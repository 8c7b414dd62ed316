import type { Delivery } from './deliveries.ts';
import type { CommandEnvelope, RequestEnvelope } from '#/lib/host/envelope.ts';

type MessageHandler = { postMessage: (message: unknown) => unknown };

/** What hosts put into a page's window, and what the page puts there for them. */
export type HostedWindow = Window &
  typeof globalThis & {
    webkit?: { messageHandlers: Record<string, MessageHandler> };
    lightstickPort?: EventTarget;
    lightstickAndroid?: { postMessage: (json: string) => void };
    android?: Record<string, () => void>;
    lightstick?: { receive?: (message: unknown) => void };
    getUserInfoCallback?: (json: string) => void;
    getEnvInfoCallback?: (json: string) => void;
    changeTheme?: (theme: unknown) => void;
    changeLanguage?: (languageType: unknown) => void;
    refreshData?: () => void;
  };

/** The host's end of a transport, for as long as one page is loaded. */
export type Channel = {
  readonly answer: (request: RequestEnvelope, delivery: Delivery) => void;
  /** Returns false until the page listens. */
  readonly command: (command: CommandEnvelope) => boolean;
  readonly close?: () => void;
};

/** Receives a message of the page and returns its request, if any. */
export type OnMessage = (message: unknown) => RequestEnvelope | undefined;

/** Calls `window.lightstick.receive` in the page, as both platforms do by evaluating a line of script. */
export function evaluateReceive(frame: HostedWindow, payload: unknown): boolean {
  const receive = frame.lightstick?.receive;
  if (!receive) return false;
  receive(payload);
  return true;
}
