import { sentencesOf } from '#/lib/sentences.ts';
import { haveWithdrawn } from './election-answers.ts';
import { factAnswers } from './fact-answers.ts';
import type { Facts } from './facts.ts';
import type { Entry } from './knowledge/entries.ts';
import type { FoundPassage, KnowledgeIndex } from './knowledge/search.ts';
import { partsOf, understand, type Understood } from './knowledge/understand.ts';
import type { Named } from './names.rules.ts';
import { type Speech, speechIn } from './speech.ts';
import { number, type Said, timeIn, type Words } from './words.ts';
import { questionOf, writtenAnswer } from './written-answer.ts';

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
export function answerByFacts(question: string, facts: Facts, index: KnowledgeIndex): Said {
  const whole = understand(question, facts, index);
  const parts = partsOf(question).slice(0, mostParts);
  if (parts.length < 2) return said(whole, facts);
  const understood = parts.map((part) => understand(part, facts, index)).filter((part) => !isSocial(part));
  const answers = understood.filter(isAnswer).map((part) => said(part, facts));
  const known = answers.filter(({ outcome }) => outcome === 'answered');
  const topics = new Set(known.flatMap(({ entries }) => entries));
  const isOne = whole.kind === 'entry' && !isSocial(whole);
  // The text is one question if its clauses have one topic, or if the host understands only some of them.
  const isWhole = known.length < understood.length && whole.kind !== 'unknown';
  if (known.length === 0 || isWhole || (isOne && topics.size < 2)) return said(whole, facts);
  return joined(known, understood, facts);
}

const isSocial = (part: Understood) => part.kind === 'entry' && social.has(part.entry.id);
const isAnswer = ({ kind }: Understood) => kind === 'entry' || kind === 'passage' || kind === 'withdrawn';

/** The answers to all parts if they fit, else to the first one, with the others as questions to tap. */
function joined([first, ...others]: readonly Said[], parts: readonly Understood[], facts: Facts): Said {
  const words = wordsIn(facts);
  if (!first) return unknown(words);
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

function wordsIn(facts: Facts): Omit<Words, 'asked'> {
  return { ...speechIn(facts.language), facts, number, time: timeIn(facts) };
}

function said(understood: Understood, facts: Facts): Said {
  const words = wordsIn(facts);
  switch (understood.kind) {
    case 'entry':
      return entryAnswer(understood.entry, { ...words, asked: understood.named });
    case 'suggestions':
      return askBack(understood.entries, understood.named, words);
    case 'passage':
      return quoted(understood.passage, words);
    case 'withdrawn':
      return { ...haveWithdrawn(understood.named.withdrawn, words), entries: ['fact:withdrawn'] };
    case 'unknown':
      return unknown(words, understood.nearest);
  }
}

function entryAnswer(entry: Entry, words: Words): Said {
  const answer = entry.written
    ? writtenAnswer(entry.written, words)
    : factAnswers[entry.id.replace('fact:', '')]?.(words);
  return answer ? { ...answer, entries: [entry.id] } : unknown(words);
}

function askBack(entries: readonly Entry[], named: Named, words: Omit<Words, 'asked'>): Said {
  const { language } = words.facts;
  const suggestions = entries.flatMap(({ asks }) => questionOf(asks[language], named, language) ?? []);
  if (suggestions.length === 0) return unknown(words);
  return {
    text: words.say('unsure'),
    gesture: 'think',
    outcome: 'suggested',
    source: null,
    suggestions: [...new Set(suggestions)],
    entries: entries.map(({ id }) => id),
  };
}

function quoted({ passage, sentences }: FoundPassage, { say, join }: Omit<Words, 'asked'>): Said {
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

/** With the page that is nearest, if one is near. */
export function unknown({ say }: Speech, nearest?: FoundPassage): Said {
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
