import type { Settings } from '#/config.ts';

type Headers = Readonly<Record<string, string>>;

/** On everything, whatever it is. */
function common(settings: Pick<Settings, 'secureOrigin'>): Headers {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-resource-policy': 'same-origin',
    ...(settings.secureOrigin ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** On JSON answers. They are constants because every vote carries them. */
export function apiHeaders(settings: Pick<Settings, 'secureOrigin'>): Headers {
  return { ...common(settings), 'content-security-policy': "default-src 'none'; frame-ancestors 'none'" };
}

/** On pages. `frame-ancestors` also replaces X-Frame-Options, which cannot name several origins. */
export function pageHeaders(settings: Pick<Settings, 'secureOrigin' | 'frameAncestors' | 'recaptcha'>): Headers {
  return {
    ...common(settings),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'content-security-policy': contentSecurityPolicy(settings),
  };
}

/** Everything a page loads comes from this server; only a configured reCAPTCHA adds Google's two hosts. */
function contentSecurityPolicy(settings: Pick<Settings, 'frameAncestors' | 'recaptcha' | 'secureOrigin'>): string {
  const recaptcha = settings.recaptcha ? ' https://www.google.com/recaptcha/' : '';
  const recaptchaScripts = settings.recaptcha ? `${recaptcha} https://www.gstatic.com/recaptcha/` : '';
  return [
    "default-src 'none'",
    `script-src 'self'${recaptchaScripts}`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${recaptcha}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    `frame-src ${recaptcha.trim() || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${settings.frameAncestors}`,
    ...(settings.secureOrigin ? ['upgrade-insecure-requests'] : []),
  ].join('; ');
}
