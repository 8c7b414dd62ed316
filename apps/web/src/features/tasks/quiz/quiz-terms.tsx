import type { ReactNode } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import type { Quiz } from './quiz.ts';

/** How long a quiz is, what it asks for and what it pays: four numbers and two sentences. */
export function QuizTerms({ quiz, reward }: { quiz: Quiz; reward: number }): ReactNode {
  const t = useText();
  const { questionCount, passMark, secondsPerQuestion, triesLeft, triesPerDay, lastOutcome } = quiz;
  return (
    <>
      <dl className="grid grid-cols-2 gap-2.5">
        <Term name={t('quiz.terms.questions')} value={t('quiz.count', { count: questionCount })} />
        <Term name={t('quiz.terms.time')} value={t('quiz.seconds', { seconds: secondsPerQuestion })} />
        <Term name={t('quiz.terms.pass')} value={t('quiz.ofCount', { part: passMark, count: questionCount })} />
        <Term name={t('quiz.terms.tries')} value={t('quiz.ofCount', { part: triesLeft, count: triesPerDay })} />
      </dl>
      <p className="text-small text-mute">{t('quiz.how', { points: reward })}</p>
      {lastOutcome ? (
        <p className="num text-small font-semibold">
          {t('quiz.lastTime', { right: lastOutcome.rightCount, count: lastOutcome.questionCount })}
        </p>
      ) : null}
    </>
  );
}

function Term({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <div className="flex flex-col-reverse gap-0.5 rounded-tile bg-raise p-3.5">
      <dt className="text-caption text-mute">{name}</dt>
      <dd className="num text-title font-extrabold">{value}</dd>
    </div>
  );
}
