import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '#/lib/api/call.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { localStore } from '#/lib/key-value-store.ts';
import { queryKeys } from '#/lib/query-keys.ts';
import { useAccountId } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { canPush, useChangePush, usePushSettings } from './push.ts';

/** The fan's main idol; the offer names her. */
type MyIdol = { readonly name: string; readonly portraitUrl: string };

const dismissedKey = 'lightstick.pushDismissed';

/** Offers pushes to a fan who has voted, in a browser that can get them, until they are on or not wanted. */
export function PushOffer({ idol }: { idol: MyIdol | undefined }): ReactNode {
  const accountId = useAccountId();
  const [isDismissed, setDismissed] = useState(() => localStore.get(dismissedKey) !== null);
  const isPossible = canPush() && !isDismissed;
  const votes = useQuery({
    queryKey: [...queryKeys.voteRecord, 'any', accountId],
    queryFn: ({ signal }) =>
      call('GET /activity/api/v1/vote/voteRecord', { query: { pageNum: 1, pageSize: 1 } }, { signal }),
    enabled: isPossible && accountId !== undefined,
    meta: { background: true },
  });
  const settings = usePushSettings({ enabled: isPossible });
  if (!isPossible || settings.data?.isOn !== false || !votes.data || votes.data.total === 0) return null;
  const dismiss = () => {
    localStore.set(dismissedKey, '1');
    setDismissed(true);
  };
  return <OfferCard idol={idol} onDismiss={dismiss} />;
}

function OfferCard({ idol, onDismiss }: { idol: MyIdol | undefined; onDismiss: () => void }): ReactNode {
  const t = useText();
  const { data: settings } = usePushSettings({ enabled: true });
  const change = useChangePush(settings);
  const title = idol ? t('push.offer', { name: idol.name }) : t('push.offerAny');
  return (
    <section aria-labelledby="push-offer" className="card flex items-center gap-4">
      <div className="min-w-0 flex-1">
        <h2 id="push-offer" className="text-title font-bold text-balance">
          {title}
        </h2>
        <p className="mt-1 text-small text-pretty text-mute">{t('push.limits')}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button busy={change.isPending} onClick={() => change.mutate({ isOn: true })}>
            {t('push.turnOn')}
          </Button>
          <Button variant="soft" onClick={onDismiss}>
            {t('push.notNow')}
          </Button>
        </div>
        <p role="status" className="text-small text-mute">
          {change.isError ? t('push.failed') : null}
        </p>
      </div>
      {idol ? (
        <Portrait src={idol.portraitUrl} width={80} height={80} className="size-20 shrink-0 rounded-full" />
      ) : null}
    </section>
  );
}
