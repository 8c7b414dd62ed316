import { type RefCallback, useCallback } from 'react';
import { decodeAnchor, innerPlaceOf } from './inner-link.ts';

/**
 * Lets the links in HTML that React did not write lead through the app: other screens without a reload, headings of this
 * page without a change of the address, so that Back leaves the page however often the fan has jumped in it.
 *
 * @param follow - goes to another screen; must be stable.
 */
export function useInnerLinks(follow: (path: string) => void): RefCallback<HTMLElement> {
  return useCallback(
    (element) => {
      if (!element) return undefined;
      const controller = new AbortController();
      element.addEventListener(
        'click',
        (click) => {
          const place = innerPlaceOf(click);
          if (!place) return;
          click.preventDefault();
          if ('path' in place) follow(place.path);
          else jumpTo(element, place.anchor);
        },
        { signal: controller.signal },
      );
      return () => controller.abort();
    },
    [follow],
  );
}

/** Brings the heading that the address names into view, where there is one. */
export function showAddressedHeading(within: HTMLElement): void {
  const heading = headingOf(within, decodeAnchor(location.hash.slice(1)));
  heading?.scrollIntoView();
}

function jumpTo(within: HTMLElement, id: string): void {
  const heading = headingOf(within, id);
  if (!heading) return;
  heading.scrollIntoView();
  // Keyboard and screen reader go on from there.
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function headingOf(within: HTMLElement, id: string): HTMLElement | null {
  return id === '' ? null : within.querySelector<HTMLElement>(`#${CSS.escape(id)}`);
}
