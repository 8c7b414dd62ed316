import { useLayoutEffect } from 'react';
import { useEnvironment } from './environment.ts';
import { tintOf } from './tint.ts';

/**
 * Gives an element the light of an idol's team in place of the brand's colours, as long as `find` returns the element. Set by
 * script, because the page's policy forbids style attributes in HTML. Without a colour nothing changes.
 */
export function useIdolAccents(find: () => HTMLElement | null | undefined, colour: string | undefined): void {
  const { theme } = useEnvironment();
  // After every render, because a list may have brought the element only now.
  useLayoutEffect(() => {
    const element = find();
    if (!element || colour === undefined) return undefined;
    const { idol, soft } = tintOf(colour, theme);
    element.style.setProperty('--color-brand', idol);
    element.style.setProperty('--color-brand-soft', soft);
    return () => {
      element.style.removeProperty('--color-brand');
      element.style.removeProperty('--color-brand-soft');
    };
  });
}
