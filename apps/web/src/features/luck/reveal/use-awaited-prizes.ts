import { useEffect, useRef, useState } from 'react';
import { type DrawnPrize, participateErrorText } from '#/features/luck/participate.ts';
import { isFinalAnswer } from '#/lib/api/api-error.ts';
import { text } from '#/lib/i18n/use-text.ts';
import { showToast } from '#/ui/toast/toast-store.ts';
import { gainTexts } from './reveal-steps.ts';

/** Lets a fan go on while the answer to an opening is awaited. A toast shows an answer that finds them elsewhere. */
export function useAwaitedPrizes() {
  const [hasLeft, setHasLeft] = useState(false);
  // A ref, because the answer may come when the component is gone.
  const isWatching = useRef(true);
  const isMounted = useRef(false);

  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  const watch = (is: boolean) => {
    isWatching.current = is;
    setHasLeft(!is);
  };
  return {
    hasLeft,
    /** A new request: the fan watches its answer. */
    begin: () => watch(true),
    leave: () => watch(false),
    /** Shows the prizes where the fan watches; else tells of them, and calls `onMissed` if the component is still there. */
    receive: (prizes: readonly DrawnPrize[], shows: { onWatched: () => void; onMissed?: () => void }) => {
      if (isMounted.current && isWatching.current) return shows.onWatched();
      const gains = gainTexts(prizes, text).join(text('box.listComma'));
      showToast({ kind: 'success', title: text('box.late'), detail: text('box.lateText', { gains }) });
      if (isMounted.current) shows.onMissed?.();
    },
    /**
     * Says why there are no prizes to a fan who has left; the sheet may be closing just now. Without an answer nothing is
     * known yet.
     */
    refuse: (error: Error) => {
      if ((isMounted.current && isWatching.current) || !isFinalAnswer(error)) return;
      showToast({ kind: 'error', title: text('box.notOpened'), detail: participateErrorText(error, text) });
    },
  };
}
