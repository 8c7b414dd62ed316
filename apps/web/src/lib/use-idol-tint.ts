import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useEnvironment } from './environment.ts';
import { tintOf } from './tint.ts';

/**
 * Returns the ref of an element in which `--idol` and `--idol-soft` are an idol's light in the theme on screen. Set by
 * script, because the page's policy forbids style attributes in HTML.
 */
export function useIdolTint<Tinted extends HTMLElement>(colour: string): RefObject<Tinted | null> {
  const { theme } = useEnvironment();
  const element = useRef<Tinted>(null);
  useLayoutEffect(() => {
    const { idol, soft } = tintOf(colour, theme);
    element.current?.style.setProperty('--idol', idol);
    element.current?.style.setProperty('--idol-soft', soft);
  }, [colour, theme]);
  return element;
}
