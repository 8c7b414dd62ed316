import { type RefObject, useEffect } from 'react';

/** Below this width picture and chat do not fit beside a keyboard (live-chat/room-chat.css). */
const phone = '(max-width: 767px)';
/** A keyboard takes more of the window than a browser's own bars do. */
const keyboardPx = 150;

/**
 * While a fan types on a phone, picture and chat fill what the keyboard leaves of the window: the picture above, the field at the
 * lower edge. Ends when the field is left, or the keyboard is closed.
 */
export function useTypingDock(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    const viewport = visualViewport;
    if (!element || !viewport) return undefined;
    const { documentElement: root } = document;
    const listening = new AbortController();
    const { signal } = listening;
    let docked: { readonly scrollY: number; hadKeyboard: boolean } | undefined;

    const fit = () => {
      if (!docked) return;
      const hasKeyboard = innerHeight - viewport.height > keyboardPx;
      if (docked.hadKeyboard && !hasKeyboard) {
        (document.activeElement as HTMLElement | null)?.blur();
        return;
      }
      docked.hadKeyboard = hasKeyboard;
      root.style.setProperty('--seen-top', `${viewport.offsetTop}px`);
      root.style.setProperty('--seen-height', `${viewport.height}px`);
    };
    const dock = ({ target }: FocusEvent) => {
      if (docked || !(target instanceof HTMLTextAreaElement) || !matchMedia(phone).matches) return;
      docked = { scrollY, hadKeyboard: false };
      // The chat leaves the page's flow, and the page keeps its height.
      document.body.style.minHeight = `${document.body.scrollHeight}px`;
      root.dataset['typing'] = '';
      fit();
    };
    const undock = () => {
      if (!docked) return;
      delete root.dataset['typing'];
      root.style.removeProperty('--seen-top');
      root.style.removeProperty('--seen-height');
      document.body.style.minHeight = '';
      scrollTo(0, docked.scrollY);
      docked = undefined;
    };
    element.addEventListener('focusin', dock, { signal });
    element.addEventListener(
      'focusout',
      ({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && element.contains(relatedTarget))) undock();
      },
      { signal },
    );
    viewport.addEventListener('resize', fit, { signal });
    viewport.addEventListener('scroll', fit, { signal });
    return () => {
      listening.abort();
      undock();
    };
  }, [form]);
}
