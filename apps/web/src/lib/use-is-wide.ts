import { useStore } from './external-store.ts';

/** From here on there is a side column (frame.css). In em, so that larger text gets the narrower layout. */
const wide = globalThis.matchMedia?.('(width >= 64em)');

export const isWide = (): boolean => wide?.matches ?? false;

const width = {
  read: isWide,
  subscribe: (listener: () => void) => {
    wide?.addEventListener('change', listener);
    return () => wide?.removeEventListener('change', listener);
  },
};

/**
 * Tells whether the screen has room for a side column. It decides what is loaded; only the style sheet decides where
 * things stand, so that the server's drawing needs no width.
 */
export const useIsWide = (): boolean => useStore(width);
