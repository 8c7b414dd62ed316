import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { call } from '#/lib/api/call.ts';
import { useFailureText } from '#/lib/failure.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { Button, buttonStyle } from '#/ui/button.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { ScreenHeader } from '#/ui/screen-header.tsx';
import { useArrivingFocus } from '#/ui/use-arriving-focus.ts';

/** Ends digests by the link of a mail, without a sign-in. Only a press does, because mail programs open links, too. */
export function UnsubscribeScreen(): ReactNode {
  const t = useText();
  const failureText = useFailureText();
  const token = useQueryParameter('token') ?? '';
  const stop = useMutation({
    mutationFn: () => call('POST /wallet/api/v1/notice/stopDigest', { body: { token } }),
    meta: { shownInPlace: true },
  });
  const heading = useArrivingFocus<HTMLHeadingElement>(stop.isSuccess);
  return (
    <>
      <ScreenHeader title={t('unsubscribe.title')} backTo="/" />
      <div className="px-4">
        <section className="card">
          <h2 ref={heading} tabIndex={-1} className="text-title font-bold text-balance outline-none">
            {t(stop.isSuccess ? 'unsubscribe.done' : 'unsubscribe.ask')}
          </h2>
          <p className="mt-1 text-small text-pretty text-mute">
            {t(stop.isSuccess ? 'unsubscribe.doneText' : 'unsubscribe.askText')}
          </p>
          <div className="mt-4">
            {stop.isSuccess ? (
              <Link href="/notifications" className={buttonStyle('soft')}>
                {t('unsubscribe.settings')}
              </Link>
            ) : (
              <Button busy={stop.isPending} onClick={() => stop.mutate()}>
                {t('unsubscribe.stop')}
              </Button>
            )}
          </div>
          {stop.error ? (
            <div className="mt-3">
              <InlineAlert>{failureText(stop.error)?.detail ?? t('digest.error')}</InlineAlert>
            </div>
          ) : null}
        </section>
      </div>
    </>
  );
}
