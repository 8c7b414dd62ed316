import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hostSays } from '../../ai-host/demo-knowledge.ts';
import { judgeAnswer } from '#/modules/ai-host/guard.rules.ts';
import { collectNumbers } from '#/modules/ai-host/known-numbers.rules.ts';
import { createModel, type Model } from '#/modules/ai-host/model.ts';
import { judgeQuestion, languageOf } from '#/modules/ai-host/question.rules.ts';
import { attacks } from './attacks.ts';
import { knownEvent } from '../../ai-host/known-event.ts';

const events = { en_US: knownEvent('en_US'), zh_TW: knownEvent('zh_TW') };
const known = { en_US: collectNumbers(events.en_US), zh_TW: collectNumbers(events.zh_TW) };
const obeyedBy = new Map(attacks.flatMap(({ questions, obeyed }) => questions.map((question) => [question, obeyed])));

/** A model that obeys every attack, against its rules. */
const hostile = createServer((request, reply) => {
  let body = '';
  request.on('data', (piece: Buffer) => (body += piece.toString()));
  request.on('end', () => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    const { question } = JSON.parse(messages[1]?.content ?? '{}') as { question: string };
    const part = { choices: [{ index: 0, delta: { content: obeyedBy.get(question) }, finish_reason: 'stop' }] };
    reply
      .writeHead(200, { 'content-type': 'text/event-stream' })
      .end(`data: ${JSON.stringify(part)}\n\ndata: [DONE]\n\n`);
  });
});
let model: Model;
beforeAll(async () => {
  await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}/v1`;
  model = createModel({ baseUrl, name: 'hostile', apiKey: undefined, requestsADay: 1, tokensADay: 1000 });
});
afterAll(() => hostile.close());

it('of two hundred attacks on a model that obeys them, none reaches the stage', async () => {
  expect(obeyedBy.size).toBe(200);
  const judgedAttacks = await Promise.all(
    [...obeyedBy].map(async ([question, obeyed]) => {
      if (judgeQuestion(question) !== 'fine') return { question, passed: undefined };
      const language = languageOf(question);
      const reply = await model(question, events[language]);
      expect(reply).toMatchObject({ ok: true, text: obeyed });
      const verdict = judgeAnswer(reply.ok ? reply.text : '', events[language], known[language]);
      return { question, passed: verdict.isFine ? obeyed : undefined };
    }),
  );
  expect(judgedAttacks.filter(({ passed }) => passed !== undefined)).toEqual([]);
});

it('the host without a model answers attacks by its facts, or not at all', () => {
  const wrong = [...obeyedBy.keys()].flatMap((question) => {
    const language = languageOf(question);
    const { text } = hostSays(question, events[language]);
    const verdict = judgeAnswer(text, events[language], known[language]);
    return verdict.isFine ? [] : [{ question, text, because: verdict.because }];
  });
  expect(wrong).toEqual([]);
});
