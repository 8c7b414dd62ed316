import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useBest7 } from '#/features/best7/use-best7.ts';
import { useIdols } from '#/features/elections/election-queries.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { buttonStyle } from '#/ui/button.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { SectionHeading } from '#/ui/section-heading.tsx';

const seven = 7;

/** Shows the fan's Best 7 of today, else the seven in the lead; nothing without an open poll or an answer. */
export function Best7Today({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const { data: poll } = useBest7(activityId);
  const { data: idols } = useIdols(activityId);
  if (poll?.state !== 'open' || !idols) return null;
  const mine = poll.mine?.today?.idolIds;
  const ids = mine ?? poll.results.slice(0, seven).map(({ idolId }) => idolId);
  const faces = ids.flatMap((idolId) => idols.find((idol) => idol.idolId === idolId) ?? []);
  return (
    <section aria-labelledby="best7-today" className="card enter">
      <SectionHeading id="best7-today">{t(mine ? 'best7.title' : 'best7.soFar')}</SectionHeading>
      <ol className="mb-4 grid grid-cols-7 gap-1.5">
        {faces.map(({ idolId, name, portraitUrl }) => (
          <li key={idolId}>
            <Portrait src={portraitUrl} width={40} height={40} className="aspect-square w-full rounded-full" />
            <Name className="sr-only">{name}</Name>
          </li>
        ))}
      </ol>
      <Link href="/best7" className={`${buttonStyle('soft')} w-full`}>
        {t(mine ? 'best7.myBallots' : 'best7.choose')}
      </Link>
    </section>
  );
}
