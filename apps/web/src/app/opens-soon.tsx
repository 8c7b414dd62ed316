import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { StickWaitingArt } from './art/stick-waiting-art.tsx';

type OpensSoonProps = {
  /** What is not open yet; "Stay tuned" without. */
  title?: string;
  /** What will be here, in one or two sentences. */
  children: ReactNode;
  /** A way on to something that is open. */
  action?: ReactNode;
};

/** A part of a screen that has not opened yet: says so plainly, and promises no date that nobody has set. */
export function OpensSoon({ title, children, action }: OpensSoonProps): ReactNode {
  const t = useText();
  return (
    <section className="card text-center">
      <StickWaitingArt />
      <h2 className="mt-3 text-section font-extrabold">{title ?? t('stayTuned.title')}</h2>
      <p className="mx-auto mt-1.5 max-w-80 text-body text-balance text-mute">{children}</p>
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </section>
  );
}
