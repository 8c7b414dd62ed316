import type { ReactNode } from 'react';
import { Link } from 'wouter';
import {
  useEvents,
  useEventSummary,
  type EventSummary,
  summaryStateText,
  stateTexts,
  useEventWindow,
} from '#/features/elections/events.ts';
import { useZonedDates } from '#/lib/format/zoned-date.ts';
import { useMyIdolId } from '#/features/elections/idol/use-idol.ts';
import { apiBaseUrl } from '#/lib/api/api-address.ts';
import { queryString } from '#/lib/api/api-address.ts';
import { formatNumber } from '#/lib/format/format-number.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Badge } from '#/ui/badge.tsx';
import { buttonStyle } from '#/ui/button.tsx';
import { Countdown } from '#/ui/countdown.tsx';
import { ClockIcon, SaveIcon, ReceiptIcon } from '#/ui/icons/more-icons.tsx';
import { CheckIcon } from '#/ui/icons/shell-icons.tsx';
import { Name } from '#/ui/name.tsx';
import { Portrait } from '#/ui/portrait.tsx';
import { ScreenTitle } from '#/ui/screen-title.tsx';

type SummaryHeadingProps = {
  summary: EventSummary;
  /** Stands at the end of the first line. */
  trailing?: ReactNode;
  /** The event has begun by the clock, and its summary is worth asking for again. */
  onBegun: () => void;
};

/**
 * Shows the event on the stage, its times, and how final its numbers are. Times are in the event's zone, which is
 * named; its window is also in the fan's zone if that differs.
 */
export function SummaryHeading({ summary, trailing, onBegun }: SummaryHeadingProps): ReactNode {
  const t = useText();
  const { state, title, subtitle, opensAt, takenAt, frozenAt, timeZone } = summary;
  const { format } = useZonedDates(timeZone);
  const { there, here, hereRow } = useEventWindow(summary);
  return (
    <>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <SummaryBadge summary={summary} />
        {trailing}
      </div>
      <ScreenTitle className="mt-1 text-screen font-extrabold text-white">{title}</ScreenTitle>
      <p className="mt-1 text-body font-medium text-white">{subtitle}</p>
      <p className="num mt-2 text-small font-semibold text-white">{there.range}</p>
      <p className="mt-1 text-caption font-medium">{t('summary.zone', { zone: there.zoneName })}</p>
      {here ? (
        <p data-offset={hereRow.offset} className={`num mt-1 text-caption font-medium ${hereRow.look}`}>
          <span className="block truncate">{t('ruleSet.windowYours', { zone: here.zoneName })}</span>
          <span className="block">{here.range}</span>
        </p>
      ) : null}
      {state === 'scheduled' ? (
        <div className="mt-5">
          <p className="mb-2 text-caption font-semibold">{t('phase.opensIn')}</p>
          <Countdown until={opensAt} onOver={onBegun} />
        </div>
      ) : null}
      {state === 'open' ? (
        <p className="num mt-1 text-caption font-medium">
          {t(frozenAt === null ? 'summary.asOfMinute' : 'summary.asOf', { at: format(takenAt, 'moment') })}
        </p>
      ) : null}
      {state === 'closing' ? <p className="mt-1 text-caption font-medium">{t('phase.closingNote')}</p> : null}
      {state === 'tallying' ? <p className="mt-1 text-caption font-medium">{t('phase.tallyingNote')}</p> : null}
    </>
  );
}

/** Shows on a stage how final the numbers are: gold once nothing changes any more. */
function SummaryBadge({ summary }: { summary: EventSummary }): ReactNode {
  const t = useText();
  const { isFinal } = summary;
  const Icon = isFinal ? CheckIcon : ClockIcon;
  return (
    <span
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-full px-3 text-small font-bold ${
        isFinal ? 'medal-1 text-medal' : 'bg-black/30 text-white'
      }`}
    >
      <Icon size={16} />
      {t(summaryStateText(summary))}
    </span>
  );
}

type EventSwitchProps = {
  activityId: string;
  /** The address of an event's summary. */
  pathOf: (activityId: string) => string;
};

/** Links to the summaries of other events, ended ones included. Nothing for a single event. */
export function EventSwitch({ activityId, pathOf }: EventSwitchProps): ReactNode {
  const t = useText();
  const events = useEvents();
  if (!events.data || events.data.length < 2) return null;
  return (
    <nav aria-label={t('summary.events')} className="scroll-row -mx-4 gap-2 px-4">
      {events.data.map((event) => {
        const here = event.activityId === activityId;
        return (
          <Link
            key={event.activityId}
            href={pathOf(event.activityId)}
            replace
            aria-current={here ? 'page' : undefined}
            className={`press flex min-h-14 max-w-60 shrink-0 flex-col justify-center rounded-tile px-4 py-2 ${
              here ? 'bg-ink text-bg' : 'bg-surface text-ink'
            }`}
          >
            <span dir="auto" className="truncate text-small font-bold">
              {event.title}
            </span>
            <span dir="auto" className={`truncate text-caption font-semibold ${here ? '' : 'text-mute'}`}>
              {t(stateTexts[event.state])}
            </span>
          </Link>
        );
      })}
    </nav>
  );
}

const path = '/activity/api/v1/vote/result';
const formats = ['csv', 'json'] as const;
const texts = { csv: 'summary.exportCsv', json: 'summary.exportJson' } as const;

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

/** Explains how a fan can check the result: with their idol's place, and their receipts of the event. */
export function SummaryChecks({ activityId }: { activityId: string }): ReactNode {
  const t = useText();
  const myIdolId = useMyIdolId(activityId);
  const { data: summary } = useEventSummary(activityId);
  const mine = summary?.ranking.find(({ idolId }) => idolId === myIdolId);
  return (
    <section aria-labelledby="summary-checks" className="card">
      <h2 id="summary-checks" className="text-title font-bold">
        {t('summary.check')}
      </h2>
      {mine ? (
        <div className="mt-3 flex items-center gap-3.5">
          <Portrait src={mine.portraitUrl} width={72} height={86} className="w-18 rounded-control" />
          <p className="min-w-0">
            <span className="num block text-screen font-extrabold">#{mine.rank}</span>
            <Name className="block truncate font-bold">{mine.name}</Name>
            <span className="num block text-small text-mute">
              {formatNumber(mine.votes)} {t('votes.unit', { count: mine.votes })}
            </span>
          </p>
        </div>
      ) : null}
      <p className="mt-2 text-small text-mute">{t('summary.checkText')}</p>
      <Link
        href={`/support-record?activityId=${encodeURIComponent(activityId)}`}
        className={`${buttonStyle('soft')} mt-4`}
      >
        <ReceiptIcon size={18} />
        {t('summary.checkLink')}
      </Link>
    </section>
  );
}

type EarlierRound = EventSummary['earlierRounds'][number];

/** Shows how the rounds before the present one ended, the latest first, each folded up. */
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
