import type { FastifyInstance, FastifyRequest } from 'fastify';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { Language } from '@lightstick/contract';
import * as z from 'zod';
import { consentRoutes } from './consent.routes.ts';
import {
  organiser,
  accountBehind,
  type Sandbox,
  createSandboxOauth,
  oauthFailure,
  oauthRequest,
  isSame,
} from './sandbox.ts';
import { type SandboxAction, listActions, revokeConsent, findAccount, setAction } from './sandbox.store.ts';
import { ownOrigins, languageOf } from '#/http/request-headers.ts';
import {
  callbackUrl,
  discordScopes,
  sandboxClient,
  sandboxPath,
  socialModes,
  xScopes,
  type SocialServices,
} from '#/modules/tasks/index.ts';
import { readPlainForms, fieldsOf, sendPage } from '#/dev/sandbox-pages.ts';
import { type Html, html } from '#/lib/html.ts';

/**
 * Plays the providers without keys in the settings, below /dev/social: consent pages, tokens, the needed parts of their
 * APIs, and a small site. Registered on development servers only.
 */
export function sandboxRoutes(server: FastifyInstance, services: SocialServices): void {
  const { db, keys, settings } = services;
  const modes = socialModes(settings);
  const client = sandboxClient(keys);
  const redirectUris = () => ownOrigins(server).map(callbackUrl);

  void server.register(async (scope) => {
    readPlainForms(scope);
    if (modes.twitter === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'twitter', client, redirectUris, scopes: xScopes });
      const sandbox = { db, oauth, client, redirectUris, provider: 'twitter', path: sandboxPath('twitter') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      xApiRoutes(scope, sandbox);
      siteRoutes(scope, sandbox);
    }
    if (modes.discord === 'sandbox') {
      const oauth = createSandboxOauth({ db, provider: 'discord', client, redirectUris, scopes: discordScopes });
      const sandbox = { db, oauth, client, redirectUris, provider: 'discord', path: sandboxPath('discord') } as const;
      consentRoutes(scope, sandbox);
      tokenRoutes(scope, sandbox);
      discordApiRoutes(scope, sandbox);
    }
  });
}

/** Registers the needed part of Discord's API. */
function discordApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  scope.get(`${sandbox.path}/users/@me`, async (request, reply) => {
    const account = await accountBehind(sandbox, request, reply);
    if (!account) return reply;
    const { id, name } = account;
    return reply.header('cache-control', 'no-store').send({ id, username: name, global_name: name });
  });
}

/** Registers the needed part of X's API v2, in its own shapes. Lists fit into one page. */
function xApiRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  const { db, path } = sandbox;

  scope.get(`${path}/2/users/me`, async (request, reply) => {
    const account = await accountBehind(sandbox, request, reply);
    if (!account) return reply;
    return reply.send({ data: { id: account.id, username: account.name, name: account.name } });
  });

  scope.get(`${path}/2/users/by/username/:name`, async (request, reply) => {
    if (!(await accountBehind(sandbox, request, reply))) return reply;
    const { name } = fieldsOf(request.params);
    if (name !== organiser.name) return reply.send({ errors: [{ title: 'Not Found Error' }] });
    return reply.send({ data: { id: organiser.id, username: organiser.name, name: organiser.name } });
  });

  /** Returns a list of an account, with its entry only while the action is done. */
  function ownList(name: string, action: SandboxAction, entry: object): void {
    scope.get(`${path}/2/users/:id/${name}`, async (request, reply) => {
      const account = await accountBehind(sandbox, request, reply);
      if (!account) return reply;
      const { id } = fieldsOf(request.params);
      if (name === 'tweets' && id === organiser.id) {
        const { post } = organiser;
        return reply.send({ data: [{ id: post.id, created_at: post.createdAt }], meta: { result_count: 1 } });
      }
      if (id !== account.id) return reply.code(403).send({ title: 'Forbidden', status: 403 });
      const done = (await listActions(db, account.id)).has(action);
      return reply.send(done ? { data: [entry], meta: { result_count: 1 } } : { meta: { result_count: 0 } });
    });
  }

  const { post } = organiser;
  ownList('following', 'follow', { id: organiser.id, username: organiser.name });
  ownList('liked_tweets', 'like', { id: post.id });
  ownList('tweets', 'repost', { id: 'a-repost', referenced_tweets: [{ type: 'retweeted', id: post.id }] });
}

/** Registers the token endpoint: codes and refresh tokens for tokens, and revocation (RFC 6749 and RFC 7009). */
function tokenRoutes(scope: FastifyInstance, { db, oauth, client, path }: Sandbox): void {
  scope.post(`${path}/token`, async (request, reply) => {
    const response = new OAuth2Server.Response({});
    try {
      await oauth.token(oauthRequest(request), response);
    } catch (error) {
      oauthFailure(error);
    }
    return reply
      .code(response.status ?? 200)
      .headers(response.headers ?? {})
      .header('cache-control', 'no-store')
      .send(response.body);
  });

  scope.post(`${path}/revoke`, async (request, reply) => {
    const right = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString('base64');
    if (!isSame(request.headers.authorization ?? '', `Basic ${right}`)) {
      return reply.code(401).header('www-authenticate', 'Basic').send({ error: 'invalid_client' });
    }
    await revokeConsent(db, fieldsOf(request.body)['token'] ?? '');
    return reply.header('cache-control', 'no-store').send({ revoked: true });
  });
}

type HtmlPage = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    as: 'You’re here as',
    name: 'The organiser',
    post:
      'The last night is sold out, the broom has learned the choreography, and the vote is yours. ' +
      'See you at the stage.',
    follow: ['Follow', 'Following'],
    repost: ['Repost', 'Reposted'],
    like: ['Like', 'Liked'],
    back: 'Go back to the voting site to claim your reward.',
    missing: 'This account isn’t in the sandbox',
    missingText: 'Link an account first. That creates it.',
  },
  zh_TW: {
    as: '你目前的身分是',
    name: '主辦單位',
    post: '最後一夜門票完售，掃把學會了整首編舞，而這一票由你決定。舞台見。',
    follow: ['追蹤', '追蹤中'],
    repost: ['轉發', '已轉發'],
    like: ['按讚', '已按讚'],
    back: '回到投票平台領取獎勵。',
    missing: '沙盒裡沒有這個帳號',
    missingText: '請先連結帳號，過程中會自動建立。',
  },
} as const;

/** Renders the organiser's account and latest post, as seen by one of the sandbox's accounts. */
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
}): HtmlPage {
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

function missingAccountPage(language: Language): HtmlPage {
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

/** Registers the organiser's page at the sandbox's X, where its accounts follow, repost and like. */
function siteRoutes(scope: FastifyInstance, { db, provider, path }: Sandbox): void {
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
