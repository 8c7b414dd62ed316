export type Language = 'en_US' | 'zh_TW';
export type Theme = 'light' | 'dark';

/** What the pre-paint script found out, left on `window` because it runs as a classic script. */
export type BootResult = {
  readonly languageType: Language;
  readonly theme: Theme;
  /** The catalogue, asked for before the application's own script has arrived. */
  readonly messages: Promise<unknown>;
};

export type BootWindow = typeof globalThis & { lightstickBoot?: BootResult };
