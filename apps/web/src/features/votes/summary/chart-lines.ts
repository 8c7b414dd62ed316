import type { EventSummary } from './event-summary.ts';

export type ChartView = 'all' | 'leaders';

/** One line of the chart and what it is told by: colour and dashes, so that nobody needs to tell colours apart. */
export type ChartLine = {
  readonly key: string;
  /** Null for the line of all votes, whose name is the chart's. */
  readonly name: string | null;
  readonly portraitUrl: string | null;
  readonly values: readonly number[];
  readonly colour: string;
  readonly dashes: string;
};

const leaderLooks = [
  { colour: 'text-brand', dashes: '' },
  { colour: 'text-warn', dashes: '7 4' },
  { colour: 'text-ok', dashes: '1.5 4' },
];

/** The lines that a view of the chart shows. */
export function chartLines({ votesOverTime, leaders, ranking }: EventSummary, view: ChartView): readonly ChartLine[] {
  if (view === 'all') {
    const values = votesOverTime.map(({ votes }) => votes);
    return [{ key: 'all', name: null, portraitUrl: null, values, colour: 'text-brand', dashes: '' }];
  }
  return leaders.flatMap((idolId, index) => {
    const idol = ranking.find((row) => row.idolId === idolId);
    const look = leaderLooks[index];
    if (!idol || !look) return [];
    const values = votesOverTime.map(({ leaderVotes }) => leaderVotes[index] ?? 0);
    return [{ key: idolId, name: idol.name, portraitUrl: idol.portraitUrl, values, ...look }];
  });
}
