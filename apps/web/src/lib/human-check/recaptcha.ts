type Recaptcha = {
  ready: (run: () => void) => void;
  execute: (siteKey: string, options: { action: string }) => Promise<string>;
};
type RecaptchaWindow = typeof globalThis & { grecaptcha?: Recaptcha };

let loading: Promise<Recaptcha> | undefined;

/** Loads Google's script on first use; a failure is forgotten so that the next attempt loads again. */
function loadRecaptcha(siteKey: string): Promise<Recaptcha> {
  loading ??= new Promise<Recaptcha>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `https://www.google.com/recaptcha/api.js?render=${encodeURIComponent(siteKey)}`;
    script.addEventListener('load', () => {
      const { grecaptcha } = globalThis as RecaptchaWindow;
      if (grecaptcha) grecaptcha.ready(() => resolve(grecaptcha));
      else reject(new Error('The human check loaded without its library.'));
    });
    script.addEventListener('error', () => reject(new Error('The human check could not be loaded.')));
    document.head.append(script);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** A token of reCAPTCHA v3 for one action. */
export async function recaptchaToken(siteKey: string, action: string): Promise<string> {
  const recaptcha = await loadRecaptcha(siteKey);
  return recaptcha.execute(siteKey, { action });
}
