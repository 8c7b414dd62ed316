import { type ReactNode, useState } from 'react';
import { useText } from '#/lib/i18n/use-text.ts';
import { localStore, readJson } from '#/lib/key-value-store.ts';
import { Portrait } from '#/ui/portrait.tsx';

/** An idol whom a ballot names, who may have withdrawn. */
export type BallotFace = { readonly idolId: string; readonly name: string; readonly portraitUrl: string };

/** Seen from the hall: the places of the back row, then of the front row with the first in the middle. */
const rows = [
  { places: [5, 3, 4, 6], size: 'size-15' },
  { places: [1, 0, 2], size: 'size-21' },
] as const;

/** Shows the seven on a stage, with a mark for each missing one. The lineup's list has the same content in words. */
export function Formation({ idols }: { idols: readonly BallotFace[] }): ReactNode {
  return (
    <div aria-hidden="true" className="space-y-1 pb-2">
      {rows.map(({ places, size }) => (
        <div key={size} className="flex justify-center gap-3.5">
          {places.map((index) => (
            <Spot key={index} index={index} idol={idols[index]} size={index === 0 ? 'size-25' : size} />
          ))}
        </div>
      ))}
    </div>
  );
}

function Spot({ index, idol, size }: { index: number; idol: BallotFace | undefined; size: string }): ReactNode {
  return (
    <span className={`relative shrink-0 self-end ${size}`}>
      {idol ? (
        <>
          <Portrait
            key={idol.idolId}
            src={idol.portraitUrl}
            width={100}
            height={100}
            lazy={false}
            className="rise size-full rounded-full border-3 border-white shadow-lift"
          />
          <PlaceBadge index={index} className="absolute right-0 bottom-0" />
        </>
      ) : (
        <span
          className={
            'num grid size-full place-content-center rounded-full border-2 border-dashed ' +
            'border-white/50 bg-white/10 text-title font-extrabold text-white/80'
          }
        >
          {index + 1}
        </span>
      )}
    </span>
  );
}

const medals = ['medal-1', 'medal-2', 'medal-3'];

/** Shows the place in the lineup, from 0, as a medal; decorative, because the adjacent text has the same content. */
export function PlaceBadge({ index, className = '' }: { index: number; className?: string }): ReactNode {
  const look = medals[index];
  return (
    <span
      aria-hidden="true"
      className={`num grid size-6 place-content-center rounded-full text-[13px] font-extrabold shadow-card ${
        look ? `${look} text-medal` : 'bg-ink text-bg'
      } ${className}`}
    >
      {index + 1}
    </span>
  );
}

/** Shows the seven of a ballot side by side, the first largest; their names follow below in the same order. */
export function BallotStrip({ faces }: { faces: readonly BallotFace[] }): ReactNode {
  const t = useText();
  return (
    <>
      <ol className="flex gap-1.5">
        {faces.map(({ idolId, name, portraitUrl }, index) => (
          <li key={idolId} className="relative min-w-0 flex-1 pb-2">
            <Portrait src={portraitUrl} width={44} height={44} className="aspect-square h-auto w-full rounded-full" />
            <PlaceBadge index={index} className="absolute right-0 bottom-0" />
            <span className="sr-only">{t('best7.placeOf', { place: index + 1, name, points: pointsAt(index) })}</span>
          </li>
        ))}
      </ol>
      <p aria-hidden="true" className="mt-2 text-caption text-pretty text-mute">
        {faces.map(({ name }) => name).join(' · ')}
      </p>
    </>
  );
}

/** Idol ids in order, without duplicates; the first gets the most points. */
export type Lineup = readonly string[];

/** The number of idols on a whole ballot. */
export const lineupSize = 7;

/** Returns the points of a place counted from 0: seven for the first, one for the last. */
export function pointsAt(index: number): number {
  return lineupSize - index;
}

export function isWhole(lineup: Lineup): boolean {
  return lineup.length === lineupSize;
}

/** Adds an idol at the next free place. An idol already in keeps her place, and a full lineup stays as it is. */
export function addToLineup(lineup: Lineup, idolId: string): Lineup {
  return isWhole(lineup) || lineup.includes(idolId) ? lineup : [...lineup, idolId];
}

/** Takes an idol out; those behind move up. */
export function removeFromLineup(lineup: Lineup, idolId: string): Lineup {
  return lineup.includes(idolId) ? lineup.filter((id) => id !== idolId) : lineup;
}

/** Brings an idol to another place, as near as there is one; those between move over by one. */
export function moveInLineup(lineup: Lineup, idolId: string, index: number): Lineup {
  const from = lineup.indexOf(idolId);
  const to = Math.min(Math.max(index, 0), lineup.length - 1);
  return from === -1 || from === to ? lineup : lineup.filter((id) => id !== idolId).toSpliced(to, 0, idolId);
}

/** Reads a stored lineup; invalid and surplus entries are dropped. */
export function readLineup(stored: unknown): Lineup {
  if (!Array.isArray(stored)) return [];
  const ids = stored.filter((id): id is string => typeof id === 'string' && id !== '');
  return [...new Set(ids)].slice(0, lineupSize);
}

export type LineupDraft = {
  readonly lineup: Lineup;
  /** The lineup as it was kept, with idols who have withdrawn since, until the fan changes it. */
  readonly kept: Lineup;
  readonly add: (idolId: string) => void;
  readonly remove: (idolId: string) => void;
  /** Brings an idol to a place counted from 0. */
  readonly move: (idolId: string, index: number) => void;
};

const storageKey = (activityId: string) => `lightstick.best7.${activityId}`;

/**
 * Returns the fan's lineup draft for one election, kept on this device until it is cast. `known` are the candidates;
 * others are dropped.
 */
export function useLineupDraft(activityId: string, known: ReadonlySet<string>): LineupDraft {
  const [stored, setStored] = useState<Lineup>(() => readLineup(readJson(localStore, storageKey(activityId))));
  const lineup = stored.filter((idolId) => known.has(idolId));

  const change = (next: Lineup) => {
    localStore.set(storageKey(activityId), JSON.stringify(next));
    setStored(next);
  };
  return {
    lineup,
    kept: stored,
    add: (idolId) => change(addToLineup(lineup, idolId)),
    remove: (idolId) => change(removeFromLineup(lineup, idolId)),
    move: (idolId, index) => change(moveInLineup(lineup, idolId, index)),
  };
}
