import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { BoxArt } from '#/features/luck/box-art.tsx';
import { type CampaignRoom, FirstCampaign, Hovering, NamedCampaign } from '#/app/luck/campaign-room.tsx';
import { usePurse } from '#/app/luck/use-purse.ts';
import { PointsToCome } from '#/app/mall/points-to-come.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { BoxCard } from '#/features/luck/box/box-card.tsx';
import { oddsOf, percentOf, rareWithin } from '#/features/luck/box/odds.ts';
import { FairCard } from '#/features/luck/fair-card.tsx';
import {
  type BlindBox,
  type Campaign,
  useBoxes,
  useCampaignBalance,
  useLuckState,
} from '#/features/luck/luck-queries.ts';
import { useLuckStream } from '#/features/luck/luck-stream.ts';
import { PrizeList } from '#/features/luck/prize-list.tsx';
import { Results } from '#/features/luck/results.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { Countdown } from '#/ui/countdown.tsx';

/** A blind box: the one of the address, else the one on sale. */
export function BoxScreen(): ReactNode {
  const t = useText();
  const activityId = useQueryParameter('activityId');
  const opening = { title: t('box.title'), text: t('box.subtitle'), errorText: t('box.error') };
  const show = (campaign: Campaign) =>
    campaign.kind === 'box' ? (
      <Box key={campaign.activityId} box={campaign} />
    ) : (
      <Redirect to={`/draw?activityId=${encodeURIComponent(campaign.activityId)}`} replace />
    );
  if (activityId !== null) return <NamedCampaign {...opening} activityId={activityId} show={show} />;
  return <AnyBox {...opening} show={show} />;
}

function AnyBox(room: CampaignRoom): ReactNode {
  const t = useText();
  return <FirstCampaign {...room} list={useBoxes()} noneText={t('box.none')} />;
}

function Box({ box }: { box: BlindBox }): ReactNode {
  const t = useText();
  const session = useSession();
  const purse = usePurse();
  const balance = useCampaignBalance(box);
  const points = balance?.available ?? purse.points;
  useLuckStream();
  const path = `/box?activityId=${encodeURIComponent(box.activityId)}`;
  const art = <BoxArt cover={box.coverUrl} />;
  const odds = oddsOf(box.prizes, rareWithin(box) === 1);
  const chanceOf = (prizeId: string) => {
    const found = odds.find(({ prize }) => prize.prizeId === prizeId);
    return found ? percentOf(found.left, found.among) : '';
  };
  return (
    <>
      <StageTop
        part={t('box.title')}
        title={box.title}
        text={box.description}
        backTo="/activity"
        trailing={<PointsChip path={path} onStage />}
      >
        <Hovering>{art}</Hovering>
        <Times box={box} />
      </StageTop>
      <div className="relative z-10 -mt-6 space-y-4 px-4">
        <section aria-label={t('box.openHere')} className="card">
          <BoxCard
            box={balance ? { ...box, openedByMe: balance.used } : box}
            points={session ? points : undefined}
            pointsToCome={<PointsToCome />}
            pointsNote={<PointsUntil />}
            vessel={art}
            purse={purse}
            signIn={session ? undefined : <SignInFirst next={path}>{t('box.signIn')}</SignInFirst>}
          />
        </section>
        <section aria-labelledby="box-prizes" className="card">
          <SectionHeading id="box-prizes">{t('box.prizes')}</SectionHeading>
          <PrizeList prizes={box.prizes} noteOf={({ prizeId }) => chanceOf(prizeId)} />
        </section>
        <section aria-labelledby="box-results" className="card">
          <SectionHeading id="box-results" more={{ to: '/my-luck', text: t('luckRecords.title') }}>
            {t('box.results')}
          </SectionHeading>
          <Results campaign={box} />
        </section>
        <section aria-labelledby="box-fair" className="card">
          <SectionHeading id="box-fair">{t('proof.card.title')}</SectionHeading>
          <FairCard campaign={box} />
        </section>
      </div>
    </>
  );
}

/** When it opens, or until when it is open. */
function Times({ box }: { box: BlindBox }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const state = useLuckState(box);
  if (state === 'notOpen') {
    return (
      <div className="mt-4">
        <p className="mb-2 text-caption font-semibold">{t('box.opensIn')}</p>
        <Countdown until={box.opensAt} />
      </div>
    );
  }
  return (
    <p className="num mt-4 text-center text-small font-semibold">
      {state === 'open' ? t('mall.closesAt', { when: friendly(box.closesAt) }) : t(`box.state.${state}`)}
    </p>
  );
}
