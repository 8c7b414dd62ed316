import type { AnswerFact } from '#/modules/content/index.ts';
import type { Facts } from './facts.ts';
import type { Written } from './knowledge/entries.ts';
import { number, type Said, sourceAt, type Words } from './words.ts';

const shown = (value: number | null | undefined) => (typeof value === 'number' ? number(value) : undefined);

/** What stands for the placeholders of answers; undefined where the event has no such fact now. */
const facts: Readonly<Record<AnswerFact, (words: Words) => string | undefined>> = {
  best7ClosesAt: ({ facts: { best7 }, time }) => best7?.closesAt && time(best7.closesAt, best7.timeZone),
  boxPrice: ({ facts: { luck } }) => shown(luck.boxes[0]?.price),
  closesAt: ({ facts: { election }, time }) =>
    election?.activity && time(election.activity.closesAt, election.activity.timeZone),
  dailyCap: ({ facts: { election } }) => shown(election?.activity.dailyCap),
  election: ({ facts: { election } }) => election?.activity.title,
  freeVotes: ({ facts: { election } }) => shown(election?.activity.freeVotesPerDay),
  idols: ({ facts: { election } }) => shown(election?.idols.filter(({ isOut }) => !isOut).length),
  stakeLeast: ({ facts: { staking } }) => shown(staking.plan?.least),
  stakeMost: ({ facts: { staking } }) => shown(staking.plan?.most),
  stakeWeeks: ({ facts: { staking } }) => shown(staking.plan?.periods),
  tasks: ({ facts: { tasks } }) => shown(tasks.length),
  teams: ({ facts: { election } }) => shown(election?.teams.length),
  votesPerTicket: ({ facts: { election } }) => shown(election?.activity.votesPerTicket),
  weeklyPool: ({ facts: { staking } }) => shown((staking.current ?? staking.next)?.pool),
};

/** The answer of an organiser, with the facts in it; undefined while one of them is missing. */
export function writtenAnswer({ answer, link }: Written, words: Words): Said | undefined {
  let isWhole = true;
  const text = answer[words.facts.language].replaceAll(/\{(\w+)\}/g, (_, name: AnswerFact) => {
    const fact = facts[name](words);
    isWhole &&= fact !== undefined;
    return fact ?? '';
  });
  if (!isWhole) return undefined;
  const source = sourceAt(link, words);
  return { text, gesture: 'explain', outcome: 'answered', source, suggestions: [], entries: [] };
}

/** A question of an entry as fans read it, with the names that were given; undefined when it needs a name that is missing. */
export function questionOf(
  asks: readonly string[],
  named: Words['asked'],
  language: Facts['language'],
): string | undefined {
  const values: Record<string, readonly (string | undefined)[]> = {
    idol: named.idols.map(({ name }) => name),
    team: [named.team],
    song: [named.song?.title],
    room: [named.room?.title],
    offer: [named.offer?.title],
    number: named.numbers.map(String),
    date: [],
  };
  for (const ask of asks) {
    const used: Record<string, number> = {};
    let isWhole = true;
    const text = ask.replaceAll(/\{(\w+)\}/g, (_, kind: string) => {
      const place = used[kind] ?? 0;
      used[kind] = place + 1;
      const value = values[kind]?.[place];
      isWhole &&= value !== undefined;
      return value ?? '';
    });
    if (isWhole) return asQuestion(text, language);
  }
  return undefined;
}

function asQuestion(text: string, language: Facts['language']): string {
  const ended = /[.!?。！？]$/.test(text) ? text : `${text}${language === 'zh_TW' ? '？' : '?'}`;
  return (ended.charAt(0).toUpperCase() + ended.slice(1)).replaceAll(/\bi\b/g, 'I');
}
