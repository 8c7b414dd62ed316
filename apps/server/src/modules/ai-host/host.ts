import { randomInt, randomUUID } from 'node:crypto';
import { localDateAt } from '#/lib/local-date.ts';
import type { Language } from '@lightstick/contract';
import type { Services } from '#/services.ts';
import { answerByFacts, unknown } from './default-host.ts';
import type { Facts } from './facts.ts';
import { guarded, sentencesOf } from './guard.rules.ts';
import {
  asOwner,
  giveUpLease,
  hasWork,
  type HostRow,
  listWaiting,
  type Made,
  noteModel,
  passOverdue,
  type Picked,
  readAnswering,
  readHost,
  readLastHeard,
  saveAnswer,
  savePick,
  setNextPick,
  takeLease,
  takeRequest,
} from './host.store.ts';
import { knownNumbers } from './known-numbers.rules.ts';
import type { Model } from './model.ts';
import { nextPickAfter, pickOf, pickTimeOf } from './pick.rules.ts';
import { leadMs, spokenUntil } from './sentence-times.rules.ts';
import type { Said } from './words.ts';

export type HostParts = Pick<Services, 'db' | 'clusterClock' | 'log' | 'settings'> & {
  readonly facts: (language: Language, at: Date) => Promise<Facts>;
  /** Absent in the default mode. */
  readonly model?: Model | undefined;
  /** From 0 up to 1. */
  readonly chance?: () => number;
};

export type Host = {
  /** Does what is due: picks a question, answers it, passes what waited too long. Does nothing while another process does. */
  readonly step: () => Promise<void>;
  /** Lets another process take over. */
  readonly leave: () => Promise<void>;
};

const steps = 2 ** 30;

/** A process's part in running the host. Any number of processes may try; one at a time holds the lease. */
export function createHost(parts: HostParts): Host {
  const { db, clusterClock, chance = () => randomInt(steps) / steps } = parts;
  const owner = randomUUID();

  async function pick(host: HostRow, fence: number, at: Date): Promise<Picked | undefined> {
    const waiting = await listWaiting(db);
    const [oldest] = waiting;
    if (host.state !== 'open' || !oldest || at < pickTimeOf(host.nextPickAt, oldest.askedAt)) return undefined;
    const picked = pickOf(waiting, { lastFanId: await readLastHeard(db), at, chance: chance() });
    if (!picked) return undefined;
    const isSaved = await asOwner(db, fence, (tx) => savePick(tx, picked, at));
    const { id, text, language } = picked.question;
    return isSaved ? { id, text, language: language as Language, pickedAt: at } : undefined;
  }

  async function answer(question: Picked, fence: number): Promise<void> {
    const made = await makeAnswer(parts, question, fence);
    const at = await clusterClock();
    const startsAt = new Date(at.getTime() + leadMs);
    await asOwner(db, fence, async (tx) => {
      // An operator may have changed it while the model wrote.
      const { holdAnswers } = await readHost(tx);
      await saveAnswer(tx, made, { fence, at, startsAt: holdAnswers ? null : startsAt });
      await setNextPick(tx, nextPickAfter(question.pickedAt, holdAnswers ? at : spokenUntil(made.sentences, startsAt)));
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

/** By the model if there is one and it answers in time, within its budget and within the facts; else by the facts alone. */
async function makeAnswer(parts: HostParts, question: Picked, fence: number): Promise<Made> {
  const { log } = parts;
  let facts: Facts;
  try {
    facts = await parts.facts(question.language, await parts.clusterClock());
  } catch (err) {
    // Without the facts the question still ends, with an honest answer.
    log.error({ err }, 'The facts of the AI host could not be read');
    return madeOf(question, unknown(saysIn(question.language)));
  }
  const byModel = await askModel(parts, question, facts, fence);
  if (byModel) return byModel;
  const said = answerByFacts(question.text, facts);
  const judged = guarded(said.text, facts, knownNumbers(facts));
  if (judged.isFine) return madeOf(question, said);
  log.warn({ questionId: question.id, because: judged.because }, 'The host held back an answer of its own');
  return madeOf(question, unknown(saysIn(question.language)));
}

const saysIn = (language: Language) => (english: string, chinese: string) => (language === 'zh_TW' ? chinese : english);

function madeOf({ id }: Picked, { text, gesture, source }: Said): Made {
  return { questionId: id, sentences: sentencesOf(text).slice(0, 3), gesture, source, mode: 'automatic', model: null };
}

async function askModel(parts: HostParts, question: Picked, facts: Facts, fence: number): Promise<Made | undefined> {
  const { db, log, model, settings, clusterClock } = parts;
  const budget = settings.aiHost.model;
  if (!model || !budget) return undefined;
  const at = await clusterClock();
  const day = localDateAt(at, settings.platformTimeZone);
  if (!(await asOwner(db, fence, (tx) => takeRequest(tx, budget, day, at)))) return undefined;
  const reply = await model(question.text, facts);
  const judged = reply.ok ? guarded(reply.text, facts, knownNumbers(facts)) : undefined;
  await asOwner(db, fence, (tx) => noteModel(tx, { tokens: reply.tokens, hasFailed: !reply.ok }, at));
  if (!reply.ok) log.warn({ questionId: question.id, because: reply.because }, 'The model gave no answer');
  else if (!judged?.isFine)
    log.info({ questionId: question.id, because: judged?.because }, "The model's answer was held back");
  if (!judged?.isFine) return undefined;
  const say = saysIn(question.language);
  return {
    questionId: question.id,
    sentences: judged.sentences,
    gesture: 'explain',
    mode: 'model',
    model: budget.name,
    source: {
      text: say('Source: facts of the event, put in words by an AI model', '來源：活動資料，由 AI 模型轉述'),
      to: '/vote-activity',
    },
  };
}
