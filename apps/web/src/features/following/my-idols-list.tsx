import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { idolPath } from '#/features/elections/election-queries.ts';
import type { FollowedIdol, FollowedIdols } from '#/features/elections/followed-idols.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { useIdolTint } from '#/lib/use-idol-tint.ts';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import sheet from './following.css?url';
import { useGapText } from './gap-text.ts';

/** Lists the followed idols with their gaps and places, the main one with a ring in her team's light. */
export function MyIdolsList({ followed }: { followed: FollowedIdols }): ReactNode {
  const gap = useGapText(followed);
  return (
    <ul>
      <link rel="stylesheet" href={sheet} precedence="default" />
      {followed.list.map((idol, index) => (
        <li key={idol.idolId}>
          <Row idol={idol} gap={gap(idol, true)} isMain={index === 0} activityId={followed.activityId} />
        </li>
      ))}
    </ul>
  );
}

type RowProps = { idol: FollowedIdol; gap: string; isMain: boolean; activityId: string | null };

/** Leads to her page as a whole, where there is an activity that has one. */
function Row({ idol, gap, isMain, activityId }: RowProps): ReactNode {
  const t = useText();
  const row = useIdolTint<HTMLDivElement>(idol.colour);
  const { idolId, name, portraitUrl, standing } = idol;
  const said = (
    <>
      <Portrait
        src={portraitUrl}
        width={40}
        height={40}
        className={`size-10 shrink-0 rounded-full ${isMain ? 'idol-ring' : ''}`}
      />
      <span className="min-w-0 flex-1">
        <Name className="block truncate text-small font-bold">{name}</Name>
        <span className="num block text-caption text-mute">{gap}</span>
      </span>
      {standing ? (
        <span className="num text-small font-extrabold">
          <span aria-hidden="true">#{standing.rank}</span>
          <span className="sr-only">{t('votes.rank', { rank: standing.rank })}</span>
        </span>
      ) : null}
    </>
  );
  const line = 'flex min-h-14 items-center gap-3';
  return (
    <div ref={row}>
      {activityId === null ? (
        <div className={line}>{said}</div>
      ) : (
        <Link href={idolPath(activityId, idolId)} className={`press ${line}`}>
          {said}
        </Link>
      )}
    </div>
  );
}
