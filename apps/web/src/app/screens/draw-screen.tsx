import { type ReactNode, Suspense, useState } from 'react';
import { Redirect } from 'wouter';
import { DrumArt, Outcome, RaffleCard } from '#/features/luck/draw/raffle.tsx';
import { EnvelopeArt, EnvelopeCard } from '#/features/luck/draw/envelope.tsx';
import { type CampaignRoom, FirstCampaign, Hovering, NamedCampaign, usePurse } from '#/app/luck/campaign-room.tsx';
import { PointsToCome } from '#/app/mall/points-to-come.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { FairCard, LuckTerms, OddsButton } from '#/features/luck/campaign-terms.tsx';
import {
  type Campaign,
  type EnvelopeDraw,
  type Raffle,
  useCampaignBalance,
  useDraws,
  useLuckState,
} from '#/features/luck/luck-queries.ts';
import { useLuckStream } from '#/features/luck/luck-stream.ts';
import { PrizeList } from '#/features/luck/prizes.tsx';
import { Results } from '#/features/luck/results.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { lazyPart } from '#/lib/lazy-part.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { Countdown } from '#/ui/countdown.tsx';

const raffleStage = lazyPart(() =>
  import('#/features/luck/draw/raffle-stage.tsx').then((module) => module.RaffleStage),
);

/** Shows a red-envelope draw or a raffle: the one of the address, else the one that is on. */
export function DrawScreen(): ReactNode {
  const t = useText();
  const activityId = useQueryParameter('activityId');
  const room = { title: t('draw.title'), text: t('draw.subtitle'), errorText: t('draw.error'), show };
  if (activityId !== null) return <NamedCampaign {...room} activityId={activityId} />;
  return <AnyDraw {...room} />;
}

function AnyDraw(room: CampaignRoom): ReactNode {
  const t = useText();
  return <FirstCampaign {...room} list={useDraws()} noneText={t('draw.none')} />;
}

function show(campaign: Campaign): ReactNode {
  const { activityId } = campaign;
  if (campaign.kind === 'envelope') return <Envelope key={activityId} draw={campaign} />;
  if (campaign.kind === 'raffle') return <RaffleRoom key={activityId} raffle={campaign} />;
  return <Redirect to={`/box?activityId=${encodeURIComponent(activityId)}`} replace />;
}

const pathOf = ({ activityId }: Campaign) => `/draw?activityId=${encodeURIComponent(activityId)}`;

function Envelope({ draw }: { draw: EnvelopeDraw }): ReactNode {
  const t = useText();
  const friendly = useFriendlyDate();
  const session = useSession();
  const state = useLuckState(draw);
  const purse = usePurse();
  useLuckStream();
  const path = pathOf(draw);
  const art = <EnvelopeArt />;
  return (
    <>
      <StageTop
        part={t('draw.envelope')}
        title={draw.title}
        text={draw.description}
        backTo="/activity"
        trailing={<PointsChip path={path} onStage />}
      >
        <Hovering>{art}</Hovering>
        {state === 'notOpen' ? (
          <OpensIn at={draw.opensAt} />
        ) : (
          <p className="num mt-4 text-center text-small font-semibold">
            {state === 'open' ? t('mall.closesAt', { when: friendly(draw.closesAt) }) : t(`draw.state.${state}`)}
          </p>
        )}
      </StageTop>
      <Cards campaign={draw}>
        <EnvelopeCard
          draw={draw}
          vessel={art}
          purse={purse}
          signIn={session ? undefined : <SignInFirst next={path}>{t('draw.signIn')}</SignInFirst>}
        />
      </Cards>
    </>
  );
}

function OpensIn({ at }: { at: string }): ReactNode {
  const t = useText();
  return (
    <div className="mt-4">
      <p className="mb-2 text-caption font-semibold">{t('draw.opensIn')}</p>
      <Countdown until={at} />
    </div>
  );
}

