import type { ReactNode } from 'react';
import { AiHostAvatar, type Mood } from '#/features/ai-host/ai-host-avatar.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { type Way, WayList } from '#/ui/way-list.tsx';
import { disclosureText } from '#/features/ai-host/answer-foot.tsx';
import { AskForm, FeatureConsent } from '#/features/ai-host/ask-form.tsx';
import { FeaturedFanFigure } from '#/features/ai-host/featured-fan.tsx';
import { AiHostStage, AiHostStyle, NextPick, useSpeech, VoiceSwitch } from '#/features/ai-host/ai-host-stage.tsx';
import { MyQuestionCard, QuestionQueue } from '#/features/ai-host/questions.tsx';
import { type AgentRoom, type Stage, isOpen, standingOf } from '#/features/ai-host/agent-room.ts';
import { useAgentRoom, useStageStream } from '#/features/ai-host/room-queries.ts';
import { useVoice } from '#/features/ai-host/voice.ts';
import { useConnection } from '#/lib/connection.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { ReceiptIcon, SparkleIcon } from '#/ui/icons/more-icons.tsx';
import { LiveIcon } from '#/ui/icons/shell-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { RecordSkeleton } from '#/ui/record-row.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import { WhenNear } from '#/ui/when-near.tsx';

const path = '/agent-live-room';
const answerLog = lazyPart(() => import('#/features/ai-host/answer-log.tsx').then((module) => module.AnswerLog));

/** Shows the room of the AI host, which says that it is one before the first question and with every answer. */
export function AgentLiveRoomScreen(): ReactNode {
  const t = useText();
  const { data: room, error, isFetching, refetch } = useAgentRoom();
  useStageStream();
  if (room) return <Room room={room} />;
  return (
    <>
      <AiHostStyle />
      {/* As high as the line that is to come. */}
      <StageTop title={t('agent.title')} text={error ? t('agent.text') : '\u00A0'} backTo="/live">
        <div className="host-asked" />
        <div className="mt-2">
          <AiHostAvatar mood={error ? 'rest' : 'idle'} speech={undefined} />
        </div>
        <div className="host-panel -mt-1.5 rounded-tile p-4">
          <div className="host-caption" />
        </div>
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        {error ? (
          <div className="card">
            <LoadError text={t('agent.error')} error={error} retrying={isFetching} onRetry={() => void refetch()} />
          </div>
        ) : (
          <LoadingRegion className="space-y-4">
            <Skeleton className="h-80 rounded-card" />
            <Skeleton className="h-44 rounded-card" />
          </LoadingRegion>
        )}
      </div>
    </>
  );
}

function Room({ room }: { room: AgentRoom }): ReactNode {
  const t = useText();
  const { stage, mine } = room;
  const answer = stage.now?.answer ?? undefined;
  const speech = useSpeech(answer);
  const voice = useVoice(answer, speech);
  const isOffline = useConnection() !== 'online';
  const isSpeaking = speech.state === 'speaking' || speech.state === 'pause';
  return (
    <>
      <AiHostStyle />
      <StageTop
        title={t('agent.title')}
        text={disclosureText(stage, t)}
        backTo="/live"
        trailing={
          <>
            <StateBadge state={stage.state} />
            <VoiceSwitch voice={voice} />
          </>
        }
      >
        <AiHostStage
          stage={stage}
          speech={speech}
          avatar={<AiHostAvatar mood={moodOf(stage, isSpeaking)} speech={isSpeaking ? answer : undefined} />}
        />
        <p role="status" className="mt-2 text-center text-caption font-semibold empty:hidden">
          {isOffline ? t('agent.offline') : null}
        </p>
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-labelledby="agent-ask" className="card">
          <SectionHeading id="agent-ask">{t('agent.ask')}</SectionHeading>
          <Asking stage={stage} mine={mine} />
        </section>
        <section aria-labelledby="agent-queue" className="card">
          <SectionHeading id="agent-queue">{t('agent.queue')}</SectionHeading>
          {stage.nextPickAt === null ? null : (
            <p className="-mt-2 mb-3 text-small font-semibold text-mute">
              <NextPick at={stage.nextPickAt} />
            </p>
          )}
          <QuestionQueue room={room} canRaise={stage.state === 'open'} />
        </section>
        <FeaturedSection stage={stage} mine={mine} />
        <LogSection />
        <section aria-labelledby="agent-ways" className="card">
          <SectionHeading id="agent-ways">{t('agent.about')}</SectionHeading>
          <p className="mb-3 text-small text-pretty text-mute">{t('agent.aboutText')}</p>
          <WayList ways={ways} />
        </section>
      </div>
    </>
  );
}

