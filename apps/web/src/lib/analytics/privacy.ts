/** The privacy signals of browsers; the platform's types lack some of them. */
type PrivacySignals = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };

/** Tells whether this browser asks not to be measured: Do Not Track, or Global Privacy Control. */
export function refusesMeasuring(browser: PrivacySignals = navigator): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}
