import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { StageTop } from '#/ui/stage-top.tsx';
import { type Campaign, useCampaign } from '#/features/luck/luck-queries.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Empty } from '#/ui/empty.tsx';
import { GiftIcon } from '#/ui/icons/more-icons.tsx';
import { LoadError } from '#/ui/load-error.tsx';
import { LoadingRegion } from '#/ui/loading-region.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';
import type { Purse } from '#/features/luck/next-steps.tsx';
import { pointAsset, useBalance } from '#/features/points/use-assets.ts';
import { offerBlock, useOffers } from '#/features/shop/exchange/offers.ts';

export type CampaignRoom = {
  /** The title until there is a campaign. */
  readonly title: string;
  readonly text: string;
  readonly errorText: string;
  readonly show: (campaign: Campaign) => ReactNode;
};

/** Shows the campaign that an address names. */
export function NamedCampaign({ activityId, ...room }: CampaignRoom & { activityId: string }): ReactNode {
  const campaign = useCampaign(activityId);
  return campaign.data ? room.show(campaign.data) : <ToCome {...room} query={campaign} />;
}

type FirstCampaignProps = CampaignRoom & {
  list: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> & { readonly data: readonly Campaign[] | undefined };
  noneText: string;
};

/**
 * Shows the first of a list that is open, else the first of all. It stays on show when it sells out and another one
 * would be first.
 */
export function FirstCampaign({ list, noneText, ...room }: FirstCampaignProps): ReactNode {
  const [shownId, setShownId] = useState<string>();
  const first = list.data?.find(({ state }) => state === 'open') ?? list.data?.[0];
  if (first && shownId === undefined) setShownId(first.activityId);
  if (shownId !== undefined) return <NamedCampaign {...room} activityId={shownId} />;
  if (!list.data) return <ToCome {...room} query={list} />;
  return (
    <Frame {...room}>
      <Nothing text={noneText} />
    </Frame>
  );
}

function Nothing({ text }: { text: string }): ReactNode {
  const t = useText();
  return (
    <div className="card">
      <Empty
        icon={GiftIcon}
        text={text}
        action={
          <Link href="/activity" className={buttonStyle('soft')}>
            {t('box.toActivities')}
          </Link>
        }
      />
    </div>
  );
}

function Frame({ title, text, children }: Pick<CampaignRoom, 'title' | 'text'> & { children: ReactNode }): ReactNode {
  return (
    <>
      <StageTop title={title} text={text} backTo="/activity" />
      <div className="relative z-10 -mt-6 space-y-4 px-4">{children}</div>
    </>
  );
}

type ToComeProps = CampaignRoom & { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> };

function ToCome({ query, errorText, ...room }: ToComeProps): ReactNode {
  const t = useText();
  const { error, isFetching, refetch } = query;
  if (refusalReason(error) === 'CAMPAIGN_NOT_FOUND') {
    return (
      <Frame {...room}>
        <Nothing text={t('box.unknown')} />
      </Frame>
    );
  }
  return (
    <Frame {...room}>
      {error ? (
        <div className="card">
          <LoadError text={errorText} error={error} retrying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <LoadingRegion className="space-y-4">
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-80 rounded-card" />
        </LoadingRegion>
      )}
    </Frame>
  );
}

/** Shows a picture that hovers over the stage; still for those who prefer less motion. */
export function Hovering({ children }: { children: ReactNode }): ReactNode {
  const picture = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const hovering = picture.current?.animate([{ translate: '0 3px' }, { translate: '0 -7px' }], {
      duration: 2400,
      direction: 'alternate',
      easing: 'ease-in-out',
      iterations: Number.POSITIVE_INFINITY,
    });
    return () => hovering?.cancel();
  }, []);
  return <div ref={picture}>{children}</div>;
}

/** Returns the fan's Points, and the cheapest tickets that they may still take. */
export function usePurse(): Purse {
  const points = useBalance(pointAsset);
  const [cheapest] = (useOffers().data ?? [])
    .filter((offer) => offerBlock(offer) === null)
    .toSorted((one, other) => one.price - other.price);
  return { points, offer: cheapest && { price: cheapest.price, tickets: cheapest.gives.amount } };
}
