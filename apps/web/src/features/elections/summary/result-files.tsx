import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { apiBaseUrl } from '#/lib/api/api-base-url.ts';
import { queryString } from '#/lib/api/query-string.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { SaveIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import type { EventSummary } from './event-summary.ts';

const path = '/activity/api/v1/vote/result';
const formats = ['csv', 'json'] as const;
const texts = { csv: 'summary.exportCsv', json: 'summary.exportJson' } as const;

/** The final result as files to keep. */
export function ResultFiles({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="summary-export" className="card">
      <h2 id="summary-export" className="text-title font-bold">
        {t('summary.export')}
      </h2>
      <p className="mt-1 text-small text-mute">{t('summary.exportText')}</p>
      <p className="mt-4 flex flex-wrap gap-2">
        {formats.map((format) => (
          <a
            key={format}
            href={apiBaseUrl + path + queryString({ activityId, format })}
            download
            className={buttonStyle('soft')}
          >
            <SaveIcon size={18} />
            {t(texts[format])}
          </a>
        ))}
      </p>
    </section>
  );
}

/** How a fan can check the result. */
export function SummaryChecks(): ReactNode {
  const t = useText();
  return (
    <section aria-labelledby="summary-checks" className="card">
      <h2 id="summary-checks" className="text-title font-bold">
        {t('summary.check')}
      </h2>
      <p className="mt-1 text-small text-mute">{t('summary.checkText')}</p>
      <Link href="/support-record" className={`${buttonStyle('soft')} mt-4`}>
        <ReceiptIcon size={18} />
        {t('summary.checkLink')}
      </Link>
    </section>
  );
}

type EarlierRound = EventSummary['earlierRounds'][number];

/** How the rounds before the present one ended, the latest first, each folded up. */
export function EarlierRounds({ rounds }: { rounds: readonly EarlierRound[] }): ReactNode {
  const t = useText();
  return rounds.toReversed().map((round) => (
    <details key={round.round} className="card">
      <summary className="num flex min-h-11 items-center justify-between gap-3 text-title font-bold">
        {t('rounds.result', { round: round.round })}
        <span className="text-small font-semibold text-mute">
          {formatNumber(round.totalVotes)} {t('votes.unit', { count: round.totalVotes })}
        </span>
      </summary>
      <ol className="divide-y divide-line">
        {round.ranking.map(({ idolId, rank, name, portraitUrl, votes, goesOn }) => (
          <li key={idolId} className="flex items-center gap-3 py-2">
            <span className="num w-8 shrink-0 text-center text-small font-extrabold text-mute">{rank}</span>
            <Portrait src={portraitUrl} width={44} height={44} className="size-11 rounded-full" />
            <Name className="min-w-0 flex-1 truncate font-bold">{name}</Name>
            {goesOn ? <Badge tone="brand">{t('rounds.wentOn')}</Badge> : null}
            <span className="num shrink-0 text-small font-semibold">{formatNumber(votes)}</span>
          </li>
        ))}
      </ol>
    </details>
  ));
}
