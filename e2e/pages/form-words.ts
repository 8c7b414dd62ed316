import type { Language } from '@lightstick/contract';

const english = {
  title: 'Write her a chant',
  open: /^Open the form/,
  openAgain: /^Open the form again/,
  later: 'Send the form first',
  waiting: 'Waiting for the form',
  confirmed: 'Your form has arrived. Here is your reward.',
  claim: 'Claim 80 Points',
  opened: 'Waiting for the form to arrive',
  sandbox: 'Sandbox',
  question: 'What should the encore be?',
  song: 'Paper Lanterns',
  send: 'Send the form',
  unanswered: 'Pick a song first.',
  sent: 'Thank you, the form is sent',
};

export type FormWords = typeof english;

const chinese: FormWords = {
  title: '替她寫一句應援',
  open: /^開啟表單/,
  openAgain: /^再次開啟表單/,
  later: '請先送出表單',
  waiting: '等待表單確認',
  confirmed: '已收到您的表單，可以領取獎勵了。',
  claim: '領取 80 積分',
  opened: '等待表單確認',
  sandbox: '沙盒',
  question: '安可曲該唱哪一首？',
  song: '紙燈籠',
  send: '送出表單',
  unanswered: '請先選一首歌。',
  sent: '謝謝您，表單已送出',
};

export const formWordsIn: Readonly<Record<Language, FormWords>> = { en_US: english, zh_TW: chinese };
