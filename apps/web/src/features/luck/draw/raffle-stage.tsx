import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Raffle } from '#/features/luck/luck-queries.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { celebrate } from '#/ui/confetti.ts';
import { Countdown } from '#/ui/countdown.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { useServerNow } from '#/lib/clock/server-clock.ts';
import { isCelebrated, rollingName, showOrder } from './show-order.ts';
import sheet from './draw.css?url';

type Winner = Raffle['winners'][number];

type RaffleStageProps = {
  raffle: Raffle;
  /** The drum, still and turning. */
  drum: (turns: boolean) => ReactNode;
  /** Whether the show is on, from the draw on. */
  isPlaying: boolean;
  onPlay: (isPlaying: boolean) => void;
};

/** Shows a raffle whose entries are closed: the wait for its draw, the draw itself as a show, and its winners. */
export function RaffleStage(props: RaffleStageProps): ReactNode {
  const t = useText();
  const { draw, winners } = props.raffle;
  return (
    <>
      <link rel="stylesheet" href={sheet} precedence="default" />
      {/* There before the draw is, so that its outcome is read aloud without the show too. */}
      <p role="status" className="sr-only">
        {props.isPlaying ? '' : outcomeText(props.raffle, t)}
      </p>
      {draw === 'empty' ? <NoEntrants {...props} /> : null}
      {/* The event that it is drawn comes before the winners do. */}
      {draw === 'drawn' && winners.length > 0 ? <Drawn {...props} /> : null}
      {draw !== 'empty' && winners.length === 0 ? <Waiting {...props} /> : null}
    </>
  );
}

/** Returns the outcome in words, for all and for the fan; empty until it is drawn. */
function outcomeText({ draw, winners, mine }: Raffle, t: Translate): string {
  if (draw === 'empty') return t('draw.empty');
  const first = winners.find(({ place }) => place === 1);
  if (draw !== 'drawn' || !first) return '';
  const all = t('draw.outcome', { name: first.nickname });
  if (!mine || mine.entries === 0) return all;
  return `${all} ${mine.won ? t('draw.won', { place: mine.won.place }) : t('draw.notWon')}`;
}

function Waiting({ raffle, drum }: Pick<RaffleStageProps, 'raffle' | 'drum'>): ReactNode {
  const t = useText();
  const drawsAtMs = Date.parse(raffle.drawsAt);
  const isDue = useServerNow(drawsAtMs) >= drawsAtMs;
  return (
    <>
      {drum(true)}
      <div role="status" className="mt-4">
        <p className="text-title font-extrabold">{t(isDue ? 'draw.waiting' : 'draw.frozen')}</p>
        <p className="mt-1 text-small font-medium text-pretty">{waitingText(raffle, isDue, t)}</p>
      </div>
      {isDue ? null : (
        <div className="mt-4">
          <p className="mb-2 text-caption font-semibold">{t('draw.drawsIn')}</p>
          <Countdown until={raffle.drawsAt} />
        </div>
      )}
    </>
  );
}

/** The list is published some seconds after the close, and drawn from the round on. */
function waitingText(raffle: Raffle, isDue: boolean, t: Translate): string {
  if (raffle.draw === 'open') return t('draw.freezing');
  return isDue ? beaconText(raffle, t) : t('draw.frozenText', { count: raffle.entries });
}

function beaconText({ beacon }: Raffle, t: Translate): string {
  if (beacon.kind === 'organiser') return t('draw.waitingOrganiser');
  return beacon.round === null ? t('draw.waitingDrand') : t('draw.waitingRound', { round: beacon.round });
}

function Drawn({ raffle, drum, isPlaying, onPlay }: RaffleStageProps): ReactNode {
  const t = useText();
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  return (
    <>
      {isPlaying ? drum(true) : null}
      <Board key={String(isPlaying)} raffle={raffle} isPlaying={isPlaying} onEnd={() => onPlay(false)} />
      {isCalm ? null : (
        <div className="mt-4 text-center">
          <Button variant="glass" onClick={() => onPlay(!isPlaying)}>
            {t(isPlaying ? 'box.skip' : 'draw.watch')}
          </Button>
        </div>
      )}
    </>
  );
}

