import type { ReactNode } from 'react';
import { Redirect } from 'wouter';
import { type CampaignRoom, FirstCampaign, Hovering, NamedCampaign, usePurse } from '#/app/luck/campaign-room.tsx';
import { PointsToCome } from '#/app/mall/points-to-come.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';
import { SignInFirst } from '#/app/sign-in-first.tsx';
import { StageTop } from '#/ui/stage-top.tsx';
import { BoxCard } from '#/features/luck/box/box-card.tsx';
import { oddsOf, percentOf, rareWithin } from '#/features/luck/box/odds.ts';
import { FairCard } from '#/features/luck/campaign-terms.tsx';
import {
  type BlindBox,
  type Campaign,
  useBoxes,
  useCampaignBalance,
  useLuckState,
} from '#/features/luck/luck-queries.ts';
import { useLuckStream } from '#/features/luck/luck-stream.ts';
import { PrizeList } from '#/features/luck/prizes.tsx';
import { Results } from '#/features/luck/results.tsx';
import { PointsChip } from '#/features/points/points-chip.tsx';
import { PointsUntil } from '#/features/points/points-until.tsx';
import { useFriendlyDate } from '#/lib/format/format-date.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useQueryParameter } from '#/lib/query-parameters.ts';
import { useSession } from '#/lib/session/session.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { useAssetAddress } from '#/lib/asset-address.ts';
import { Drawing, Glow, golden, lights, night, Ramp, Sparkle } from '#/ui/art/drawing.tsx';

/** Shows a blind box: the one of the address, else the one on sale. */
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

/** Says when it opens, or until when it is open. */
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

type Name = (definition: string) => string;

/**
 * Draws a gift box in its cover, with light at the rim. The classes `vessel-*` name the parts that an opening moves
 * (reveal.css of luck).
 */
function BoxArt({ cover }: { cover: string }): ReactNode {
  return (
    <Drawing width={320} height={268}>
      {(name) => (
        <>
          <defs>
            <Glow id={name('glow')} colour={lights.gold} strength={0.6} />
            <Glow id={name('floor')} colour={night} strength={0.9} />
            <Ramp id={name('ribbon')} from={golden.from} to={golden.to} />
            <linearGradient id={name('beam')} x1="0" y1="1" x2="0" y2="0">
              <stop stopColor={lights.gold} stopOpacity=".75" />
              <stop offset=".85" stopColor={lights.gold} stopOpacity="0" />
            </linearGradient>
          </defs>
          <ellipse cx="160" cy="236" rx="150" ry="30" fill={`url(#${name('floor')})`} />
          <circle className="vessel-glow" cx="160" cy="118" r="136" fill={`url(#${name('glow')})`} />
          <path
            className="vessel-beams"
            d="M72 104 18 4h62l44 120zM140 132 124-14h72l-16 146zM248 104 302 4h-62l-44 120z"
            fill={`url(#${name('beam')})`}
            opacity=".5"
          />
          <Body cover={cover} name={name} />
          <Lid name={name} />
          <Sparkle x={40} y={66} size={9} />
          <Sparkle x={284} y={50} size={7} />
          <Sparkle x={270} y={186} size={5} />
          <Sparkle x={52} y={160} size={5} />
        </>
      )}
    </Drawing>
  );
}

/** The sides of the box: a cover of 3 × 2 is folded around its front edge. */
const side = { width: 92, path: 'M0 0h92v98H0z', coverWidth: 184, coverTop: -22 } as const;
const rim = 'M68 104l92 46 92-46';

function Body({ cover, name }: { cover: string; name: Name }): ReactNode {
  const address = useAssetAddress(cover);
  const drawCover = (left: number) => (
    <image href={address} x={left} y={side.coverTop} width={side.coverWidth} height={side.coverWidth / 1.5} />
  );
  return (
    <g className="vessel-body">
      <clipPath id={name('side')}>
        <path d={side.path} />
      </clipPath>
      <g transform="matrix(1 .5 0 1 68 104)" clipPath={`url(#${name('side')})`}>
        <path d={side.path} fill="#8a1c6a" />
        {drawCover(0)}
      </g>
      <g transform="matrix(1 -.5 0 1 160 150)" clipPath={`url(#${name('side')})`}>
        <path d={side.path} fill="#351a78" />
        {drawCover(-side.width)}
        <path d={side.path} fill={night} opacity=".38" />
      </g>
      <path d="M106 123l16 8v98l-16-8zM198 131l16-8v98l-16 8z" fill={`url(#${name('ribbon')})`} />
      <path d="M198 131l16-8v98l-16 8z" fill={night} opacity=".22" />
      <path d={rim} fill="none" stroke={lights.gold} strokeWidth="16" opacity=".35" />
      <path d={rim} fill="none" stroke="#fff" strokeWidth="6" opacity=".95" />
    </g>
  );
}

function Lid({ name }: { name: Name }): ReactNode {
  const ribbon = `url(#${name('ribbon')})`;
  return (
    <g className="vessel-lid">
      <linearGradient id={name('lid')} x1="0" y1="0" x2="1" y2="1">
        <stop stopColor="#fff" />
        <stop offset="1" stopColor={lights.pink} />
      </linearGradient>
      <path d="M60 68l100 50v26L60 94z" fill={lights.pink} />
      <path d="M260 68l-100 50v26l100-50z" fill="#d64a86" />
      <path d="M160 18l100 50-100 50L60 68z" fill={`url(#${name('lid')})`} />
      <path d="M102 89l16 8v26l-16-8zM202 97l16-8v26l-16 8z" fill={golden.to} />
      <path d="M102 89l100-50 16 8-100 50zM102 47l16-8 100 50-16 8z" fill={ribbon} />
      <path
        d="M160 66c-10-38-58-40-54-16 3 18 36 20 54 16zM160 66c10-38 58-40 54-16-3 18-36 20-54 16z"
        fill={ribbon}
        stroke={golden.rim}
        strokeWidth="2"
      />
      <path
        d="M160 66c-8-20-34-27-36-15-1 10 22 15 36 15zM160 66c8-20 34-27 36-15 1 10-22 15-36 15z"
        fill={golden.rim}
        opacity=".45"
      />
      <ellipse cx="160" cy="66" rx="11" ry="9" fill={golden.from} stroke={golden.rim} strokeWidth="2" />
    </g>
  );
}
