import type { Language } from './wording.ts';

/**
 * The messages between the server and its drawing thread. The thread is part of the web app's build; it draws a screen
 * as a browser first shows it, from the answers of the server's own calls.
 */
export type ScreenRequest = {
  readonly path: string;
  /** The query with its question mark, or empty. */
  readonly search: string;
  readonly language: Language;
  /** A fan's screen leaves out her own part; a screen in a host app has no navigation. */
  readonly reader: 'visitor' | 'fan' | 'host';
};

/** A drawn screen, in HTML that is already escaped. */
export type DrawnScreen = {
  /** The title, and what previews of links show. */
  readonly head: string;
  readonly body: string;
  /** What stays above the app when it takes the place of the body: the banners of home. */
  readonly above: string;
  /** JSON without `<`: the answers that the screen was drawn from. */
  readonly answers: string;
  /** Whether what the address names exists. */
  readonly isFound: boolean;
};

type DrawingCall = {
  readonly kind: 'call';
  readonly id: number;
  readonly method: string;
  readonly address: string;
  readonly body: string | undefined;
  readonly language: Language;
};

export type ToDrawingThread =
  | { readonly kind: 'draw'; readonly id: number; readonly request: ScreenRequest; readonly brand: string }
  | { readonly kind: 'answer'; readonly id: number; readonly status: number; readonly text: string };

export type FromDrawingThread =
  | DrawingCall
  | { readonly kind: 'drawn'; readonly id: number; readonly screen: DrawnScreen | undefined }
  | { readonly kind: 'failed'; readonly id: number; readonly reason: string };
