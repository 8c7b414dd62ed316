/*
 * A classic script that blocks the first paint, because a flash of the wrong theme or language is worse than three
 * milliseconds. Then it starts the application. No imports at run time, so that the build keeps it classic.
 */
import type { BootResult, BootWindow, Language, ScreenOpening, Theme } from './boot-result.ts';

(() => {
  const page = globalThis as BootWindow;

  // A host may send messages before the application listens; a bounded number waits here.
  const queue: unknown[] = [];
  page.lightstick = { queue, receive: (message) => void (queue.length < 50 && queue.push(message)) };
  try {
    // A simulator around this page makes it look like a device's.
    (parent as unknown as BootWindow).lightstickSimulator?.install?.(page);
  } catch {
    // A parent of another origin, which may not even be asked.
  }

  /** Returns the host's or the fan's stored choices; both are inputs of any shape. */
  const parse = (read: () => string | null | undefined) => {
    try {
      return JSON.parse(read() ?? '') as Partial<Record<string, unknown>> | null;
    } catch {
      return undefined;
    }
  };
  const cookie = (name: string) =>
    parse(() => decodeURIComponent(new RegExp(`(?:^|; )${name}=([^;]+)`).exec(document.cookie)?.[1] ?? ''));
  const environment = cookie('getEnvInfo');
  const chosen = parse(() => localStorage.getItem('lightstick.environment'));
  // As `languageOfTag` of the contract.
  const languageOf = (tag: unknown): Language | undefined =>
    /^zh(?:[-_]|$)/i.test(String(tag)) ? 'zh_TW' : /^en(?:[-_]|$)/i.test(String(tag)) ? 'en_US' : undefined;

  const root = document.documentElement;
  // As the server chooses it; a page without its screen must not lose the language of the one before.
  const findLanguage = (text: string, before: string) => new RegExp(`${before}(en_US|zh_TW)`).exec(text)?.[1];
  const asked =
    findLanguage(location.search, '[?&]lang=') ?? findLanguage(document.cookie, String.raw`lightstick\.page=`);
  const isInHost =
    environment !== undefined ||
    /\biOS[-_ ]?SDK\b/i.test(navigator.userAgent) ||
    /[?&]platform=app\b/.test(location.search);
  const preferred = isInHost ? undefined : navigator.languages.map(languageOf).find(Boolean);
  const language =
    languageOf(environment?.['languageType']) ??
    languageOf(chosen?.['languageType']) ??
    ((asked ?? preferred ?? 'en_US') as Language);
  const theme: Theme =
    [environment?.['theme'], chosen?.['theme']].find((word) => word === 'light' || word === 'dark') ?? 'light';

  // For the next page, whose first screen the server draws. This one is hidden when it is not this reader's.
  const storage = (read: () => string | null) => {
    try {
      return read();
    } catch {
      return null;
    }
  };
  const isFan = storage(() => sessionStorage.getItem('token') ?? localStorage.getItem('lightstick.hasPassport'));
  const reader = `${language}.${isFan ? 'fan' : 'visitor'}`;
  document.cookie = `lightstick.page=${reader}; path=/; max-age=31536000; samesite=lax`;
  const drawn = root.dataset['screen'];
  const isDrawn = (drawn === reader || drawn === `${language}.host`) && !location.hash.startsWith('#/');
  if (drawn && !isDrawn) root.dataset['foreign'] = '';
  // What is drawn for readers in other time zones.
  const elsewhere = new CSSStyleSheet();
  elsewhere.insertRule(`[data-offset="${new Date().getTimezoneOffset()}"]{display:none}`);
  document.adoptedStyleSheets = [elsewhere];

  const early: BootResult['early'] = { pressed: [] };
  const onServed = (type: string, act: (control: Element, event: Event) => void) =>
    document.addEventListener(
      type,
      (event) => {
        const control = (event.target as Element).closest('.served :is(a, button, input, summary)');
        if (control) act(control, event);
      },
      true,
    );
  // A fan who sees nothing happen presses the same again, and means it once.
  onServed('click', (control) => early.pressed.at(-1) === control || early.pressed.push(control));
  onServed('focusin', (control) => (early.focused = control));
  onServed('mousedown', (control, event) => {
    const { clientX: x, clientY: y } = event as MouseEvent;
    early.held = { control, x, y };
  });
  document.addEventListener('mouseup', () => (early.held = undefined), true);

  root.dataset['theme'] = theme;
  root.lang = language === 'zh_TW' ? 'zh-Hant-TW' : 'en';
  const statusBarHeight = environment?.['statusBarHeight'];
  if (typeof statusBarHeight === 'number' && statusBarHeight > 0 && statusBarHeight <= 120)
    root.style.setProperty('--host-status-bar', `${statusBarHeight}px`);

  // A slash at the end is forgiven: from here on the address is the one of the screen.
  if (/.\/$/.test(location.pathname))
    history.replaceState(null, '', location.pathname.slice(0, -1) + location.search + location.hash);

  // Most screens open with a stage; the first paint should be at its final place.
  const isTall = /^\/(?:$|vote-activity|event-summary)/;
  const isBare =
    /^\/(?:task|mall|activity|search|support|logoff|my-|rule|about|privacy|csae|use-|video|ai-|feature|ranking-|notif)/;
  const openingOf = (path: string): ScreenOpening => (isTall.test(path) ? 'tall' : isBare.test(path) ? 'bare' : 'low');
  root.dataset['opening'] = openingOf(location.pathname);

  // The chunks of the screen at this address beyond the common ones. An unknown address has none here.
  const meta = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;
  const place = isDrawn && 'signIn' in root.dataset ? '/login' : location.pathname;
  const route = place.startsWith('/snh48vote/') ? '/snh48vote' : place;
  const needed = meta('chunks')
    ?.split(';')
    .find((line) => line.startsWith(`${route}=`))
    ?.split('=')[1];
  const later = 'later';
  for (const name of needed?.split(' ') ?? []) {
    const link = document.createElement('link');
    // With a screen in the page its pictures go first.
    link.rel = drawn ? later : 'modulepreload';
    link.crossOrigin = '';
    link.href = `/assets/${name}.js`;
    document.head.append(link);
  }
  const fetchLater = () => {
    for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel=${later}]`)) link.rel = 'modulepreload';
  };

  const giveUp = new AbortController();
  setTimeout(() => giveUp.abort(), 60_000);
  const isForHome = route === '/';
  const texts = `/locales/${language}${isForHome ? '.home' : ''}.json`;
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  // A drawn screen has its texts, and the network is its pictures' first.
  const messages = (isDrawn ? begun : Promise.resolve())
    .then(() => fetch(texts, { signal: giveUp.signal }))
    .then((response) => {
      if (!response.ok) throw new Error(`${texts} answered ${response.status}.`);
      return response.json() as Promise<unknown>;
    });
  // The awaiting code handles the failure; until then it must not count as unhandled.
  messages.catch(() => undefined);

  /** Says that the catalogue or the application failed to load, in the only texts in the code. */
  const fail = (error: unknown) => {
    console.error('The app did not start.', error);
    const message = document.createElement('p');
    message.textContent = 'The app did not load. · 無法載入。';
    const retry = document.createElement('button');
    retry.type = 'button';
    retry.textContent = 'Retry · 重試';
    retry.className = 'action min-h-14 rounded-tile px-8 font-bold';
    retry.addEventListener('click', () => location.reload());
    const words = document.createElement('main');
    words.className = 'grid min-h-dvh place-content-center justify-items-center gap-6 p-8 text-center';
    words.append(message, retry);
    document.getElementById('root')?.replaceChildren(words);
  };
  page.lightstickBoot = {
    languageType: language,
    theme,
    fail,
    openingOf,
    messages,
    isForHome,
    early,
    cookies: { environment, user: cookie('getUserInfo') },
  };

  // A cached application would delay the first paint, and its download the pictures of a drawn screen.
  // The development server starts it itself.
  const main = meta('main');
  let hasStarted = false;
  const start = () => {
    begin();
    if (hasStarted || main === undefined) return;
    hasStarted = true;
    fetchLater();
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = main;
    script.addEventListener('error', () => fail(new Error(`${main} did not load.`)));
    document.head.append(script);
  };
  const painted = new Promise<void>((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
    }).observe({ type: 'paint', buffered: true });
  });
  const loaded = new Promise<void>((resolve) => addEventListener('load', () => resolve()));
  // A bare page that is not drawn has nothing that counts as content until the application runs.
  const framed = new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  void Promise.all(isDrawn ? [painted, loaded] : [root.dataset['opening'] === 'bare' ? framed : painted]).then(start);
  // A hidden page never paints, and a picture may not come.
  const patienceMs = document.hidden ? 0 : 1000;
  document.addEventListener('DOMContentLoaded', () => setTimeout(start, patienceMs));
})();