/**
 * Returns the AI host's look: it thinks before an answer, moves with its gesture while it speaks, and rests while the
 * room is not open.
 */
function moodOf({ now, state }: Stage, isSpeaking: boolean): Mood {
  if (now && !now.answer) return 'think';
  if (now?.answer && isSpeaking) return now.answer.gesture;
  return state === 'open' ? 'idle' : 'rest';
}

const states: Record<Stage['state'], MessageId> = {
  open: 'agent.state.open',
  paused: 'agent.state.paused',
  ended: 'agent.state.ended',
};

function StateBadge({ state }: Pick<Stage, 'state'>): ReactNode {
  const t = useText();
  return (
    <span className="inline-flex min-h-7 items-center gap-2 rounded-full bg-black/30 px-3 text-caption font-bold">
      <span className={`host-dot size-2 rounded-full ${state === 'open' ? 'live-dot' : ''}`} aria-hidden="true" />
      {t(states[state])}
    </span>
  );
}

/** Shows the fan's question while it is open; else what came of the last one, and the form for the next. */
function Asking({ stage, mine }: AgentRoom): ReactNode {
  const t = useText();
  if (!mine) return <SignInFirst next={path}>{t('agent.signIn')}</SignInFirst>;
  const { question } = mine;
  const hasToWait = question !== null && isOpen(standingOf(question, stage));
  return (
    <div className="space-y-4">
      {question ? <MyQuestionCard question={question} stage={stage} /> : null}
      {hasToWait ? null : <AskForm canAsk={stage.state === 'open'} />}
      {stage.state === 'open' ? null : (
        <p className="text-small text-mute">{t(stage.state === 'paused' ? 'agent.pausedText' : 'agent.endedText')}</p>
      )}
    </div>
  );
}

function FeaturedSection({ stage: { featured }, mine }: AgentRoom): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="agent-featured" className="card">
      <SectionHeading id="agent-featured" more={{ to: '/feature-fan-rule', text: t('agent.featured.rule') }}>
        {t('agent.featured')}
      </SectionHeading>
      {featured ? (
        <FeaturedFanFigure featured={featured} />
      ) : (
        <p className="text-small text-pretty text-mute">{t('agent.featured.none')}</p>
      )}
      {mine ? (
        <div className="mt-3 border-t border-line pt-1">
          <FeatureConsent agreed={mine.mayBeFeatured} />
        </div>
      ) : null}
    </section>
  );
}

function LogSection(): ReactNode {
  const t = useText();
  const AnswerLog = answerLog.Component;
  const skeleton = <RecordSkeleton count={3} />;
  return (
    <section aria-labelledby="agent-log" className="card">
      <SectionHeading id="agent-log">{t('agent.log')}</SectionHeading>
      <WhenNear placeholder={<div className="h-44" />} fallback={skeleton}>
        <AnswerLog />
      </WhenNear>
    </section>
  );
}

const ways: readonly Way[] = [
  { to: '/ai-avatar-rules', icon: ReceiptIcon, title: 'agent.rules', text: 'agent.rulesText' },
  { to: '/feature-fan-rule', icon: SparkleIcon, title: 'agent.featured.rules', text: 'agent.featured.rulesText' },
  { to: '/live', icon: LiveIcon, title: 'live.title', text: 'agent.toLive' },
];
