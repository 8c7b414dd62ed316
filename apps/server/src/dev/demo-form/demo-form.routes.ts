import type { Language } from '@lightstick/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '#/lib/html.ts';
import { languageOf } from '#/http/request-headers.ts';
import { callbackSecret, signatureOf, demoFormPath } from '#/modules/tasks/index.ts';
import { sendPage, fieldsOf, readPlainForms } from '#/dev/sandbox-pages.ts';
import { createServerKeys } from '#/config/server-keys.ts';
import type { Services } from '#/services.ts';
import { uuidV7 } from '#/lib/uuid.ts';

/**
 * Registers a form provider at /dev/form: a small form that sends the same signed confirmation as a real provider,
 * through HTTP into the server. Registered on development servers only.
 */
export function demoFormRoutes(server: FastifyInstance, services: Pick<Services, 'settings' | 'clock'>): void {
  const { settings, clock } = services;
  const secret = callbackSecret(settings, createServerKeys(settings.serverSecret));

  void server.register(async (scope) => {
    readPlainForms(scope);

    scope.get(demoFormPath, async (request, reply) => showForm(request, reply, fieldsOf(request.query)['fan']));

    scope.post(demoFormPath, async (request, reply) => {
      const { fan: parameter, song } = fieldsOf(request.body);
      if (!parameter || !song) return showForm(request, reply.code(422), parameter, { isUnanswered: true });
      const language = languageFor(request);
      const { code, message } = await confirm(parameter, language);
      const page = code === 0 ? sentPage(language) : refusedPage(message, language);
      return sendPage(reply, { ...page, language });
    });
  });

  /** Follows docs/form-providers.md. */
  async function confirm(parameter: string, language: string): Promise<{ code: number; message: string }> {
    const now = clock.now();
    const id = uuidV7(now);
    const timestamp = String(Math.floor(now.getTime() / 1000));
    const body = JSON.stringify({ parameter });
    const answer = await server.inject({
      method: 'POST',
      url: '/task/api/v1/forms/confirm',
      payload: body,
      headers: {
        'content-type': 'application/json',
        'accept-language': language,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signatureOf(secret, { id, timestamp, body }),
      },
    });
    return answer.json<{ code: number; message: string }>();
  }
}

function showForm(
  request: FastifyRequest,
  reply: FastifyReply,
  parameter: string | undefined,
  { isUnanswered = false } = {},
): FastifyReply {
  const language = languageFor(request);
  if (!parameter) return sendPage(reply.code(400), { ...lostPage(language), language });
  const page = formPage({ action: demoFormPath, parameter, isUnanswered, language });
  return sendPage(reply, { ...page, language });
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}

type HtmlPage = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    title: 'What should the encore be?',
    about: 'Two questions on another site. The voting site never sees your answers, only that you sent them.',
    song: 'The song to end the night with',
    songs: ['Paper Lanterns', 'Midnight Platform', 'The Broom Waltz'],
    wish: 'What would you bring to the front row?',
    unanswered: 'Pick a song first.',
    send: 'Send the form',
    sent: 'Thanks! The form is sent',
    sentText: 'Go back to the voting site to claim your reward.',
    refused: 'We couldn’t confirm the form',
    refusedText: 'The voting site answered:',
    lost: 'This form was opened without a fan',
    lostText: 'Open it from its task on the voting site, so it knows who to thank.',
  },
  zh_TW: {
    title: '安可曲該唱哪一首？',
    about: '這是其他網站的兩個問題。投票平台不會看到你的答案，只會知道你已送出。',
    song: '用哪一首歌結束今晚',
    songs: ['紙燈籠', '午夜月台', '掃把圓舞曲'],
    wish: '你想帶什麼到第一排？',
    unanswered: '請先選一首歌。',
    send: '送出表單',
    sent: '謝謝，表單已送出',
    sentText: '回到投票平台，就能領取獎勵。',
    refused: '表單無法確認',
    refusedText: '投票平台的回覆：',
    lost: '這份表單沒有對應的粉絲',
    lostText: '請從投票平台的任務開啟，這樣才知道要感謝誰。',
  },
} as const;

/** Renders the form, which carries the fan's parameter. */
function formPage(asked: { action: string; parameter: string; isUnanswered: boolean; language: Language }): HtmlPage {
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

function sentPage(language: Language): HtmlPage {
  const { sent, sentText } = words[language];
  return notePage(sent, sentText);
}

/** @param answer the server's answer to the confirmation, in the fan's language */
function refusedPage(answer: string, language: Language): HtmlPage {
  const { refused, refusedText } = words[language];
  return notePage(refused, `${refusedText} ${answer}`);
}

function lostPage(language: Language): HtmlPage {
  const { lost, lostText } = words[language];
  return notePage(lost, lostText);
}

function notePage(title: string, text: string): HtmlPage {
  return {
    title,
    body: html`<h1>${title}</h1>
      <p>${text}</p>`,
  };
}
