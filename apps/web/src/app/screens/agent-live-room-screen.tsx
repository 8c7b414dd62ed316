import type { ReactNode } from 'react';
import { Drawing, Glow, Sparkle, lights, night } from '#/app/art/drawing.tsx';
import { SoundWaves } from '#/app/art/sound-waves.tsx';
import { type Feature, FeatureList } from '#/app/feature-list.tsx';
import { OpensSoon } from '#/app/opens-soon.tsx';
import { SectionHeading } from '#/app/section-heading.tsx';
import { StageTop } from '#/app/stage-top.tsx';
import { type Way, WayList } from '#/app/way-list.tsx';
import { useText } from '#/lib/i18n/use-text.ts';
import { LiveIcon, ReceiptIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { InfoIcon } from '#/ui/icons/shell-icons.tsx';

const features: readonly Feature[] = [
  { icon: SparkleIcon, title: 'agent.chat', text: 'agent.chatText' },
  { icon: InfoIcon, title: 'agent.marked', text: 'agent.markedText' },
];

const ways: readonly Way[] = [
  { to: '/ai-avatar-rules', icon: ReceiptIcon, title: 'agent.rules', text: 'agent.rulesText' },
  { to: '/live', icon: LiveIcon, title: 'live.title', text: 'agent.toLive' },
];

/** The room of the AI host, which is labelled as one from the start. */
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

/** The AI host: plainly a machine, with a lightstick for an antenna, on the air. */
function AgentArt(): ReactNode {
  return (
    <Drawing width={320} height={172}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('halo')} colour={lights.mint} strength={0.5} />
            <Glow id={name('bulb')} colour={lights.gold} strength={0.9} />
            <linearGradient id={name('shell')} x2="0" y2="1">
              <stop stopColor="#fff" />
              <stop offset="1" stopColor={lights.blush} />
            </linearGradient>
          </defs>
          <SoundWaves id={name('left')} x={8} middle={92} width={84} height={56} count={11} />
          <SoundWaves id={name('right')} x={228} middle={92} width={84} height={56} count={11} />
          <ellipse cx="160" cy="92" rx="104" ry="80" fill={`url(#${name('halo')})`} />
          <path d="M112 172c0-26 20-38 48-38s48 12 48 38z" fill={`url(#${name('shell')})`} />
          <path d="M148 150l12 8 12-8v16l-12-8-12 8z" fill={lights.pink} />
          <path d="M160 48V30" stroke={night} strokeWidth="4" strokeLinecap="round" />
          <circle cx="160" cy="22" r="22" fill={`url(#${name('bulb')})`} />
          <circle cx="160" cy="22" r="9" fill={lights.gold} />
          <circle cx="157" cy="19" r="2.6" fill="#fff" opacity=".9" />
          <rect x="96" y="74" width="18" height="36" rx="9" fill={lights.pink} />
          <rect x="206" y="74" width="18" height="36" rx="9" fill={lights.pink} />
          <rect x="108" y="46" width="104" height="92" rx="34" fill={`url(#${name('shell')})`} />
          <rect x="120" y="62" width="80" height="58" rx="24" fill={night} />
          <Face />
          <Sparkle x={64} y={40} size={8} />
          <Sparkle x={258} y={44} size={6} opacity={0.7} />
          <Sparkle x={240} y={146} size={5} opacity={0.6} />
        </>
      )}
    </Drawing>
  );
}

function Face(): ReactNode {
  return (
    <g fill="none" strokeLinecap="round">
      <path d="M136 90a7 7 0 0 1 14 0M170 90a7 7 0 0 1 14 0" stroke={lights.mint} strokeWidth="4.4" />
      <path d="M150 100c3 6.5 17 6.5 20 0" stroke={lights.mint} strokeWidth="3.6" />
      <path d="M131 101h6M183 101h6" stroke={lights.pink} strokeWidth="4" />
    </g>
  );
}
