import type { Language } from '@lightstick/contract';

const english = {
  title: 'Faces in the crowd',
  begin: 'Begin',
  moreTime: 'I would like more time',
  next: 'Next question',
  finish: 'Finish',
  failed: 'Not quite yet',
  passed: 'Passed!',
  lastTime: /^Last time: 0 of 4 right$/,
  tryAgain: 'Try again',
  goOn: 'Go on',
  rules: 'Rules of fan questions',
  place: (place: number) => `Question ${place} of 4`,
  sendAgain: /send it again/,
  showAnswers: 'See the right answers',
  seeAnswers: /^See answers: /,
  answers: 'The right answers',
  wasRight: 'You had this one right',
  claim: 'Claim 80 Points',
  timeOver: /The time of this question is over/,
};

export type QuizWords = typeof english;

const chinese: QuizWords = {
  title: '認出她們',
  begin: '開始作答',
  moreTime: '我需要更多時間',
  next: '下一題',
  finish: '完成作答',
  failed: '差一點點',
  passed: '通過了！',
  lastTime: /^上次答對 0 \/ 4 題$/,
  tryAgain: '再試一次',
  goOn: '繼續作答',
  rules: '粉絲問答規則',
  place: (place) => `第 ${place} 題，共 4 題`,
  sendAgain: /請再送出一次/,
  showAnswers: '查看正確答案',
  seeAnswers: /^看答案：/,
  answers: '正確答案',
  wasRight: '您答對了這一題',
  claim: '領取 80 積分',
  timeOver: /這一題的時間到了/,
};

/** What a quiz says, in a language. */
export const quizWordsIn: Readonly<Record<Language, QuizWords>> = { en_US: english, zh_TW: chinese };