function RaffleRoom({ raffle }: { raffle: Raffle }): ReactNode {
  const t = useText();
  const session = useSession();
  const purse = usePurse();
  const points = useCampaignBalance(raffle)?.available ?? purse.points;
  useLuckStream();
  // A fan who has waited here sees the show when it is drawn; one who comes later, only on request.
  const [plays, setPlays] = useState(() => raffle.draw !== 'drawn' && !prefersCalm());
  const isPlaying = plays && raffle.draw === 'drawn';
  const path = pathOf(raffle);
  return (
    <>
      <StageTop
        part={t('draw.raffle')}
        title={raffle.title}
        text={raffle.description}
        backTo="/activity"
        trailing={<PointsChip path={path} onStage />}
      >
        <RaffleTop raffle={raffle} isPlaying={isPlaying} onPlay={setPlays} />
      </StageTop>
      <Cards campaign={raffle} hasResults={raffle.draw === 'drawn' && !isPlaying}>
        {isPlaying ? null : <Outcome raffle={raffle} purse={purse} />}
        <RaffleCard
          raffle={raffle}
          points={session ? points : undefined}
          pointsToCome={<PointsToCome />}
          pointsNote={<PointsUntil />}
          signIn={session ? undefined : <SignInFirst next={path}>{t('draw.signInToEnter')}</SignInFirst>}
        />
      </Cards>
    </>
  );
}

const prefersCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const drum = (turns: boolean) => <DrumArt turns={turns} />;

type RaffleTopProps = { raffle: Raffle; isPlaying: boolean; onPlay: (isPlaying: boolean) => void };

/** Shows the drum with the time that is left to enter; from the closing on, the draw. */
function RaffleTop({ raffle, isPlaying, onPlay }: RaffleTopProps): ReactNode {
  const t = useText();
  const state = useLuckState(raffle);
  const RaffleStage = raffleStage.Component;
  if (state === 'ended') {
    return (
      <Suspense fallback={drum(false)}>
        <RaffleStage raffle={raffle} drum={drum} isPlaying={isPlaying} onPlay={onPlay} />
      </Suspense>
    );
  }
  return (
    <>
      {drum(false)}
      {state === 'notOpen' ? (
        <OpensIn at={raffle.opensAt} />
      ) : (
        <div className="mt-4">
          <p className="mb-2 text-caption font-semibold">{t('draw.closesIn')}</p>
          <Countdown until={raffle.closesAt} />
        </div>
      )}
    </>
  );
}

type CardsProps = { campaign: Campaign; hasResults?: boolean; children: ReactNode };

/** Shows what to do, then the prizes, who drew them, and how to check it. */
function Cards({ campaign, hasResults = true, children }: CardsProps): ReactNode {
  const t = useText();
  const isRaffle = campaign.kind === 'raffle';
  return (
    <div className="relative z-10 -mt-6 space-y-4 px-4">
      <section aria-label={t('draw.takePart')} className="card space-y-4">
        {children}
        <LuckTerms terms={campaign} />
        <OddsButton campaign={campaign} />
      </section>
      <section aria-labelledby="draw-prizes" className="card">
        <SectionHeading id="draw-prizes">{t('box.prizes')}</SectionHeading>
        <PrizeList prizes={campaign.prizes} hasStock={!isRaffle} />
      </section>
      {hasResults ? (
        <section aria-labelledby="draw-results" className="card">
          <SectionHeading id="draw-results" more={{ to: '/my-luck', text: t('luckRecords.title') }}>
            {t(isRaffle ? 'draw.winners' : 'draw.results')}
          </SectionHeading>
          <Results campaign={campaign} />
        </section>
      ) : null}
      <section aria-labelledby="draw-fair" className="card">
        <SectionHeading id="draw-fair">{t('proof.card.title')}</SectionHeading>
        <FairCard campaign={campaign} />
      </section>
    </div>
  );
}
