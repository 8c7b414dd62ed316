import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { formatNumber } from '#/lib/format/format-number.ts';
import { Empty } from '#/ui/empty.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { answerText } from './caption.ts';
import { questionErrorText, useAsk, useWithdraw, useRaiseHand } from './question-actions.ts';
import {
  type StagedAnswer,
  type MyQuestion,
  type Stage,
  standingOf,
  standingWords,
  toneOf,
  type AgentRoom,
} from './agent-room.ts';
import { Hands, HandIcon } from './featured-fan.tsx';

type MyQuestionCardProps = { question: MyQuestion; stage: Stage };

const tones = {
  good: { card: 'bg-ok-soft', title: 'text-ok' },
  unsure: { card: 'bg-warn-soft', title: 'text-warn' },
  plain: { card: 'bg-bg', title: 'text-brand' },
} as const;

/**
 * Shows the fan's newest question: its text, where it stands, its answer, and questions that the AI host knows instead.
 */
export function MyQuestionCard({ question, stage }: MyQuestionCardProps): ReactNode {
  const t = useText();
  const withdraw = useWithdraw();
  const standing = standingOf(question, stage);
  const onStage = stage.now?.questionId === question.questionId ? stage.now.answer : null;
  const answer = question.answer ?? onStage;
  const { title, text } = standingWords(standing, question, answer?.outcome, t);
  const tone = tones[toneOf(standing, answer?.outcome)];
  return (
    <div className={`rounded-tile p-4 ${tone.card}`}>
      <p role="status" className={`text-small font-bold ${tone.title}`}>
        {title}
      </p>
      <p dir="auto" className="mt-1 text-body font-bold text-pretty wrap-anywhere">
        {question.text}
      </p>
      {text ? <p className="mt-1 text-small text-pretty text-mute">{text}</p> : null}
      {answer ? <AnswerText answer={answer} /> : null}
      {answer && answer.suggestions.length > 0 ? <Suggested answer={answer} canAsk={stage.state === 'open'} /> : null}
      {question.helpLines ? <HelpLines lines={question.helpLines} /> : null}
      {standing.state === 'waiting' ? (
        <Button
          variant="soft"
          className="mt-3"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate(question.questionId)}
        >
          {t('agent.withdraw')}
        </Button>
      ) : null}
    </div>
  );
}

/** Shows questions that the AI host can answer; a tap asks one. */
function Suggested({ answer, canAsk }: { answer: StagedAnswer; canAsk: boolean }): ReactNode {
  const t = useText();
  const ask = useAsk(() => undefined);
  return (
    <div className="mt-3">
      <QuestionChips
        label={t('agent.askInstead')}
        questions={answer.suggestions}
        disabled={!canAsk || ask.isPending}
        onPick={(question) => ask.mutate(question)}
      />
      {ask.error ? (
        <p role="alert" className="mt-2 text-small font-semibold text-bad">
          {questionErrorText(ask.error, t)}
        </p>
      ) : null}
    </div>
  );
}

/** Shows lines that the fan alone sees. */
function HelpLines({ lines }: { lines: readonly string[] }): ReactNode {
  const t = useText();
  return (
    <aside aria-label={t('agent.helpLines')} className="mt-3 rounded-tile bg-raise p-3">
      <p className="text-small font-bold">{t('agent.helpLines')}</p>
      <p className="mt-1 text-small text-pretty">{lines.join(' ')}</p>
    </aside>
  );
}

/** Shows a whole answer as text, with what every answer says of itself. */
export function AnswerText({ answer }: { answer: StagedAnswer }): ReactNode {
  return (
    <div className="host-answer mt-2">
      <p lang={answer.language === 'zh_TW' ? 'zh-Hant-TW' : 'en'} className="text-body text-pretty wrap-anywhere">
        {answerText(answer)}
      </p>
      <AnswerFoot answer={answer} />
    </div>
  );
}

type QueueProps = { room: AgentRoom; canRaise: boolean };

/** Lists waiting questions, most hands first. Visitors see the hands and cannot raise one. */
export function QuestionQueue({ room: { stage, mine }, canRaise }: QueueProps): ReactNode {
  const t = useText();
  const { mutate } = useRaiseHand();
  const { queue, waiting } = stage;
  if (queue.length === 0) return <Empty icon={HandIcon} text={t('agent.queueEmpty')} />;
  return (
    <>
      <ol aria-label={t('agent.queue')} className="space-y-2.5">
        {queue.map((question, index) => (
          <QueuedQuestion
            key={question.questionId}
            question={question}
            place={index + 1}
            isMine={mine?.question?.questionId === question.questionId}
            isRaised={mine?.raised.includes(question.questionId) ?? false}
            onToggle={mine && canRaise ? (raised) => mutate({ questionId: question.questionId, raised }) : undefined}
          />
        ))}
      </ol>
      {waiting > queue.length ? (
        <p className="num mt-3 text-small text-mute">{t('agent.queueMore', { count: waiting - queue.length })}</p>
      ) : null}
    </>
  );
}

type QueuedQuestionProps = {
  question: Stage['queue'][number];
  place: number;
  isMine: boolean;
  isRaised: boolean;
  onToggle: ((raised: boolean) => void) | undefined;
};

const placeLook =
  'num grid size-8 shrink-0 place-content-center rounded-full bg-raise text-small font-extrabold text-mute';

function QueuedQuestion({ question, place, isMine, isRaised, onToggle }: QueuedQuestionProps): ReactNode {
  const t = useText();
  const { text, hands } = question;
  return (
    <li className="flex items-center gap-3 rounded-tile bg-bg p-3">
      <span className={placeLook}>{place}</span>
      <p className="min-w-0 flex-1 text-small font-semibold text-pretty wrap-anywhere">
        {text}
        {isMine ? <span className="ml-1.5 font-bold text-brand">{t('agent.yours')}</span> : null}
      </p>
      {isMine || !onToggle ? (
        <span className="shrink-0 px-2 text-small font-bold text-mute">
          <Hands count={hands} />
        </span>
      ) : (
        <button
          type="button"
          aria-pressed={isRaised}
          aria-label={t('agent.raise', { question: text, hands })}
          className={
            'press num inline-flex min-h-11 min-w-15 shrink-0 items-center justify-center gap-1 rounded-full ' +
            'px-3 text-small font-bold ' +
            (isRaised ? 'action' : 'bg-brand-soft text-brand')
          }
          onClick={() => onToggle(!isRaised)}
        >
          <HandIcon size={18} />
          {formatNumber(hands)}
        </button>
      )}
    </li>
  );
}

type QuestionChipsProps = {
  label: string;
  questions: readonly string[];
  disabled?: boolean;
  onPick: (question: string) => void;
};

/** Shows questions that the AI host knows, each a button. */
export function QuestionChips({ label, questions, disabled = false, onPick }: QuestionChipsProps): ReactNode {
  return (
    <>
      <p className="text-caption font-bold text-mute">{label}</p>
      <ul className="mt-1 flex flex-wrap gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              aria-disabled={disabled || undefined}
              className={
                'press inline-flex min-h-11 items-center rounded-full ' +
                'bg-raise px-4 py-1.5 text-left text-small font-semibold'
              }
              onClick={() => {
                if (!disabled) onPick(question);
              }}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
