import { sentencesOf } from '#/lib/sentences.ts';
import type { AnswerFact } from '#/modules/content/index.ts';
import { haveWithdrawn } from './election-answers.ts';
import { factAnswers } from './fact-answers.ts';
import type { HostFacts } from './facts.ts';
import type { KnowledgeEntry, FoundPassage, KnowledgeIndex, WrittenAnswer } from './knowledge/knowledge.ts';
import { partsOf, understand, type Understanding } from './knowledge/understand.ts';
import type { NamedSubjects } from './names.rules.ts';
import { number, type SpokenAnswer, sourceAt, type Speech, speechIn, timeIn, type Words } from './speech.ts';

const mostSentences = 3;
const longestAnswer = 400;
/** A text is not cut into more questions. */
const mostParts = 3;
/** Left out where the text asks something, too. */
const social: ReadonlySet<string> = new Set(['fact:greeting', 'faq:how-are-you', 'faq:goodbye', 'faq:compliment']);

/**
 * Puts an answer together from the facts, the answers of the packs and the written pages. What it does not understand, it
 * asks back about, or says that it does not know.
 */
export function answerByFacts(question: string, facts: HostFacts, index: KnowledgeIndex): SpokenAnswer {
  const whole = understand(question, facts, index);
  const parts = partsOf(question).slice(0, mostParts);
  if (parts.length < 2) return answerPart(whole, facts);
  const understood = parts.map((part) => understand(part, facts, index)).filter((part) => !isSocial(part));
  const answers = understood.filter(isAnswer).map((part) => answerPart(part, facts));
  const known = answers.filter(({ outcome }) => outcome === 'answered');
  const topics = new Set(known.flatMap(({ entries }) => entries));
  const isOne = whole.kind === 'entry' && !isSocial(whole);
  // The text is one question if its clauses have one topic, or if the host understands only some of them.
  const isWhole = known.length < understood.length && whole.kind !== 'unknown';
  if (known.length === 0 || isWhole || (isOne && topics.size < 2)) return answerPart(whole, facts);
  return joinAnswers(known, understood, facts);
}

const isSocial = (part: Understanding) => part.kind === 'entry' && social.has(part.entry.id);
const isAnswer = ({ kind }: Understanding) => kind === 'entry' || kind === 'passage' || kind === 'withdrawn';

/**
 * Joins the answers to all parts if they fit; else returns the answer to the first one, with the others as questions to
 * tap.
 */
function joinAnswers(
  [first, ...others]: readonly SpokenAnswer[],
  parts: readonly Understanding[],
  facts: HostFacts,
): SpokenAnswer {
  const words = wordsIn(facts);
  if (!first) return sayUnknown(words);
  const different = others.filter(({ text }) => text !== first.text);
  const text = words.join(
    'sentences',
    [first, ...different].map((one) => one.text),
  );
  const fits = sentencesOf(text).length <= mostSentences && text.length <= longestAnswer;
  if (fits) return { ...first, text, entries: [first, ...different].flatMap(({ entries }) => entries) };
  const suggestions = parts
    .filter((part) => part.kind === 'entry' && !first.entries.includes(part.entry.id))
    .flatMap((part) =>
      part.kind === 'entry'
        ? (questionOf(part.entry.asks[words.facts.language], part.named, words.facts.language) ?? [])
        : [],
    );
  return { ...first, suggestions: [...new Set(suggestions)].slice(0, mostSentences) };
}

function wordsIn(facts: HostFacts): Omit<Words, 'asked'> {
  return { ...speechIn(facts.language), facts, number, time: timeIn(facts) };
}

function answerPart(understood: Understanding, facts: HostFacts): SpokenAnswer {
  const words = wordsIn(facts);
  switch (understood.kind) {
    case 'entry':
      return entryAnswer(understood.entry, { ...words, asked: understood.named });
    case 'suggestions':
      return askBack(understood.entries, understood.named, words);
    case 'passage':
      return quotePassage(understood.passage, words);
    case 'withdrawn':
      return { ...haveWithdrawn(understood.named.withdrawn, words), entries: ['fact:withdrawn'] };
    case 'unknown':
      return sayUnknown(words, understood.nearest);
  }
}

