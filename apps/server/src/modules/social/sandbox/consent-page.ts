import type { Language } from '@lightstick/contract';
import { type Html, html } from '#/html.ts';
import { providerNames, type SocialProvider } from '#/social-providers.ts';
import type { SandboxAccount } from './sandbox.store.ts';

type Page = { readonly title: string; readonly body: Html };

const words = {
  en_US: {
    title: (provider: string) => `Let Lightstick see your ${provider} account?`,
    sees: {
      twitter: 'It will see your name, and what you follow, repost and like. It cannot post.',
      discord: 'It will see your name and nothing else.',
    },
    as: 'Continue as',
    other: 'Another account',
    otherHint: '1 to 15 letters, digits and _. A name that is new makes a new account.',
    wrong: (name: string) =>
      name === '' ? 'Pick an account or type a name.' : `“${name}” is not 1 to 15 letters, digits and _.`,
    allow: 'Allow',
    deny: 'Deny',
    lost: 'This page was opened in a way that leads nowhere',
    lostText: 'Go back to Lightstick and start to link your account again.',
  },
  zh_TW: {
    title: (provider: string) => `要讓 Lightstick 查看您的 ${provider} 帳號嗎？`,
    sees: {
      twitter: '它會看到您的名稱，以及您追蹤、轉發與按讚的內容，但不能發文。',
      discord: '它只會看到您的名稱。',
    },
    as: '使用以下帳號繼續',
    other: '其他帳號',
    otherHint: '1 到 15 個英文字母、數字或 _。輸入新的名稱就會建立新帳號。',
    wrong: (name: string) =>
      name === '' ? '請選擇帳號或輸入名稱。' : `「${name}」不是 1 到 15 個英文字母、數字或 _。`,
    allow: '允許',
    deny: '拒絕',
    lost: '這個頁面的開啟方式不正確',
    lostText: '請回到 Lightstick，重新開始連結帳號。',
  },
} as const;

/** Asks who consents, among the accounts there are or as a new one, and whether. */
export function consentPage(asked: {
  provider: SocialProvider;
  accounts: readonly SandboxAccount[];
  /** What the walk carries through the page. */
  fields: readonly { readonly name: string; readonly value: string }[];
  action: string;
  language: Language;
  wrongName: string | undefined;
}): Page {
  const { provider, accounts, wrongName } = asked;
  const say = words[asked.language];
  const title = say.title(providerNames[provider]);
  const hidden = asked.fields.map(({ name, value }) => html`<input type="hidden" name="${name}" value="${value}" />`);
  const choices = accounts.map(
    ({ name }, index) =>
      html`<label class="choice"
        ><input type="radio" name="account" value="${name}" ${checked(index === 0)} /> @${name}</label
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

export function lostPage(language: Language): Page {
  const { lost, lostText } = words[language];
  return {
    title: lost,
    body: html`<h1>${lost}</h1>
      <p>${lostText}</p>`,
  };
}

function checked(is: boolean): Html {
  return is ? html` checked` : html``;
}
