import type { ReactNode } from 'react';
import { Portrait } from '#/ui/portrait.tsx';
import type { Idol } from '../standings.ts';
import { PlaceBadge } from './place-badge.tsx';

type IdolTileProps = {
  idol: Idol;
  /** Her place in the lineup, counted from 0; undefined while she is not in it. */
  place: number | undefined;
  teamColour: string | undefined;
  /** There is no place left for her. */
  disabled: boolean;
  onPress: () => void;
};

/** One idol to choose from: a press brings her into the lineup, another one takes her out. */
export function IdolTile({ idol, place, teamColour, disabled, onPress }: IdolTileProps): ReactNode {
  const chosen = place !== undefined;
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onPress}
      className={`press relative flex w-full flex-col items-center gap-1.5 rounded-tile p-2 pb-2.5 text-center disabled:opacity-40 ${
        chosen ? 'bg-brand-soft inset-ring-2 inset-ring-brand' : 'bg-bg'
      }`}
    >
      <Portrait
        src={idol.portraitUrl}
        width={100}
        height={100}
        className="aspect-square h-auto w-full rounded-control"
      />
      <span className="text-small leading-tight font-bold wrap-anywhere">{idol.name}</span>
      <span className="num inline-flex items-center gap-1.5 text-caption text-mute">
        {teamColour ? <span className="size-2 rounded-full" style={{ background: teamColour }} /> : null}
        {idol.number}
      </span>
      {chosen ? <PlaceBadge index={place} className="absolute top-1 right-1" /> : null}
    </button>
  );
}
