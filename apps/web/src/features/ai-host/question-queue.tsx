import type { ReactNode } from 'react';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Empty } from '#/ui/empty.tsx';
import { Hands, HandIcon } from './hands.tsx';
import { useRaiseHand } from './question-actions.ts';
import type { AgentRoom, Stage } from './agent-room.ts';

type QueueProps = { room: AgentRoom; canRaise: boolean };

/** Waiting questions, most hands first. Visitors see the hands and cannot raise one. */
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

function QueuedQuestion({ question, place, isMine, isRaised, onToggle }: QueuedQuestionProps): ReactNode {
  const t = useText();
  const { text, hands } = question;
  return (
    <li className="flex items-center gap-3 rounded-tile bg-bg p-3">
      <span className="num grid size-8 shrink-0 place-content-center rounded-full bg-raise text-small font-extrabold text-mute">
        {place}
      </span>
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
          className={`press num inline-flex min-h-11 min-w-15 shrink-0 items-center justify-center gap-1 rounded-full px-3 text-small font-bold ${
            isRaised ? 'action' : 'bg-brand-soft text-brand'
          }`}
          onClick={() => onToggle(!isRaised)}
        >
          <HandIcon size={18} />
          {formatNumber(hands)}
        </button>
      )}
    </li>
  );
}
