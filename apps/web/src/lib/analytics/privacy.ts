/** What browsers say of their owner's wishes; not all of it is known to the types of the platform. */
type Wishes = { readonly doNotTrack?: string | null; readonly globalPrivacyControl?: boolean };

/** Whether this browser asks not to be measured: Do Not Track, or Global Privacy Control. */
export function refusesMeasuring(browser: Wishes = navigator): boolean {
  return browser.doNotTrack === '1' || browser.globalPrivacyControl === true;
}
