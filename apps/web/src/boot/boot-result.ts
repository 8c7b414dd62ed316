export type Language = 'en_US' | 'zh_TW';
export type Theme = 'light' | 'dark';

/** How a screen begins: with a stage that fills most of the phone, with a low one, or with its title alone. */
export type ScreenOpening = 'tall' | 'low' | 'bare';

/** The findings of the pre-paint script, left on `window` because it runs as a classic script. */
export type BootResult = {
  readonly languageType: Language;
  readonly theme: Theme;
  /** Shows in place of the application that it failed, with a retry. */
  readonly fail: (error: unknown) => void;
  /** The first state of the screen at a path, for its placeholder. */
  readonly openingOf: (path: string) => ScreenOpening;
  /** The texts, requested before the application's script has arrived, and after the files of the server's screen. */
  readonly messages: Promise<unknown>;
  /** Whether these are home's only. */
  readonly isForHome: boolean;
  /** The controls of the server's screen that were pressed, in order, and the one in focus, for the app to go on with. */
  readonly early: {
    readonly pressed: Element[];
    focused?: Element;
    /** The control that is held down now, and where. */
    held?: { readonly control: Element; readonly x: number; readonly y: number } | undefined;
  };
  /** A host's cookies about itself and its fan, of any shape; undefined if unreadable. */
  readonly cookies: { readonly environment: unknown; readonly user: unknown };
};

export type BootWindow = typeof globalThis & {
  lightstickBoot?: BootResult;
  /** Receives messages of a host; `queue` keeps them until the bridge runs. */
  lightstick?: { queue?: unknown[]; receive: (message: unknown) => void };
  /** Exists in the window around this one, on the page that plays the host. */
  lightstickSimulator?: { readonly install?: (page: unknown) => void };
};
