import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { TasksIcon } from '#/ui/icons/first-icons.tsx';
import { CalendarIcon, EyeIcon, SparkleIcon, TicketIcon } from '#/ui/icons/more-icons.tsx';
import { LiveArt } from '../art/live-art.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Way, WayList } from '../way-list.tsx';

const features: readonly Feature[] = [
  { icon: CalendarIcon, title: 'live.rooms', text: 'live.roomsText' },
  { icon: TicketIcon, title: 'live.tickets', text: 'live.ticketsText' },
  { icon: EyeIcon, title: 'live.viewers', text: 'live.viewersText' },
];

const ways: readonly Way[] = [
  { to: '/agent-live-room', icon: SparkleIcon, title: 'agent.title', text: 'live.toAgent' },
  { to: '/task', icon: TasksIcon, title: 'live.earn', text: 'live.earnText' },
];

/** The live rooms. None has opened, and none is made up. */
export function LiveScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('live.title')} text={t('live.text')} backTo="/" soon>
        <LiveArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <OpensSoon title={t('live.none')}>{t('live.noneText')}</OpensSoon>
        <section aria-labelledby="live-features" className="card">
          <SectionHeading id="live-features">{t('stayTuned.comes')}</SectionHeading>
          <FeatureList features={features} />
        </section>
        <section aria-labelledby="live-ways" className="card">
          <SectionHeading id="live-ways">{t('stayTuned.meanwhile')}</SectionHeading>
          <WayList ways={ways} />
        </section>
      </div>
    </>
  );
}
