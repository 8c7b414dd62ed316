import { isDeepStrictEqual } from 'node:util';
import type { RuleDocument } from '@lightstick/contract';
import { prizesOf } from './pack-rows.ts';
import { type PackTime, resolvePackTime } from './pack-time.ts';
import type { PackEntry } from './pack.ts';
import type { Problem } from './yaml-file.ts';
import { type Activity, limitNames } from './schema/activities.ts';

/** The rules of an activity, without the version of their publication. */
export type Rules = Omit<RuleDocument, 'version'>;

/** Returns the rule document of an entry: all rules, omitted ones with their defaults, and times as instants. */
export function rulesOf(activity: Activity, anchoredAt: Date): Rules {
  const instantOf = (time: PackTime) => resolvePackTime(time, anchoredAt).toISOString();
  const { opensAt, closesAt, quarantine } = activity;
  const rounds = activity.rounds ?? [{ opensAt, closesAt }];
  return {
    format: 'lightstick/rules/v1',
    activityId: activity.id,
    opensAt: instantOf(opensAt),
    closesAt: instantOf(closesAt),
    timeZone: activity.timeZone,
    rounds: rounds.map((round) => ({
      opensAt: instantOf(round.opensAt),
      closesAt: instantOf(round.closesAt),
      goOn: round.goOn ?? null,
      carries: round.carries ?? false,
    })),
    freeVotesPerDay: activity.freeVotesPerDay,
    dailyCap: activity.dailyCap ?? null,
    ticketAsset: activity.ticketAsset,
    voteAsset: activity.voteAsset,
    priceSteps: priceStepsOf(activity),
    ...limitsOf(activity),
    quarantine: quarantine
      ? {
          callsPerMinute: quarantine.callsPerMinute ?? null,
          fansPerDevice: quarantine.fansPerDevice ?? null,
          fansPerAddress: quarantine.fansPerAddress ?? null,
          decideWithinHours: quarantine.decideWithinHours,
          ifUndecided: quarantine.ifUndecided,
        }
      : null,
    prizes: prizesOf(activity),
    notes: activity.rules,
  };
}

type ActivityLimits = Pick<Activity, (typeof limitNames)[number]>;

function limitsOf(activity: Activity): ActivityLimits {
  const limits = limitNames.map((name) => [name, activity[name]] as const);
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined)) as ActivityLimits;
}

function priceStepsOf({ priceSteps, votesPerTicket = 1 }: Activity): Rules['priceSteps'] {
  return priceSteps ?? [{ fromTicket: 1, votesPerTicket }];
}

/** A vote limit of the ledger near the end of a round, from an instant on; a null cap ends the limit. */
type CapChange = { readonly from: string; readonly cap: number | null };

/** Returns the instants at which limits near the ends of rounds begin and end, in order. */
export function endingsOf({ rounds, endingLimits }: Pick<Rules, 'rounds' | 'endingLimits'>): CapChange[] {
  if (endingLimits.length === 0) return [];
  return rounds.flatMap(({ closesAt }) => [
    ...endingLimits.map(({ withinMinutes, votes }) => ({
      from: new Date(Date.parse(closesAt) - withinMinutes * 60_000).toISOString(),
      cap: votes,
    })),
    { from: closesAt, cap: null },
  ]);
}

/** Returns the names of all rules, also of limits that are not set. */
function ruleNamesOf(rules: Rules): (keyof Rules)[] {
  return [...new Set([...(Object.keys(rules) as (keyof Rules)[]), ...limitNames])];
}

/** Pack fields whose name differs from the rule's. */
const fieldOf = { notes: 'rules' } as const satisfies Partial<Record<keyof Rules, keyof Activity>>;

/** Votes are counted in their asset from the first application, and tickets are sold and converted before the opening. */
const frozenFromTheStart = ['voteAsset', 'ticketAsset'] as const;
/** Reports changes of rules that fans were promised: all rules freeze at the opening. */
export function frozenChanges(
  entry: PackEntry<Activity>,
  published: Rules,
  { anchoredAt, now }: { anchoredAt: Date; now: Date },
): Problem[] {
  const hasOpened = Date.parse(published.opensAt) <= now.getTime();
  const proposal = rulesOf(entry.value, anchoredAt);
  const rules = hasOpened ? ruleNamesOf(proposal) : frozenFromTheStart;
  const changes = rules.filter((rule) => !isDeepStrictEqual(proposal[rule], published[rule]));
  return changes
    .filter((rule) => rule !== 'rounds' || !followsFrom(changes, entry.value))
    .map((rule) =>
      entry.problem(
        [placeOf(rule, entry.value)],
        `is ${formatRule(proposal[rule])}, but activity ${entry.value.id} was published with ` +
          `${formatRule(published[rule])}; ` +
          `expected what was published${hasOpened ? `, because voting has opened${wayOf(rule, entry.value)}` : ''}`,
      ),
    );
}

/**
 * Returns whether a round follows from the activity, as one without `rounds` does: its move is reported once, for the
 * activity.
 */
function followsFrom(changes: readonly (keyof Rules)[], { rounds }: Activity): boolean {
  return rounds === undefined && (changes.includes('opensAt') || changes.includes('closesAt'));
}

/** Says how the end of an election that has opened is moved. */
function wayOf(rule: keyof Rules, { id }: Activity): string {
  if (rule !== 'closesAt' && rule !== 'rounds') return '';
  return `; to move its end run lightstick election move-end ${id} TIME --why TEXT, and leave the pack as it was`;
}

function placeOf(rule: keyof Rules, { priceSteps }: Activity): string {
  if (rule === 'priceSteps' && !priceSteps) return 'votesPerTicket';
  return (fieldOf as Partial<Record<keyof Rules, string>>)[rule] ?? rule;
}

function formatRule(value: unknown): string {
  if (value === null || value === undefined) return 'no limit';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  if (text.includes('"en_US"')) return 'other texts';
  const [only, ...more] = Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : [];
  if (only && more.length === 0 && only['fromTicket'] === 1) return String(only['votesPerTicket']);
  return text;
}
