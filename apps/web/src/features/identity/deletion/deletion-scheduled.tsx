import { type ReactNode, useEffect } from 'react';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { CalendarIcon } from '#/ui/icons/more-icons.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

type FarewellProps = {
  erasesAt: string;
  /** How to come back, and where else to go. */
  ways: ReactNode;
};

/** What happens now that the fan has left: until when they can come back, and how. */
export function DeletionScheduled({ erasesAt, ways }: FarewellProps): ReactNode {
  const t = useText();
  const friendlyDate = useFriendlyDate();
  const heading = useArrivingFocus<HTMLHeadingElement>();
  // Most of the screen's height is gone.
  useEffect(() => {
    window.scrollTo(0, 0);
  }, []);
  return (
    <section aria-labelledby="farewell" className="card enter text-center">
      <span className="mx-auto grid size-16 place-content-center rounded-full bg-brand-soft text-brand">
        <CalendarIcon size={30} />
      </span>
      <h2 ref={heading} id="farewell" tabIndex={-1} className="mt-4 text-section font-extrabold text-balance">
        {t('leave.doneTitle')}
      </h2>
      <p className="mx-auto mt-2 max-w-80 text-body text-pretty text-mute">{t('leave.doneText')}</p>
      <p className="mt-5 rounded-tile bg-bg p-4">
        <span className="block text-small text-mute">{t('leave.doneDate')}</span>
        <span className="num mt-0.5 block text-title font-extrabold">{friendlyDate(erasesAt)}</span>
      </p>
      <div className="mt-5 space-y-2">{ways}</div>
    </section>
  );
}
