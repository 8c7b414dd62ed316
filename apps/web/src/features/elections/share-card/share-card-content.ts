import { formatNumber } from '#/lib/format/format-number.ts';
import type { ZonedDates } from '#/lib/format/zoned-date.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import { type EventSummary, summaryStateText, totalsTexts } from '#/features/elections/events.ts';

/** One of the three best. `rank` is the place that is published, which two may share. */
export type PodiumIdol = {
  readonly rank: number;
  readonly name: string;
  readonly votes: string;
  readonly portraitUrl: string;
};

/** Everything that is written on a share card, in the language on screen. */
export type ShareCardContent = {
  readonly isFinal: boolean;
  readonly state: string;
  readonly title: string;
  readonly dates: string;
  /** First, second and third, or fewer. */
  readonly podium: readonly PodiumIdol[];
  readonly figures: readonly { readonly label: string; readonly value: string }[];
  /** The time of the numbers; null once they are final. */
  readonly asOf: string | null;
  /** The growth of the count, from 0 to 1 in both directions. */
  readonly growth: readonly { readonly time: number; readonly part: number }[];
};

/** Returns the words and figures of a summary for its card. */
export function shareCardContent(
  summary: EventSummary,
  t: Translate,
  { format, zoneName }: ZonedDates,
): ShareCardContent {
  const { isFinal, title, opensAt, closesAt, takenAt, totalVotes, voters, ballots, ranking } = summary;
  const { votesText, votersText, ballotsText } = totalsTexts(summary);
  return {
    isFinal,
    state: t(summaryStateText(summary)),
    title,
    dates: `${format(opensAt, 'date')} – ${format(closesAt, 'date')}`,
    podium: ranking.slice(0, 3).map(({ rank, name, votes, portraitUrl }) => ({
      rank,
      name,
      portraitUrl,
      votes: t('summary.pointVotes', { votes }),
    })),
    figures: [
      { label: t(votesText, { round: summary.round }), value: formatNumber(totalVotes) },
      { label: t(votersText), value: formatNumber(voters) },
      { label: t(ballotsText), value: formatNumber(ballots) },
    ],
    asOf: isFinal ? null : `${t('summary.asOf', { at: format(takenAt, 'moment') })} (${zoneName})`,
    growth: growthOf(summary),
  };
}

export function shareCardAlt({ title, state, podium }: ShareCardContent, t: Translate): string {
  const places = podium.map(({ rank, name, votes }) => `${rank}. ${name} (${votes})`);
  return t('card.alt', { title, state, podium: places.join(', ') });
}

function growthOf({ votesOverTime, totalVotes }: EventSummary): ShareCardContent['growth'] {
  const times = votesOverTime.map(({ at }) => Date.parse(at));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  if (last <= first || totalVotes === 0) return [];
  return votesOverTime.map(({ votes }, index) => ({
    time: ((times[index] ?? first) - first) / (last - first),
    part: votes / totalVotes,
  }));
}
