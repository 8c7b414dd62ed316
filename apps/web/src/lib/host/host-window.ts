import type { HostMethod } from './envelope.ts';

/** One message handler of a WKWebView. With a reply handler behind it, it returns a promise of the host's answer. */
export type MessageHandler = { postMessage: (message: unknown) => unknown };

/** What Android's `addWebMessageListener` puts into the page. */
export type ListenerPort = {
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** Where messages of the host arrive: put there by the pre-paint script, which keeps them until the bridge listens. */
export type Receiver = { receive: (message: unknown) => void; queue?: unknown[] };

/** A page that shows ours in a frame and may play the host. */
export type ParentWindow = {
  readonly lightstickSimulator?: { readonly install?: (frame: unknown) => void };
  postMessage: (message: unknown, targetOrigin: string) => void;
};

type FrameMessage = { readonly data: unknown; readonly origin: string; readonly source: unknown };

/** Ours, and those of older hosts, which have one for each method. */
type Handlers = Readonly<Partial<Record<'lightstick' | HostMethod, MessageHandler>>>;

/** What hosts put into the page's window, and the little of the window itself that the bridge needs. */
export type HostWindow = {
  readonly webkit?: { readonly messageHandlers?: Handlers };
  readonly lightstickPort?: ListenerPort;
  readonly lightstickAndroid?: { postMessage: (message: string) => void };
  /** Functions of older Android hosts, by their names. */
  readonly android?: Readonly<Partial<Record<HostMethod, () => unknown>>>;
  /** The window around ours; the window itself when there is none. */
  readonly parent?: unknown;
  readonly navigator: { readonly userAgent: string };
  readonly document: { readonly cookie: string };
  readonly location: { readonly origin: string };
  lightstick?: Receiver;
  addEventListener: (type: 'message', listener: (event: FrameMessage) => void) => void;
};
