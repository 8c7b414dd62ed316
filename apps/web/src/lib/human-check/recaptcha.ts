import { LibraryMissingError } from './human-check-error.ts';

type Recaptcha = {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};
type RecaptchaWindow = typeof globalThis & { grecaptcha?: Recaptcha };

/** Google's script neither answers nor fails where a network swallows its requests. */
const timeoutMs = 15_000;

let loading: Promise<Recaptcha> | undefined;

/** Loads Google's script on first use; a failure is forgotten so that the next attempt loads again. */
function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  if (loading) return loading;
  const attempt = inTime(addScript(siteKey), () => new LibraryMissingError('reCAPTCHA was not ready in time.'));
  loading = attempt;
  attempt.catch(() => {
    if (loading === attempt) loading = undefined;
  });
  return attempt;
}

function addScript(siteKey: string): Promise<Recaptcha> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('load', () => {
      const { grecaptcha } = globalThis as RecaptchaWindow;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new LibraryMissingError('reCAPTCHA loaded without its library.'));
    });
    script.addEventListener('error', () => reject(new LibraryMissingError('reCAPTCHA could not be loaded.')));
    document.head.append(script);
  });
}

/** Returns a token of reCAPTCHA v3 for one action. Throws `LibraryMissingError` when Google's script cannot be had. */
export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  const recaptcha = await loadRecaptcha(siteKey);
  const token = recaptcha.execute(siteKey, { action });
  return inTime(token, () => new Error('reCAPTCHA gave no token in time.'));
}

/** Resolves with the promise, or rejects after the timeout. */
async function inTime<Promised>(promised: Promise<Promised>, lateError: () => Error): Promise<Promised> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(lateError()), timeoutMs);
  });
  try {
    return await Promise.race([promised, late]);
  } finally {
    clearTimeout(timer);
  }
}
