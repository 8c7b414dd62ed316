import { randomInt, randomUUID } from 'node:crypto';
import { localDateAt } from '#/lib/local-date.ts';
import type { Language } from '@lightstick/contract';
import type { Services } from '#/services.ts';
import { answerByFacts, sayUnknown, fillWrittenAnswer } from './default-host.ts';
import type { HostFacts } from './facts.ts';
import { sentencesOf } from '#/lib/sentences.ts';
import { judgeAnswer } from './guard.rules.ts';
import {
  asOwner,
  giveUpLease,
  hasWork,
  type HostRow,
  listWaiting,
  type HostAnswer,
  noteModel,
  passOverdue,
  type PickedQuestion,
  readAnswering,
  readHost,
  readLastHeard,
  saveAnswer,
  savePick,
  setPace,
  takeLease,
  takeRequest,
} from './host.store.ts';
import type { KnowledgeIndex } from './knowledge/knowledge.ts';
import { foldText, reading } from './knowledge/tokens.ts';
import { type KnownNumbers, collectNumbers, numbersIn } from './known-numbers.rules.ts';
import type { Model } from './model.ts';
import { nameIn } from './names.rules.ts';
import { nextPickAfter, pickOf, pickTimeOf } from './question.rules.ts';
import { leadMs, number, type SpokenAnswer, speechIn, spokenUntil, timeIn } from './speech.ts';

export type HostParts = Pick<Services, 'db' | 'clusterClock' | 'log' | 'settings'> & {
  readonly facts: (language: Language, at: Date) => Promise<HostFacts>;
  readonly knowledge: () => Promise<KnowledgeIndex>;
  /** The model of the deployment; absent in the default mode. */
  readonly model?: Model | undefined;
  /** Returns a random number from 0 up to 1. */
  readonly chance?: () => number;
};

export type Host = {
  /**
   * Does what is due: picks a question, answers it, passes what waited too long. Does nothing while another process
   * holds the lease.
   */
  readonly step: () => Promise<void>;
  /** Lets another process take over. */
  readonly leave: () => Promise<void>;
};

const steps = 2 ** 30;

/** Creates a process's part in running the host. Any number of processes may try; one at a time holds the lease. */
export function createHost(parts: HostParts): Host {
  const { db, clusterClock, chance = () => randomInt(steps) / steps } = parts;
  const owner = randomUUID();

  async function pick(host: HostRow, fence: number, at: Date): Promise<PickedQuestion | undefined> {
    const waiting = await listWaiting(db);
    const [oldest] = waiting;
    if (host.state !== 'open' || !oldest) return undefined;
    const lastFanId = await readLastHeard(db);
    const isOfLastHeard = lastFanId === null || oldest.fanId === lastFanId;
    const queue = { waiting: waiting.length, oldestAt: oldest.askedAt, isOfLastHeard };
    if (at < pickTimeOf(host, queue)) return undefined;
    const picked = pickOf(waiting, { lastFanId, at, chance: chance() });
    if (!picked) return undefined;
    const isSaved = await asOwner(db, fence, (tx) => savePick(tx, picked, at));
    const { id, text, language, offersHelp } = picked.question;
    return isSaved ? { id, text, language: language as Language, pickedAt: at, offersHelp } : undefined;
  }

  async function answer(question: PickedQuestion, fence: number): Promise<void> {
    const made = await makeAnswer(parts, question, fence);
    const at = await clusterClock();
    const startsAt = new Date(at.getTime() + leadMs);
    await asOwner(db, fence, async (tx) => {
      // An operator may have changed it while the model wrote.
      const { holdAnswers } = await readHost(tx);
      await saveAnswer(tx, made, { fence, at, startsAt: holdAnswers ? null : startsAt });
      const spoken = holdAnswers ? at : spokenUntil(made.sentences, startsAt);
      await setPace(tx, { nextPickAt: nextPickAfter(question.pickedAt, spoken), spokenUntil: spoken });
    });
  }

  return {
    async step() {
      if (!(await hasWork(db))) return;
      const fence = await takeLease(db, owner, await clusterClock());
      if (fence === undefined) return;
      const at = await clusterClock();
      const host = await readHost(db);
      await asOwner(db, fence, (tx) => passOverdue(tx, at, host.state === 'ended'));
      const question = (await readAnswering(db)) ?? (await pick(host, fence, at));
      if (question) await answer(question, fence);
    },
    leave: () => giveUpLease(db, owner),
  };
}

