import { isDeepStrictEqual } from 'node:util';
import type { Entry } from './pack.ts';
import { type Rules, rulesOf } from './rule-document.ts';
import type { Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';

/** Pack fields whose name differs from the rule's. */
const fieldOf = { notes: 'rules' } as const satisfies Partial<Record<keyof Rules, keyof Activity>>;

/** Votes are counted in their asset from the first application, and tickets are sold and converted before the opening. */
const frozenFromTheStart = ['voteAsset', 'ticketAsset'] as const;
/** Reports changes of rules that fans were promised: all rules freeze at the opening. */
export function frozenChanges(
  entry: Entry<Activity>,
  published: Rules,
  { anchoredAt, now }: { anchoredAt: Date; now: Date },
): Problem[] {
  const hasOpened = Date.parse(published.opensAt) <= now.getTime();
  const proposal = rulesOf(entry.value, anchoredAt);
  const rules = hasOpened ? (Object.keys(proposal) as (keyof Rules)[]) : frozenFromTheStart;
  const changes = rules.filter((rule) => !isDeepStrictEqual(proposal[rule], published[rule]));
  return changes
    .filter((rule) => rule !== 'rounds' || !followsFrom(changes, entry.value))
    .map((rule) =>
      entry.problem(
        [placeOf(rule, entry.value)],
        `is ${shown(proposal[rule])}, but activity ${entry.value.id} was published with ${shown(published[rule])}; ` +
          `expected what was published${hasOpened ? `, because voting has opened${wayOf(rule, entry.value)}` : ''}`,
      ),
    );
}

/** Without `rounds` the round follows from the activity, so a move is reported once, for the activity. */
function followsFrom(changes: readonly (keyof Rules)[], { rounds }: Activity): boolean {
  return rounds === undefined && (changes.includes('opensAt') || changes.includes('closesAt'));
}

/** How the end of an election that has opened is moved. */
function wayOf(rule: keyof Rules, { id }: Activity): string {
  if (rule !== 'closesAt' && rule !== 'rounds') return '';
  return `; to move its end run npm run election -- move-end ${id} TIME --why TEXT, and leave the pack as it was`;
}

function placeOf(rule: keyof Rules, { priceSteps }: Activity): string {
  if (rule === 'priceSteps' && !priceSteps) return 'votesPerTicket';
  return (fieldOf as Partial<Record<keyof Rules, string>>)[rule] ?? rule;
}

function shown(value: unknown): string {
  if (value === null) return 'no limit';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const text = JSON.stringify(value);
  if (text.includes('"en_US"')) return 'other texts';
  const [only, ...more] = Array.isArray(value) ? (value as readonly Record<string, unknown>[]) : [];
  if (only && more.length === 0 && only['fromTicket'] === 1) return String(only['votesPerTicket']);
  return text;
}
