import { wordsOf } from './texts.ts';

export const formWordsIn = wordsOf({
  title: { en_US: 'Write her a chant', zh_TW: '替她寫一句應援' },
  open: { en_US: /^Open the form/, zh_TW: /^開啟表單/ },
  openAgain: { en_US: /^Open the form again/, zh_TW: /^再次開啟表單/ },
  later: 'form.claimLater',
  waiting: 'form.waiting',
  confirmed: 'form.confirmed',
  claim: (say) => say('form.step.claim', { points: 80 }),
  opened: 'task.awaits.confirmation',
  sandbox: 'social.sandbox',
  question: { en_US: 'What should the encore be?', zh_TW: '安可曲該唱哪一首？' },
  song: { en_US: 'Paper Lanterns', zh_TW: '紙燈籠' },
  send: { en_US: 'Send the form', zh_TW: '送出表單' },
  unanswered: { en_US: 'Pick a song first.', zh_TW: '請先選一首歌。' },
  sent: { en_US: 'Thank you, the form is sent', zh_TW: '謝謝您，表單已送出' },
});
