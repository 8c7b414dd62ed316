import type { Language } from '@lightstick/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '#/lib/html.ts';
import { languageOf } from '#/http/request-headers.ts';
import { organiser, type Sandbox } from './sandbox.ts';
import { findAccount, listActions, setAction, type SandboxAction } from './sandbox.store.ts';
import { sendPage, fieldsOf } from '#/dev/sandbox-pages.ts';

type Page = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    as: 'You’re here as',
    name: 'Lightstick',
    post: 'The last night is sold out, the broom has learned the choreography, and the vote is yours. See you at the stage.',
    follow: ['Follow', 'Following'],
    repost: ['Repost', 'Reposted'],
    like: ['Like', 'Liked'],
    back: 'Go back to Lightstick to claim your reward.',
    missing: 'This account isn’t in the sandbox',
    missingText: 'Link an account first. That creates it.',
  },
  zh_TW: {
    as: '你目前的身分是',
    name: 'Lightstick',
    post: '最後一夜門票完售，掃把學會了整首編舞，而這一票由你決定。舞台見。',
    follow: ['追蹤', '追蹤中'],
    repost: ['轉發', '已轉發'],
    like: ['按讚', '已按讚'],
    back: '回到 Lightstick 領取獎勵。',
    missing: '沙盒裡沒有這個帳號',
    missingText: '請先連結帳號，過程中會自動建立。',
  },
} as const;

/** The organiser's account and latest post, as seen by one of the sandbox's accounts. */
function sitePage({
  as,
  actions,
  site,
  language,
}: {
  as: string;
  actions: ReadonlySet<SandboxAction>;
  /** The address that its forms are sent to. */
  site: string;
  language: Language;
}): Page {
  const say = words[language];
  const button = (action: SandboxAction): Html => {
    const done = actions.has(action);
    return html`<form method="post" action="${site}">
      <input type="hidden" name="as" value="${as}" /><input type="hidden" name="action" value="${action}" />
      <button name="done" value="${String(!done)}" class="${done ? 'quiet' : 'plain'}" aria-pressed="${String(done)}">
        ${say[action][done ? 1 : 0]}
      </button>
    </form>`;
  };
  const body = html`<p class="hint">${say.as} <strong>@${as}</strong></p>
    <header>
      <div>
        <h1>${say.name}</h1>
        <p class="hint">@${organiser.name}</p>
      </div>
      ${button('follow')}
    </header>
    <article id="${organiser.post.id}">
      <p>${say.post}</p>
      <div class="choices">${button('repost')}${button('like')}</div>
    </article>
    <p>${say.back}</p>`;
  return { title: `${say.name} (@${organiser.name})`, body };
}

function missingAccountPage(language: Language): Page {
  const { missing, missingText } = words[language];
  return {
    title: missing,
    body: html`<h1>${missing}</h1>
      <p>${missingText}</p>`,
  };
}

const doing = z.object({
  as: z.string(),
  action: z.enum(['follow', 'repost', 'like']),
  done: z.enum(['true', 'false']).transform((text) => text === 'true'),
});

/** The organiser's page at the sandbox's X, where its accounts follow, repost and like. */
export function siteRoutes(scope: FastifyInstance, { db, provider, path }: Sandbox): void {
  const site = `${path}/${organiser.name}`;

  scope.get(site, async (request, reply) => {
    const language = languageFor(request);
    const account = await findAccount(db, provider, fieldsOf(request.query)['as'] ?? '');
    if (!account) return sendPage(reply.code(404), { ...missingAccountPage(language), language });
    const actions = await listActions(db, account.id);
    return sendPage(reply, { ...sitePage({ as: account.name, actions, site, language }), language });
  });

  scope.post(site, async (request, reply) => {
    const language = languageFor(request);
    const form = doing.safeParse(request.body).data;
    const account = form && (await findAccount(db, provider, form.as));
    if (!form || !account) return sendPage(reply.code(404), { ...missingAccountPage(language), language });
    const { as, action, done } = form;
    await setAction(db, { accountId: account.id, action, done });
    return reply.redirect(`${site}?${new URLSearchParams({ as }).toString()}`, 303);
  });
}

function languageFor(request: FastifyRequest) {
  return languageOf(request.headers['accept-language']);
}