function entryAnswer(entry: KnowledgeEntry, words: Words): SpokenAnswer {
  const answer = entry.written
    ? fillWrittenAnswer(entry.written, words)
    : factAnswers[entry.id.replace('fact:', '')]?.(words);
  return answer ? { ...answer, entries: [entry.id] } : sayUnknown(words);
}

function askBack(entries: readonly KnowledgeEntry[], named: NamedSubjects, words: Omit<Words, 'asked'>): SpokenAnswer {
  const { language } = words.facts;
  const suggestions = entries.flatMap(({ asks }) => questionOf(asks[language], named, language) ?? []);
  if (suggestions.length === 0) return sayUnknown(words);
  return {
    text: words.say('unsure'),
    gesture: 'think',
    outcome: 'suggested',
    source: null,
    suggestions: [...new Set(suggestions)],
    entries: entries.map(({ id }) => id),
  };
}

function quotePassage({ passage, sentences }: FoundPassage, { say, join }: Omit<Words, 'asked'>): SpokenAnswer {
  const [first = '', next = ''] = sentences;
  const both = join('sentences', [first, next]).trim();
  return {
    text: both.length <= longestAnswer ? both : first,
    gesture: 'explain',
    outcome: 'answered',
    source: { text: say('sourcePage', { title: passage.title }), to: passage.link },
    suggestions: [],
    entries: [`page:${passage.link}`],
  };
}

/** Says that the host does not know, with the nearest page if one is near. */
export function sayUnknown({ say }: Speech, nearest?: FoundPassage): SpokenAnswer {
  const source = nearest && {
    text: say('nearestPage', { title: nearest.passage.title }),
    to: nearest.passage.link,
  };
  return {
    text: say('unknown'),
    gesture: 'sorry',
    outcome: 'unknown',
    source: source ?? null,
    suggestions: [],
    entries: [],
  };
}

const formatNumber = (value: number | null | undefined) => (typeof value === 'number' ? number(value) : undefined);

/** The values of the placeholders of answers; undefined where the event has no such fact now. */
const facts: Readonly<Record<AnswerFact, (words: Words) => string | undefined>> = {
  best7ClosesAt: ({ facts: { best7 }, time }) => best7?.closesAt && time(best7.closesAt, best7.timeZone),
  boxPrice: ({ facts: { luck } }) => formatNumber(luck.boxes[0]?.price),
  closesAt: ({ facts: { election }, time }) =>
    election?.activity && time(election.activity.closesAt, election.activity.timeZone),
  dailyCap: ({ facts: { election } }) => formatNumber(election?.activity.dailyCap),
  election: ({ facts: { election } }) => election?.activity.title,
  freeVotes: ({ facts: { election } }) => formatNumber(election?.activity.freeVotesPerDay),
  idols: ({ facts: { election } }) => formatNumber(election?.idols.filter(({ isOut }) => !isOut).length),
  stakeLeast: ({ facts: { staking } }) => formatNumber(staking.plan?.least),
  stakeMost: ({ facts: { staking } }) => formatNumber(staking.plan?.most),
  stakeWeeks: ({ facts: { staking } }) => formatNumber(staking.plan?.periods),
  tasks: ({ facts: { tasks } }) => formatNumber(tasks.length),
  teams: ({ facts: { election } }) => formatNumber(election?.teams.length),
  votesPerTicket: ({ facts: { election } }) => formatNumber(election?.activity.votesPerTicket),
  weeklyPool: ({ facts: { staking } }) => formatNumber((staking.current ?? staking.next)?.pool),
};

/** Returns the answer of an organiser with the facts in it; undefined while one of them is missing. */
export function fillWrittenAnswer({ answer, link }: WrittenAnswer, words: Words): SpokenAnswer | undefined {
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

/**
 * Returns a question of an entry as fans read it, with the names that were given; undefined when it needs a name that
 * is missing.
 */
function questionOf(
  asks: readonly string[],
  named: Words['asked'],
  language: HostFacts['language'],
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

function asQuestion(text: string, language: HostFacts['language']): string {
  const ended = /[.!?。！？]$/.test(text) ? text : `${text}${language === 'zh_TW' ? '？' : '?'}`;
  return (ended.charAt(0).toUpperCase() + ended.slice(1)).replaceAll(/\bi\b/g, 'I');
}
