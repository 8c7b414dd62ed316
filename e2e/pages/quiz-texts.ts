import { textsOf } from './texts.ts';

/** What a quiz says, in a language. */
export const quizWordsIn = textsOf({
  title: { en_US: 'Faces in the crowd', zh_TW: '認出她們' },
  begin: 'quiz.begin',
  moreTime: 'quiz.moreTime',
  next: 'quiz.next',
  finish: 'quiz.finish',
  failed: 'quiz.failed',
  passed: 'quiz.passed',
  lastTime: (say) => say('quiz.lastTime', { right: 0, count: 4 }),
  tryAgain: 'quiz.tryAgain',
  goOn: 'quiz.continue',
  rules: 'quiz.rules',
  place: (say) => (place: number) => say('quiz.place', { place, count: 4 }),
  sendAgain: 'quiz.sendAgainHint',
  showAnswers: 'quiz.showAnswers',
  seeAnswers: { en_US: /^See answers: /, zh_TW: /^看答案：/ },
  answers: 'quiz.answers',
  wasRight: 'quiz.answer.right',
  claim: (say) => say('visit.claim', { points: 80 }),
  timeOver: 'quiz.questionOver',
});

export type QuizWords = (typeof quizWordsIn)['en_US'];
