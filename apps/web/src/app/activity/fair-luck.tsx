import type { ReactNode } from 'react';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { BlindBoxArt, DrawArt, RedPacketArt } from '../art/luck-art.tsx';
import { OpensSoonBadge } from '../opens-soon-badge.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { type Step, StepList } from '../step-list.tsx';

type Game = { readonly art: () => ReactNode; readonly title: MessageId; readonly text: MessageId };

const games: readonly Game[] = [
  { art: BlindBoxArt, title: 'activity.boxes', text: 'activity.boxesText' },
  { art: RedPacketArt, title: 'activity.packets', text: 'activity.packetsText' },
  { art: DrawArt, title: 'activity.draws', text: 'activity.drawsText' },
];

const proof: readonly Step[] = [
  { title: 'activity.fair.odds', text: 'activity.fair.oddsText' },
  { title: 'activity.fair.before', text: 'activity.fair.beforeText' },
  { title: 'activity.fair.after', text: 'activity.fair.afterText' },
];

/** Blind boxes, red packets and draws, which are not open yet, and how anybody will be able to check them. */
export function FairLuck(): ReactNode {
  const t = useText();
  return (
    <>
      <section aria-labelledby="fair-luck" className="card">
        <div className="mb-1 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
          <h2 id="fair-luck" className="text-title font-bold">
            {t('activity.soon')}
          </h2>
          <OpensSoonBadge />
        </div>
        <p className="text-small text-pretty text-mute">{t('activity.soonText')}</p>
        <ul className="mt-4 space-y-3">
          {games.map(({ art: Art, title, text }) => (
            <li key={title} className="flex items-center gap-4 rounded-tile bg-bg p-3.5">
              <span className="stage w-20 shrink-0 rounded-tile p-1.5">
                <Art />
              </span>
              <div className="min-w-0">
                <h3 className="text-body font-bold">{t(title)}</h3>
                <p className="text-small text-pretty text-mute">{t(text)}</p>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="fair-proof" className="card">
        <SectionHeading id="fair-proof">{t('activity.fair')}</SectionHeading>
        <StepList steps={proof} />
      </section>
    </>
  );
}
