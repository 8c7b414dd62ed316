import type { HostMethod } from './envelope.ts';

/** One message handler of a WKWebView. With a reply handler behind it, it returns a promise of the host's answer. */
export type MessageHandler = { postMessage: (message: unknown) => unknown };

/** The object that Android's `addWebMessageListener` puts into the page. */
export type ListenerPort = {
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { readonly data: unknown }) => void) => void;
};

/** The receiver of the host's messages: the pre-paint script puts it there and keeps them until the bridge listens. */
export type Receiver = { receive: (message: unknown) => void; queue?: unknown[] };

/** A page that shows ours in a frame and may play the host. */
export type ParentWindow = {
  readonly lightstickSimulator?: { readonly install?: (frame: unknown) => void };
  postMessage: (message: unknown, targetOrigin: string) => void;
};

type FrameMessage = { readonly data: unknown; readonly origin: string; readonly source: unknown };

/** Our handler, and those of older hosts, which have one for each method. */
type Handlers = Readonly<Partial<Record<'lightstick' | HostMethod, MessageHandler>>>;

/** The doors that hosts put into the page's window, and the little of the window itself that the bridge needs. */
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
