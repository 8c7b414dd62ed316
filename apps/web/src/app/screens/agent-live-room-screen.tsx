import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { InfoIcon } from '#/ui/icons/first-icons.tsx';
import { LiveIcon, ReceiptIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { AgentArt } from '../art/agent-art.tsx';
import { type Feature, FeatureList } from '../feature-list.tsx';
import { OpensSoon } from '../opens-soon.tsx';
import { SectionHeading } from '../section-heading.tsx';
import { StageTop } from '../stage-top.tsx';
import { type Way, WayList } from '../way-list.tsx';

const features: readonly Feature[] = [
  { icon: SparkleIcon, title: 'agent.chat', text: 'agent.chatText' },
  { icon: InfoIcon, title: 'agent.marked', text: 'agent.markedText' },
];

const ways: readonly Way[] = [
  { to: '/ai-avatar-rules', icon: ReceiptIcon, title: 'agent.rules', text: 'agent.rulesText' },
  { to: '/live', icon: LiveIcon, title: 'live.title', text: 'agent.toLive' },
];

/** The room of the AI host, which says from the start that it is one. */
export function AgentLiveRoomScreen(): ReactNode {
  const t = useText();
  return (
    <>
      <StageTop title={t('agent.title')} text={t('agent.text')} backTo="/live" soon>
        <AgentArt />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <OpensSoon title={t('agent.none')}>{t('agent.noneText')}</OpensSoon>
        <section aria-labelledby="agent-features" className="card">
          <SectionHeading id="agent-features">{t('stayTuned.comes')}</SectionHeading>
          <FeatureList features={features} />
        </section>
        <section aria-labelledby="agent-ways" className="card">
          <SectionHeading id="agent-ways">{t('stayTuned.meanwhile')}</SectionHeading>
          <WayList ways={ways} />
        </section>
      </div>
    </>
  );
}
