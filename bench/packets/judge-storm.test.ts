import { expect, it } from 'vitest';
import { ErrorCode } from '../../packages/contract/src/index.ts';
import { figuresOf, judgeRepeats, judgeStorm } from './judge-storm.ts';

const packet = { shares: 2, total: 30 };

const share = (place: number, amount: number, atMs = 100) => {
  const body = JSON.stringify({ code: 0, message: 'success', data: { place, amount } });
  return { code: 0, body, atMs, durationMs: 10 };
};
const refusedAnswer = (code: number = ErrorCode.PACKET_SOLD_OUT, atMs = 400) => {
  return { code, body: JSON.stringify({ code, message: 'No', data: null }), atMs, durationMs: 1 };
};

it('A storm is in order in which each share was given once, and all others were refused as sold out.', () => {
  expect(judgeStorm([share(2, 10), refusedAnswer(), share(1, 20), refusedAnswer()], packet)).toEqual([]);
});

it.each([
  ['a share is missing', [share(1, 30), refusedAnswer()], '1 fans were told of a share'],
  ['two fans were told of one share', [share(1, 15), share(1, 15)], '1 shares were told twice'],
  ['the sum differs', [share(1, 10), share(2, 21)], 'the shares told make 31'],
  [
    'somebody got another refusal',
    [share(1, 10), share(2, 20), refusedAnswer(ErrorCode.PACKET_ENDED)],
    '1 fans got another',
  ],
])('A storm is not in order when %s.', (_, answers, problem) => {
  expect(judgeStorm(answers, packet)).toEqual([expect.stringContaining(problem)]);
});

it('A repeat gets the first answer: a holder the share, all others the refusal.', () => {
  const first = [share(1, 10), refusedAnswer()];
  expect(judgeRepeats(first, [share(1, 10, 900), refusedAnswer()])).toEqual([]);
  expect(judgeRepeats(first, [refusedAnswer(), refusedAnswer()])).toEqual([
    '1 fans got another answer the second time',
  ]);
});

it('Shares a second count until the last share, whenever the last fan was answered.', () => {
  const { sharesPerSecond, goneMs, allMs } = figuresOf([share(1, 10, 50), share(2, 20, 200), refusedAnswer()]);
  expect([sharesPerSecond, goneMs, allMs]).toEqual([10, 200, 400]);
});
