import { chooseTheme, isThemeChosen } from '#/lib/environment.ts';
import { allTexts } from '#/lib/i18n/i18n.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';

/**
 * Offers the dark theme once, where neither a host nor the fan has chosen. Light is the default of the specification, so what
 * the device prefers is not assumed.
 */
export async function offerDarkTheme(): Promise<void> {
  if (isThemeChosen()) return;
  await allTexts();
  // The fan may have chosen while the texts came. An announcement at the top comes first: the offer would cover it.
  if (isThemeChosen() || document.querySelector('.banner-strip')) return;
  // The offer itself counts as a choice: a fan who lets it go keeps the light.
  chooseTheme('light');
  const act = () => chooseTheme('dark');
  showToast({ kind: 'notice', title: text('settings.darkOffer'), action: { text: text('settings.useDark'), act } });
}