/** Answers by the model if it answers in time, within its budget and within the facts; else by the facts alone. */
async function makeAnswer(parts: HostParts, question: PickedQuestion, fence: number): Promise<HostAnswer> {
  const { log } = parts;
  let facts: HostFacts;
  let index: KnowledgeIndex;
  try {
    facts = await parts.facts(question.language, await parts.clusterClock());
    index = await parts.knowledge();
  } catch (err) {
    // Without the facts the question still ends, with an honest answer.
    log.error({ err }, 'The facts of the AI host could not be read');
    return answerWith(question, sayUnknown(speechIn(question.language)));
  }
  const byModel = question.offersHelp ? undefined : await askModel(parts, question, { facts, index }, fence);
  if (byModel) return byModel;
  const said = answerByFacts(question.text, facts, index);
  const judged = judgeAnswer(said.text, facts, collectKnown(said, facts));
  if (judged.isFine) return answerWith(question, said);
  log.warn({ questionId: question.id, because: judged.because }, 'The host held back an answer of its own');
  return answerWith(question, sayUnknown(speechIn(question.language)));
}

/** Returns the numbers that an answer may contain: those of the facts, and those of an organiser's answer. */
function collectKnown({ text, entries }: SpokenAnswer, facts: HostFacts): KnownNumbers {
  const isWritten = entries.some((entry) => !entry.startsWith('fact:'));
  return new Set([...collectNumbers(facts), ...(isWritten ? numbersIn(text) : [])]);
}

function answerWith({ id }: PickedQuestion, { text, gesture, outcome, source, suggestions }: SpokenAnswer): HostAnswer {
  const sentences = sentencesOf(text).slice(0, 3);
  return { questionId: id, sentences, gesture, outcome, source, suggestions, mode: 'automatic', model: null };
}

type Knowledge = { readonly facts: HostFacts; readonly index: KnowledgeIndex };

async function askModel(
  parts: HostParts,
  question: PickedQuestion,
  { facts, index }: Knowledge,
  fence: number,
): Promise<HostAnswer | undefined> {
  const { db, log, model, settings, clusterClock } = parts;
  const budget = settings.aiHost.model;
  if (!model || !budget) return undefined;
  const at = await clusterClock();
  const day = localDateAt(at, settings.platformTimeZone);
  if (!(await asOwner(db, fence, (tx) => takeRequest(tx, budget, day, at)))) return undefined;
  const notes = notesOn(question.text, facts, index);
  const reply = await model(question.text, facts, notes);
  const known = new Set([...collectNumbers(facts), ...notes.flatMap(numbersIn)]);
  const judged = reply.ok ? judgeAnswer(reply.text, facts, known) : undefined;
  await asOwner(db, fence, (tx) => noteModel(tx, { tokens: reply.tokens, hasFailed: !reply.ok }, at));
  if (!reply.ok) log.warn({ questionId: question.id, because: reply.because }, 'The model gave no answer');
  else if (!judged?.isFine)
    log.info({ questionId: question.id, because: judged?.because }, "The model's answer was held back");
  if (!judged?.isFine) return undefined;
  return {
    questionId: question.id,
    sentences: judged.sentences,
    gesture: 'explain',
    outcome: 'answered',
    suggestions: [],
    mode: 'model',
    model: budget.name,
    source: {
      text: speechIn(question.language).say('sourceModel'),
      to: '/vote-activity',
    },
  };
}

const mostAnswers = 3;
const mostPassages = 2;
const leastLikeness = 0.35;
const leastCovered = 0.5;

/** Returns what the packs say about a question, for a model that words it. */
function notesOn(question: string, facts: HostFacts, index: KnowledgeIndex): string[] {
  const { masked, ...asked } = nameIn(foldText(question), facts, { ...reading, isWord: index.isWord });
  const tokens = index.tokens(masked);
  const words = { ...speechIn(facts.language), facts, asked, number, time: timeIn(facts) };
  const answers = index
    .search(tokens)
    .filter(({ score }) => score >= leastLikeness)
    .flatMap(({ entry }) => (entry.written && fillWrittenAnswer(entry.written, words)?.text) ?? [])
    .slice(0, mostAnswers);
  const passages = index
    .searchPages(tokens, facts.language)
    .filter(({ covered }) => covered >= leastCovered)
    .slice(0, mostPassages)
    .map(({ sentences }) => words.join('sentences', sentences));
  return [...answers, ...passages];
}
