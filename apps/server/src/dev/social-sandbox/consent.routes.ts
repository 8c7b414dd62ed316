import type { Language } from '@lightstick/contract';
import OAuth2Server from '@node-oauth/oauth2-server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Html, html } from '#/lib/html.ts';
import { languageOf } from '#/http/request-headers.ts';
import { listAccounts, openAccount, type SandboxAccount } from './sandbox.store.ts';
import { oauthFailure, oauthRequest, type Sandbox } from './sandbox.ts';
import { sendPage, fieldsOf } from '#/dev/sandbox-pages.ts';
import { providerNames, type SocialProvider } from '#/config/providers.ts';
import { uuidV7 } from '#/lib/uuid.ts';

const accountName = /^[A-Za-z0-9_]{1,15}$/;
const carried = [
  'client_id',
  'redirect_uri',
  'response_type',
  'scope',
  'state',
  'code_challenge',
  'code_challenge_method',
];

/** Registers the consent page: the visitor consents as one of the sandbox's accounts, or refuses. */
export function consentRoutes(scope: FastifyInstance, sandbox: Sandbox): void {
  const { db, oauth, client, provider, path, redirectUris } = sandbox;
  const { clock } = scope.services;

  scope.get(`${path}/authorize`, async (request, reply) => {
    const asked = fieldsOf(request.query);
    return isOurs(asked) ? showConsent(request, reply, asked) : showLost(request, reply);
  });

  scope.post(`${path}/authorize`, async (request, reply) => {
    const asked = fieldsOf(request.body);
    if (!isOurs(asked)) return showLost(request, reply);
    const name = asked['name']?.trim() || asked['account'] || '';
    const isDenied = asked['allowed'] === 'false';
    if (!isDenied && !accountName.test(name)) return showConsent(request, reply.code(422), asked, name);
    const user = isDenied ? {} : await openAccount(db, { id: uuidV7(clock.now()), provider, name });
    const response = new OAuth2Server.Response({});
    try {
      await oauth.authorize(oauthRequest(request), response, { authenticateHandler: { handle: () => user } });
    } catch (error) {
      oauthFailure(error);
    }
    // 303, so that the browser returns with a GET.
    return reply.header('cache-control', 'no-store').redirect(response.headers?.['location'] ?? '/', 303);
  });

  /** Refuses unregistered addresses, and requests without PKCE. */
  function isOurs(asked: Readonly<Record<string, string>>): boolean {
    return (
      asked['client_id'] === client.clientId &&
      redirectUris().includes(asked['redirect_uri'] ?? '') &&
      asked['code_challenge_method'] === 'S256' &&
      /^[\w-]{43}$/.test(asked['code_challenge'] ?? '')
    );
  }

  async function showConsent(
    request: FastifyRequest,
    reply: FastifyReply,
    asked: Readonly<Record<string, string>>,
    wrongName?: string,
  ): Promise<FastifyReply> {
    const language = languageOf(request.headers['accept-language']);
    const accounts = await listAccounts(db, provider);
    const fields = carried.flatMap((name) => (asked[name] === undefined ? [] : [{ name, value: asked[name] }]));
    const action = `${path}/authorize`;
    const { title, body } = consentPage({ provider, accounts, fields, action, language, wrongName });
    return sendPage(reply, { title, body, language, leadsTo: asked['redirect_uri'] });
  }
}

function showLost(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.headers['accept-language']);
  return sendPage(reply.code(400), { ...lostPage(language), language });
}

type HtmlPage = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    title: (provider: string) => `Let the voting site see your ${provider} account?`,
    sees: {
      twitter: 'It will see your name, and what you follow, repost and like. It cannot post.',
      discord: 'It will see your name and nothing else.',
    },
    as: 'Continue as',
    other: 'Another account',
    otherHint: '1 to 15 letters, digits and _. A new name creates a new account.',
    wrong: (name: string) =>
      name === '' ? 'Pick an account or type a name.' : `“${name}” is not 1 to 15 letters, digits and _.`,
    allow: 'Allow',
    deny: 'Deny',
    lost: 'This page was opened the wrong way',
    lostText: 'Go back to the voting site and link your account again.',
  },
  zh_TW: {
    title: (provider: string) => `要讓投票平台查看你的 ${provider} 帳號嗎？`,
    sees: {
      twitter: '它會看到你的名稱，以及你追蹤、轉發與按讚的內容，但不能發文。',
      discord: '它只會看到你的名稱。',
    },
    as: '使用以下帳號繼續',
    other: '其他帳號',
    otherHint: '1 到 15 個英文字母、數字或 _。輸入新的名稱就會建立新帳號。',
    wrong: (name: string) =>
      name === '' ? '請選擇帳號或輸入名稱。' : `「${name}」不是 1 到 15 個英文字母、數字或 _。`,
    allow: '允許',
    deny: '拒絕',
    lost: '這個頁面的開啟方式不正確',
    lostText: '請回到投票平台，重新開始連結帳號。',
  },
} as const;

/** Renders the page that asks for an account, an existing or a new one, and for the consent. */
function consentPage(asked: {
  provider: SocialProvider;
  accounts: readonly SandboxAccount[];
  /** The parameters that the page carries along. */
  fields: readonly { readonly name: string; readonly value: string }[];
  action: string;
  language: Language;
  wrongName: string | undefined;
}): HtmlPage {
  const { provider, accounts, wrongName } = asked;
  const say = words[asked.language];
  const title = say.title(providerNames[provider]);
  const hidden = asked.fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`);
  const choices = accounts.map(
    ({ name }, index) =>
      html`<label class="choice"
        ><input type="radio" name="account" value="${name}" ${checkedAttribute(index === 0)} /> @${name}</label
      >`,
  );
  const list =
    choices.length === 0
      ? html``
      : html`<fieldset>
          <legend>${say.as}</legend>
          ${choices}
        </fieldset>`;
  const wrong = wrongName === undefined ? html`` : html`<p class="wrong" role="alert">${say.wrong(wrongName)}</p>`;
  const body = html`<h1>${title}</h1>
    <p>${say.sees[provider]}</p>
    <form method="post" action="${asked.action}">
      ${hidden} ${list}
      <label class="field"
        >${say.other}
        <input
          name="name"
          autocomplete="off"
          autocapitalize="none"
          spellcheck="false"
          maxlength="15"
          aria-describedby="hint"
        />
      </label>
      <p class="hint" id="hint">${say.otherHint}</p>
      ${wrong}
      <div class="choices">
        <button name="allowed" value="true">${say.allow}</button>
        <button name="allowed" value="false" class="quiet">${say.deny}</button>
      </div>
    </form>`;
  return { title, body };
}

function lostPage(language: Language): HtmlPage {
  const { lost, lostText } = words[language];
  return {
    title: lost,
    body: html`<h1>${lost}</h1>
      <p>${lostText}</p>`,
  };
}

function checkedAttribute(is: boolean): Html {
  return is ? html` checked` : html``;
}
