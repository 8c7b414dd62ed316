/** What of a click decides where it leads. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'defaultPrevented' | 'target'>;

/** A place inside the app: an element of this very page, or a path with what follows it. */
export type InnerPlace = { readonly anchor: string } | { readonly path: string };

/**
 * Where in the app a click on a link leads. Nothing for every other click: beside a link, on one that leads elsewhere,
 * and on one that the fan wants to have in another tab.
 */
export function innerPlaceOf(click: Click): InnerPlace | undefined {
  const isPlain = click.button === 0 && !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
  if (!isPlain || click.defaultPrevented || !(click.target instanceof Element)) return undefined;
  const link = click.target.closest('a');
  const href = link?.getAttribute('href');
  if (!link || !href || (link.target !== '' && link.target !== '_self')) return undefined;
  if (href.startsWith('#')) return { anchor: decodeAnchor(href.slice(1)) };
  return href.startsWith('/') ? { path: href } : undefined;
}

/** The id that a fragment of an address names; as it stands when it is no valid encoding. */
export function decodeAnchor(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
