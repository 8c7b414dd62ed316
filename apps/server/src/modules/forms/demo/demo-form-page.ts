import type { Language } from '@lightstick/contract';
import { type Html, html } from '#/html.ts';

type Page = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    title: 'What should the encore be?',
    about: 'Two questions from somebody else’s site. Lightstick never sees what you answer, only that you sent it.',
    song: 'The song to end the night with',
    songs: ['Paper Lanterns', 'Midnight Platform', 'The Broom Waltz'],
    wish: 'What would you bring to the front row?',
    unanswered: 'Pick a song first.',
    send: 'Send the form',
    sent: 'Thank you, the form is sent',
    sentText: 'Go back to Lightstick: your reward can be claimed there.',
    refused: 'The form could not be confirmed',
    refusedText: 'Lightstick answered:',
    lost: 'This form was opened without a fan',
    lostText: 'Open it from its task in Lightstick, so that it knows whom to thank.',
  },
  zh_TW: {
    title: '安可曲該唱哪一首？',
    about: '這是其他網站的兩個問題。Lightstick 不會看到您的答案，只會知道您已送出。',
    song: '用哪一首歌結束今晚',
    songs: ['紙燈籠', '午夜月台', '掃把圓舞曲'],
    wish: '您想帶什麼到第一排？',
    unanswered: '請先選一首歌。',
    send: '送出表單',
    sent: '謝謝您，表單已送出',
    sentText: '回到 Lightstick，就能領取獎勵。',
    refused: '表單無法確認',
    refusedText: 'Lightstick 的回覆：',
    lost: '這份表單沒有對應的粉絲',
    lostText: '請從 Lightstick 的任務開啟，這樣才知道要感謝誰。',
  },
} as const;

/** The form, with the fan's parameter on its way through it. */
export function formPage(asked: {
  action: string;
  parameter: string;
  isUnanswered: boolean;
  language: Language;
}): Page {
  const say = words[asked.language];
  const songs = say.songs.map(
    (song) => html`<label class="choice"><input type="radio" name="song" value="${song}" /> ${song}</label>`,
  );
  const unanswered = asked.isUnanswered ? html`<p class="wrong" role="alert">${say.unanswered}</p>` : html``;
  const body = html`<h1>${say.title}</h1>
    <p>${say.about}</p>
    <form method="post" action="${asked.action}">
      <input type="hidden" name="fan" value="${asked.parameter}" />
      <fieldset>
        <legend>${say.song}</legend>
        ${songs}
      </fieldset>
      <label class="field">${say.wish} <input name="wish" autocomplete="off" maxlength="120" /></label>
      ${unanswered}
      <div class="choices"><button>${say.send}</button></div>
    </form>`;
  return { title: say.title, body };
}

export function sentPage(language: Language): Page {
  const { sent, sentText } = words[language];
  return notePage(sent, sentText);
}

/** @param answer - what the server said to the confirmation, in the fan's language. */
export function refusedPage(answer: string, language: Language): Page {
  const { refused, refusedText } = words[language];
  return notePage(refused, `${refusedText} ${answer}`);
}

export function lostPage(language: Language): Page {
  const { lost, lostText } = words[language];
  return notePage(lost, lostText);
}

function notePage(title: string, text: string): Page {
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  };
}
