import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { answerText } from './caption.ts';
import { questionErrorText, useAsk, useWithdraw } from './question-actions.ts';
import type { Answer, MyQuestion, Stage } from './agent-room.ts';
import { standingOf, standingWords, toneOf } from './standing.ts';
import { QuestionChips } from './question-chips.tsx';

type MyQuestionCardProps = { question: MyQuestion; stage: Stage };

const tones = {
  good: { card: 'bg-ok-soft', title: 'text-ok' },
  unsure: { card: 'bg-warn-soft', title: 'text-warn' },
  plain: { card: 'bg-bg', title: 'text-brand' },
} as const;

/** The fan's newest question: its text, where it stands, its answer, and questions that the host knows instead. */
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

/** Questions that the host can answer; a tap asks one. */
function Suggested({ answer, canAsk }: { answer: Answer; canAsk: boolean }): ReactNode {
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

/** Seen by the fan alone. */
function HelpLines({ lines }: { lines: readonly string[] }): ReactNode {
  const t = useText();
  return (
    <aside aria-label={t('agent.helpLines')} className="mt-3 rounded-tile bg-raise p-3">
      <p className="text-small font-bold">{t('agent.helpLines')}</p>
      <p className="mt-1 text-small text-pretty">{lines.join(' ')}</p>
    </aside>
  );
}

/** A whole answer as text, with what every answer says of itself. */
export function AnswerText({ answer }: { answer: Answer }): ReactNode {
  return (
    <div className="host-answer mt-2">
      <p lang={answer.language === 'zh_TW' ? 'zh-Hant-TW' : 'en'} className="text-body text-pretty wrap-anywhere">
        {answerText(answer)}
      </p>
      <AnswerFoot answer={answer} />
    </div>
  );
}
