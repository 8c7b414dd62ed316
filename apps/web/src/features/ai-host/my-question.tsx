import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { answerText } from './caption.ts';
import { useWithdraw } from './question-actions.ts';
import type { Answer, MyQuestion, Stage } from './agent-room.ts';
import { standingOf, standingWords } from './standing.ts';

type MyQuestionCardProps = { question: MyQuestion; stage: Stage };

/** The fan's newest question: its text, where it stands, and its answer. */
export function MyQuestionCard({ question, stage }: MyQuestionCardProps): ReactNode {
  const t = useText();
  const withdraw = useWithdraw();
  const standing = standingOf(question, stage);
  const { title, text } = standingWords(standing, question, t);
  const onStage = stage.now?.questionId === question.questionId ? stage.now.answer : null;
  const answer = question.answer ?? onStage;
  const isGood = standing.state === 'answering' || standing.state === 'answered';
  return (
    <div className={`rounded-tile p-4 ${isGood ? 'bg-ok-soft' : 'bg-bg'}`}>
      <p role="status" className={`text-small font-bold ${isGood ? 'text-ok' : 'text-brand'}`}>
        {title}
      </p>
      <p className="mt-1 text-body font-bold text-pretty wrap-anywhere">{question.text}</p>
      {text ? <p className="mt-1 text-small text-pretty text-mute">{text}</p> : null}
      {answer ? <AnswerText answer={answer} /> : null}
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