function NoEntrants({ drum }: Pick<RaffleStageProps, 'drum'>): ReactNode {
  const t = useText();
  return (
    <>
      {drum(false)}
      <p className="mt-4 text-title font-extrabold">{t('draw.empty')}</p>
      <p className="mt-1 text-small font-medium text-pretty">{t('draw.emptyText')}</p>
    </>
  );
}

const rollMs = 2200;
const restMs = 900;

type BoardProps = Pick<RaffleStageProps, 'raffle' | 'isPlaying'> & { onEnd: () => void };

/** Shows the first places, in which names roll and stop while it plays: from the last of them to the first. */
function Board({ raffle, isPlaying, onEnd }: BoardProps): ReactNode {
  const t = useText();
  const { board, turns } = showOrder(raffle.winners);
  const [revealed, setRevealed] = useState(0);
  const shown = isPlaying ? revealed : turns.length;
  const goOn = useEffectEvent(() => {
    const winner = turns[revealed];
    if (isCelebrated(winner, raffle.mine?.won?.place)) celebrate();
    setRevealed(winner ? revealed + 1 : 0);
    if (!winner) onEnd();
  });
  const count = turns.length;

  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setTimeout(goOn, revealed < count ? rollMs : restMs);
    return () => clearTimeout(timer);
  }, [isPlaying, revealed, count]);

  const latest = isPlaying ? turns[revealed - 1] : undefined;
  return (
    <>
      <p role="status" className="sr-only">
        {latest ? t('draw.place', { place: latest.place, name: latest.nickname }) : ''}
      </p>
      <ol aria-label={t('draw.winners')} className="mt-4 space-y-2">
        {board.map((winner) => {
          const turn = turns.indexOf(winner);
          return (
            <Place
              key={winner.place}
              winner={winner}
              prize={raffle.prizes.find(({ prizeId }) => prizeId === winner.prizeId)?.title ?? ''}
              state={turn < shown ? 'shown' : turn === shown ? 'rolling' : 'hidden'}
            />
          );
        })}
      </ol>
    </>
  );
}

const medals = ['medal-1', 'medal-2', 'medal-3'];

type PlaceProps = { winner: Winner; prize: string; state: 'hidden' | 'rolling' | 'shown' };

function Place({ winner, prize, state }: PlaceProps): ReactNode {
  const t = useText();
  const { place, nickname, avatarUrl, isMe } = winner;
  return (
    <li className="draw-place flex items-center gap-3 rounded-tile bg-black/25 p-2.5" data-state={state} data-me={isMe}>
      <span
        className={`num grid size-9 shrink-0 place-content-center rounded-full text-small font-extrabold ${
          medals[place - 1] ? `${medals[place - 1]} text-medal` : 'bg-black/30'
        }`}
      >
        {place}
      </span>
      {state === 'shown' ? (
        <Portrait src={avatarUrl} width={44} height={44} className="enter size-11 shrink-0 rounded-full" />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-11 shrink-0 place-content-center rounded-full bg-black/30 text-title font-extrabold"
        >
          ?
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body font-extrabold">
          {state === 'shown' ? (
            <>
              <Name>{nickname}</Name> {isMe ? <span className="text-gold">{t('draw.meInList')}</span> : null}
            </>
          ) : (
            <Name aria-hidden="true">{state === 'rolling' ? <RollingName name={nickname} /> : '· · ·'}</Name>
          )}
        </span>
        <span dir="auto" className="block truncate text-caption font-semibold">
          {prize}
        </span>
      </span>
    </li>
  );
}

const tickMs = 70;

function RollingName({ name }: { name: string }): ReactNode {
  const [shown, setShown] = useState('');
  const startedAt = useRef(0);
  useEffect(() => {
    startedAt.current = performance.now();
    const timer = setInterval(() => {
      // It rolls freely for the first half.
      const part = ((performance.now() - startedAt.current) / rollMs - 0.5) * 2;
      setShown(rollingName(name, Math.max(0, part), Math.random));
    }, tickMs);
    return () => clearInterval(timer);
  }, [name]);
  return shown;
}
