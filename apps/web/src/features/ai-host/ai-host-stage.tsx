import { type ReactNode, useEffect, useState } from 'react';
import { serverNowMs, useServerNow } from '#/lib/clock/server-clock.ts';
import { formatTimeLeft } from '#/lib/format/format-relative.ts';
import type { MessageId } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { drawIcon } from '#/ui/icons/draw-icon.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { answerText, type Caption, captionAt, nextCaptionMs, splitSpoken } from './caption.ts';
import { Hands } from './featured-fan.tsx';
import type { StagedAnswer, Stage, StagedQuestion } from './agent-room.ts';
import sheet from './ai-host.css?url';
import type { useVoice } from './voice.ts';

type Speech = Pick<Caption, 'state' | 'index'>;

/** Returns what the AI host says now, which changes with each sentence. */
export function useSpeech(answer: StagedAnswer | undefined): Speech {
  const [, drawAgain] = useState(0);
  useEffect(() => {
    if (!answer) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const waitForTurn = () => {
      const nowMs = serverNowMs();
      const nextMs = nextCaptionMs(answer.sentences, nowMs);
      if (nextMs === undefined) return;
      timer = setTimeout(() => {
        drawAgain(nextMs);
        waitForTurn();
      }, nextMs - nowMs);
    };
    waitForTurn();
    return () => clearTimeout(timer);
  }, [answer]);
  return answer ? captionAt(answer.sentences, serverNowMs()) : { state: 'over', index: 0 };
}

/** Loads the style sheet that moves the AI host. */
export function AiHostStyle(): ReactNode {
  return <link rel="stylesheet" href={sheet} precedence="default" />;
}

type AiHostStageProps = {
  stage: Stage;
  speech: Speech;
  /** The AI host as a picture. */
  avatar: ReactNode;
};

/** Shows what everyone sees together: the question, the AI host, and what it says now. */
export function AiHostStage({ stage, speech, avatar }: AiHostStageProps): ReactNode {
  const { now } = stage;
  return (
    <>
      <div className="host-asked flex flex-col justify-end">{now ? <Asked question={now} /> : null}</div>
      <div className="mt-2">{avatar}</div>
      <div className="host-panel relative -mt-1.5 rounded-tile p-4">
        <div className="host-caption flex flex-col justify-center text-center">
          {now?.answer ? <Spoken answer={now.answer} speech={speech} /> : <NotSpeaking stage={stage} />}
        </div>
        {now?.answer ? <AnswerFoot answer={now.answer} onStage /> : null}
      </div>
    </>
  );
}

const reasons: Record<StagedQuestion['pickedBy'], MessageId> = {
  hands: 'agent.picked.hands',
  wait: 'agent.picked.wait',
  chance: 'agent.picked.chance',
};

/** Shows the question as a speech bubble, with why it was picked. */
function Asked({ question: { questionId, text, hands, pickedBy } }: { question: StagedQuestion }): ReactNode {
  const t = useText();
  return (
    <figure key={questionId} className="enter mx-auto w-fit max-w-full">
      <figcaption className="mb-1.5 flex flex-wrap items-center justify-center gap-x-2 text-caption font-bold">
        <span>{t('agent.fanAsks')}</span>
        <Hands count={hands} />
        <span className="text-gold">{t(reasons[pickedBy])}</span>
      </figcaption>
      <blockquote dir="auto" className="host-bubble px-4 py-2.5 text-body font-bold text-pretty wrap-anywhere">
        {text}
      </blockquote>
    </figure>
  );
}

/** Shows the sentence that is spoken now, lit up as far as it is spoken; the whole answer before and after. */
function Spoken({ answer, speech }: { answer: StagedAnswer; speech: Speech }): ReactNode {
  const { sentences, language } = answer;
  const lang = language === 'zh_TW' ? 'zh-Hant-TW' : 'en';
  const sentence = sentences[speech.index];
  const isSpeaking = speech.state === 'speaking' || speech.state === 'pause';
  return (
    <div lang={lang}>
      <p role="status" className="sr-only">
        {isSpeaking ? sentence?.text : ''}
      </p>
      {isSpeaking && sentence ? (
        <p aria-hidden="true" className="text-title font-extrabold text-balance wrap-anywhere">
          <Karaoke key={sentence.startsAt} sentences={sentences} text={sentence.text} />
        </p>
      ) : (
        <p className="text-body font-bold text-pretty wrap-anywhere">{answerText(answer)}</p>
      )}
      {answer.outcome === 'answered' ? null : <Outcome answer={answer} />}
    </div>
  );
}

