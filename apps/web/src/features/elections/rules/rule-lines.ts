import { formatNumber } from '#/lib/format/format-number.ts';
import type { Translate } from '#/lib/i18n/i18n.ts';
import type { RuleDocument } from '#/features/elections/rule-set.ts';

/** A rule in words: title, texts, and cases. */
export type RuleLine = {
  readonly title: string;
  readonly texts: readonly string[];
  readonly cases?: readonly string[];
};

/** Returns the rules of a document in words, without those that limit nothing. */
export function ruleLines(document: RuleDocument, t: Translate): RuleLine[] {
  return [
    votes(document, t),
    tickets(document, t),
    ...(document.minAccountAgeHours > 0
      ? [{ title: t('ruleSet.who'), texts: [t('ruleSet.whoAge', { hours: document.minAccountAgeHours })] }]
      : []),
    ...(document.paidShareMaxPercent === null
      ? []
      : [
          {
            title: t('ruleSet.paidShare'),
            texts: [t('ruleSet.paidShareText', { percent: document.paidShareMaxPercent })],
          },
        ]),
    ...endingLines(document, t),
    ...(document.displayFreezeMinutes > 0
      ? [
          {
            title: t('ruleSet.freeze'),
            texts: [
              t('ruleSet.freezeText', { minutes: document.displayFreezeMinutes, rounds: document.rounds.length }),
            ],
          },
        ]
      : []),
    {
      title: t('ruleSet.tie'),
      texts: [t(document.tieRule === 'sharedPlace' ? 'ruleSet.tieSharedPlace' : 'ruleSet.tieReachedFirst')],
    },
    ...quarantine(document, t),
  ];
}

function votes({ freeVotesPerDay, dailyCap }: RuleDocument, t: Translate): RuleLine {
  return {
    title: t('ruleSet.votes'),
    texts: [
      t('ruleSet.votesFree', { free: freeVotesPerDay }),
      dailyCap === null ? t('ruleSet.votesNoCap') : t('ruleSet.votesCap', { cap: dailyCap }),
      t('ruleSet.votesDay'),
    ],
  };
}

function tickets({ priceSteps }: RuleDocument, t: Translate): RuleLine {
  return {
    title: t('ruleSet.tickets'),
    texts: priceSteps.map(({ fromTicket, votesPerTicket }) =>
      fromTicket === 1
        ? t('ruleSet.ticketFirst', { votes: votesPerTicket })
        : t('ruleSet.ticketFrom', { from: fromTicket, votes: votesPerTicket }),
    ),
  };
}

function endingLines({ endingLimits, rounds }: RuleDocument, t: Translate): RuleLine[] {
  if (endingLimits.length === 0) return [];
  return [
    {
      title: t('ruleSet.ending'),
      texts: [],
      cases: endingLimits.map(({ withinMinutes, votes: most }, index) =>
        t('ruleSet.endingText', {
          stretch: index + 1,
          minutes: withinMinutes,
          // The last stretch lasts until the end.
          until: endingLimits[index + 1]?.withinMinutes ?? 0,
          votes: most,
          rounds: rounds.length,
        }),
      ),
    },
  ];
}

function quarantine({ quarantine: terms, rounds }: RuleDocument, t: Translate): RuleLine[] {
  if (!terms) return [];
  const cases = [
    ['ruleSet.quarantineCalls', terms.callsPerMinute],
    ['ruleSet.quarantineDevice', terms.fansPerDevice],
    ['ruleSet.quarantineAddress', terms.fansPerAddress],
  ] as const;
  const undecided = terms.ifUndecided === 'released' ? 'ruleSet.quarantineReleased' : 'ruleSet.quarantineVoided';
  return [
    {
      title: t('ruleSet.quarantine'),
      texts: [t(undecided, { hours: terms.decideWithinHours, rounds: rounds.length }), t('ruleSet.quarantineText')],
      cases: cases.flatMap(([text, count]) => (count === null ? [] : [t(text, { count })])),
    },
  ];
}

/** Formats the places of a prize, such as `#1` or `#4–7`. */
export function ranksText({ fromRank, toRank }: { readonly fromRank: number; readonly toRank: number }): string {
  return fromRank === toRank ? `#${formatNumber(fromRank)}` : `#${formatNumber(fromRank)}–${formatNumber(toRank)}`;
}
