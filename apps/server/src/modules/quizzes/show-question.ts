import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Asking } from './get-question.ts';
import { showPicture } from './show-picture.ts';

type ShownQuestion = NonNullable<DataOf<Contract['POST /task/api/v1/taskItem/getQuestion']>['question']>;

/** A question as the fan is asked it: field by field, so that nothing of what is right can slip along. */
export function showQuestion({ onPaper, wording, asked }: Asking, language: Language): ShownQuestion {
  return {
    questionId: onPaper.questionId,
    place: asked.place,
    choice: wording.choice,
    text: wording.text[language],
    ...showPicture(wording, language),
    options: onPaper.options.map(({ optionId, option }) => ({
      optionId,
      text: wording.options[option]?.[language] ?? '',
    })),
    askedAt: asked.askedAt.toISOString(),
    dueAt: asked.dueAt.toISOString(),
  };
}