/** Says that the AI host did not answer, and which questions it knows instead. */
function Outcome({ answer: { outcome, suggestions } }: { answer: StagedAnswer }): ReactNode {
  const t = useText();
  return (
    <div className="mt-2 text-small font-semibold">
      <p className="inline-flex min-h-7 items-center rounded-full bg-black/30 px-3 text-caption font-bold text-gold">
        {t(outcome === 'unknown' ? 'agent.outcome.unknown' : 'agent.outcome.suggested')}
      </p>
      {suggestions.map((suggestion) => (
        <p key={suggestion} className="mt-1 text-pretty wrap-anywhere">
          {t('agent.quote', { question: suggestion })}
        </p>
      ))}
    </div>
  );
}

const karaokeMs = 90;

/** Lights words up as in a song's caption. */
function Karaoke({ sentences, text }: Pick<StagedAnswer, 'sentences'> & { text: string }): ReactNode {
  const [part, setPart] = useState(() => captionAt(sentences, serverNowMs()).part);
  useEffect(() => {
    const timer = setInterval(() => setPart(captionAt(sentences, serverNowMs()).part), karaokeMs);
    return () => clearInterval(timer);
  }, [sentences]);
  const [spoken, rest] = splitSpoken(text, part);
  return (
    <>
      <span className="text-gold">{spoken}</span>
      {rest}
    </>
  );
}

/** Says that the AI host thinks, waits for a question, or rests. */
function NotSpeaking({ stage }: { stage: Stage }): ReactNode {
  const t = useText();
  const { now, state, nextPickAt } = stage;
  if (now) return <Line title={t('agent.thinking')} text={t('agent.thinkingText')} />;
  if (state === 'paused') return <Line title={t('agent.paused')} text={t('agent.pausedText')} />;
  if (state === 'ended') return <Line title={t('agent.ended')} text={t('agent.endedText')} />;
  if (nextPickAt !== null) return <Line title={t('agent.picking')} text={<NextPick at={nextPickAt} />} />;
  return <Line title={t('agent.idle')} text={t('agent.idleText')} />;
}

function Line({ title, text }: { title: string; text: ReactNode }): ReactNode {
  return (
    <div role="status">
      <p className="text-title font-extrabold">{title}</p>
      <p className="mt-0.5 text-small font-semibold text-balance">{text}</p>
    </div>
  );
}

/** Says when the AI host picks the next question, by the server's clock. */
export function NextPick({ at }: { at: string }): ReactNode {
  const t = useText();
  const atMs = Date.parse(at);
  const nowMs = useServerNow(atMs);
  const left = nowMs < atMs ? formatTimeLeft(atMs, nowMs) : undefined;
  return (
    <span role="timer" aria-live="off" className="num">
      {left === undefined ? t('agent.pickNow') : t('agent.nextPick', { left })}
    </span>
  );
}

/** A loudspeaker on a 24-pixel grid, with and without sound. */
const VoiceIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.2 4.2 0 0 1 0 6M18 6.2a8 8 0 0 1 0 11.6');
const MutedIcon = drawIcon('M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5');

/** Turns the AI host's voice on and off, where the browser can speak. */
export function VoiceSwitch({ voice }: { voice: ReturnType<typeof useVoice> }): ReactNode {
  const t = useText();
  const { canSpeak, isOn, isMissing, setOn } = voice;
  if (!canSpeak) return null;
  const Icon = isOn ? VoiceIcon : MutedIcon;
  return (
    <>
      <button
        type="button"
        role="switch"
        aria-checked={isOn}
        className="press inline-flex min-h-11 items-center gap-2 rounded-full bg-black/30 px-4 text-small font-bold"
        onClick={() => setOn(!isOn)}
      >
        <Icon size={20} />
        {t('agent.voice')}
      </button>
      <p role="status" className="basis-full text-right text-caption font-semibold empty:hidden">
        {isMissing ? t('agent.voiceMissing') : null}
      </p>
    </>
  );
}
