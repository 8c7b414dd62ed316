import type { Settings } from '#/config/settings.ts';

type Headers = Readonly<Record<string, string>>;
type PolicySettings = Pick<
  Settings,
  'secureOrigin' | 'frameAncestors' | 'recaptcha' | 'assetBaseUrl' | 'analytics' | 'liveExternalHosts'
>;

/** Returns the headers of every response. */
function common(settings: Pick<Settings, 'secureOrigin'>): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(settings.secureOrigin ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Returns the headers of JSON answers. They are constant, because every vote carries them. */
export function apiHeaders(settings: Pick<Settings, 'secureOrigin'>): Headers {
  return { ...common(settings), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
}

/** Returns the headers of pages. `frame-ancestors` also replaces X-Frame-Options, which cannot name several origins. */
export function pageHeaders(settings: PolicySettings): Headers {
  return {
    ...common(settings),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': `${contentSecurityPolicy(settings)}; ${frameAncestors(settings)}`,
  };
}

/**
 * Returns the headers of a page with its `contentSecurityPolicy` in a meta element: some wallets' browsers inject
 * nothing into pages with a policy header. Only a header can restrict framing.
 */
export function headersOfPageWithPolicy(settings: PolicySettings): Headers {
  return { ...pageHeaders(settings), 'content-security-policy': frameAncestors(settings) };
}

/**
 * Returns the headers of the page on which a presenter goes on air: it may use camera, microphone and screen, compile
 * the encoder of the sound, and run the encoder and its timers in workers that it makes.
 */
export function studioHeaders(settings: PolicySettings): Headers {
  const headers = pageHeaders(settings);
  const policy = headers['content-security-policy'] ?? '';
  return {
    ...headers,
    'permissions-policy':
      'camera=(self), display-capture=(self), geolocation=(), microphone=(self), payment=(), usb=()',
    'content-security-policy': policy
      .replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
      .replace("worker-src 'self'", "worker-src 'self' blob:"),
  };
}

/** Returns the headers of development pages: like the app's, but framed pages are allowed. */
export function devPageHeaders(settings: PolicySettings): Headers {
  const headers = pageHeaders(settings);
  const policy = headers['content-security-policy'] ?? '';
  return { ...headers, 'content-security-policy': policy.replace(/frame-src [^;]*/, "frame-src 'self'") };
}

/**
 * Returns the policy: pages load everything from this server, and media also from the static host if one is set; only a
 * configured reCAPTCHA or Google Analytics adds Google's hosts, and LIVE_EXTERNAL_HOSTS those of pictures of live
 * rooms.
 */
export function contentSecurityPolicy(settings: PolicySettings): string {
  const recaptcha = settings.recaptcha ? ' https://www.google.com/recaptcha/' : '';
  const recaptchaScripts = settings.recaptcha ? `${recaptcha} https://www.gstatic.com/recaptcha/` : '';
  const tagScripts = settings.analytics.gtagId ? ' https://www.googletagmanager.com/gtag/' : '';
  const tagAnswers = settings.analytics.gtagId ? ' https://*.google-analytics.com https://*.analytics.google.com' : '';
  const assets = settings.assetBaseUrl ? ` ${new URL(settings.assetBaseUrl).origin}` : '';
  const pictures = settings.liveExternalHosts.map((host) => ` https://${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self'${recaptchaScripts}${tagScripts}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${assets}${tagAnswers}`,
    // A video is previewed before its upload by a local blob address; hls.js makes tracks of captions from an empty one.
    `media-src 'self' data: blob:${assets}${pictures}`,
    "font-src 'self'",
    `connect-src 'self'${recaptcha}${tagAnswers}${pictures}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${recaptcha.trim() || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    ...(settings.secureOrigin ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}

function frameAncestors(settings: Pick<Settings, 'frameAncestors'>): string {
  return `frame-ancestors ${settings.frameAncestors}`;
}

/**
 * Puts its policy into a page. A policy applies to what follows it, so it is first, except for the charset, which
 * browsers look for early.
 */
export function withPolicy(html: string, policy: string): string {
  const start = /<head>(?:\s*<meta charset="[^"]*"[^>]*>)?/;
  if (!start.test(html)) throw new Error('The page has no head to put its policy into');
  const content = policy.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return html.replace(
    start,
    (head) => `${head}\n    <meta http-equiv="Content-Security-Policy" content="${content}" />`,
  );
}
