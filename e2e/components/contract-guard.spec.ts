import { judgeAnswer } from '#/fixtures/validate-response.ts';
import { expect, test } from '#/fixtures/test.ts';
import { startVisits } from '#/fixtures/visit.ts';

const tickets = {
  method: 'POST',
  path: '/activity/api/v1/vote/voteTransfer',
  status: 200,
  contentType: 'application/json',
};
const transferred = { transferId: '1', tickets: 1, votes: 10, ticketsLeft: 0, votesLeft: 10 };

function judgeEnvelope(envelope: unknown, change: Partial<typeof tickets> = {}): string | undefined {
  return judgeAnswer({ ...tickets, ...change, text: JSON.stringify(envelope) });
}

test.describe('the guard of the contract', () => {
  test('finds nothing wrong with a right answer, or with a refusal that is promised', () => {
    expect(judgeEnvelope({ code: 0, message: 'OK', data: transferred })).toBeUndefined();
    expect(judgeEnvelope({ code: 2002, message: 'You need 3 more tickets.', data: null })).toBeUndefined();
    expect(judgeEnvelope({ code: 9002, message: 'Please sign in.', data: null }, { status: 401 })).toBeUndefined();
  });

  test('sees data that break the schema, and data that say too much', () => {
    expect(judgeEnvelope({ code: 0, message: 'OK', data: { ...transferred, votes: -1 } })).toContain(
      'breaks the contract',
    );
    expect(judgeEnvelope({ code: 0, message: 'OK', data: { ...transferred, email: 'x' } })).toContain(
      'more than the contract',
    );
  });

  test('sees an answer that is no envelope, or no JSON', () => {
    expect(judgeEnvelope(transferred)).toContain('is not the envelope');
    expect(judgeEnvelope({ code: 0, message: 'OK', data: transferred, extra: 1 })).toContain('is not the envelope');
    expect(judgeAnswer({ ...tickets, contentType: 'text/html', text: '<html>' })).toContain(
      'text/html instead of JSON',
    );
  });

  test('sees a refusal that is not promised, unknown, wrongly worded, or of the wrong status', () => {
    expect(judgeEnvelope({ code: 1002, message: 'No.', data: null })).toContain('does not promise');
    expect(judgeEnvelope({ code: 7777, message: 'No.', data: null })).toContain('not in the registry');
    expect(judgeEnvelope({ code: 2002, message: 'You need {missing} more.', data: null })).toContain(
      'with the message',
    );
    expect(judgeEnvelope({ code: 2002, message: 'No.', data: null }, { status: 400 })).toContain('with status 400');
    expect(judgeEnvelope({ code: 2002, message: 'No.', data: {} })).toContain('carries data');
  });

  test('sees an unknown call that succeeds', () => {
    expect(judgeEnvelope({ code: 0, message: 'OK', data: {} }, { path: '/wallet/api/v1/unknown' })).toContain(
      'does not know',
    );
  });
});

test('errors of a browser are reported when its visit ends', async ({ browser, product }) => {
  const look = { language: 'en_US', theme: 'light', motion: 'reduced' } as const;
  const visits = startVisits({ browser, address: product.address, look });
  const page = await visits.anonymously();
  await page.route('**/config', (route) =>
    route.fulfill({ json: { code: 0, message: 'OK', data: { chainId: 'one' } } }),
  );
  await page.route('**/vote/stream?*', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: 'event: ranking\nid: 1\ndata: {"version":-1}\n\n' }),
  );
  const configured = page.waitForResponse('**/config');
  await page.goto('/no-such-screen');
  await configured;
  await page.evaluate(async () => {
    console.error('planted in the console');
    setTimeout(() => {
      throw new Error('planted and uncaught');
    });
    const stream = new EventSource('/activity/api/v1/vote/stream?activityId=1004');
    await new Promise((resolve) => stream.addEventListener('ranking', resolve, { once: true }));
    stream.close();
  });

  const problems = (await visits.end()).map((problem) => problem.replaceAll(/\s+/g, ' '));
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^GET \/config breaks the contract/),
      expect.stringMatching(/^An event of \/activity\/api\/v1\/vote\/stream breaks the contract/),
      expect.stringMatching(/^Console error: planted in the console/),
      expect.stringMatching(/^Uncaught error: Error: planted and uncaught/),
    ]),
  );
  expect(problems).toHaveLength(4);
});
