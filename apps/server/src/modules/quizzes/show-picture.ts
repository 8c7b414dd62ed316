import type { Language } from '@lightstick/contract';
import { drawCover, drawPortrait } from '#/modules/art/index.ts';
import type { QuizQuestion } from './quiz.ts';

const draw = { cover: drawCover, portrait: drawPortrait } as const;

/** The picture of a question as it goes over the wire: drawn, because the address of a drawing names what it shows. */
export function showPicture({ picture }: Pick<QuizQuestion, 'picture'>, language: Language) {
  return picture && { picture: { svg: draw[picture.drawing](picture.seed), alt: picture.alt[language] } };
}
