import { expect, it } from 'vitest';
import { createLog } from '#/log.ts';
import { check, checkInDatabase, counted, examine, type Ground, listed, reasonOf } from './check.ts';

const ground: Ground = {
  environment: {},
  settingsFile: undefined,
  settings: undefined,
  problems: [],
  database: () => Promise.reject(new Error('away')),
  log: createLog('silent'),
  now: () => new Date(),
  checksLedger: false,
  mailTo: undefined,
};
const facts = { group: 'machine', what: 'A thing', why: 'It matters.' } as const;
const outcomes = { fits: { state: 'ok', found: 'It has {count}.', advice: 'Look at {count}.' } } as const;

it('A check that fails, is late or has no database does not stop the others, and says why.', async () => {
  const lines = await examine(
    [
      check({ ...facts, id: 'fails', outcomes }, () => Promise.reject(new Error('the cable is out'))),
      check({ ...facts, id: 'late', outcomes, limitMs: 20 }, () => new Promise(() => undefined)),
      checkInDatabase({ ...facts, id: 'asks', outcomes }, () => Promise.resolve({ outcome: 'fits' })),
      check({ ...facts, id: 'fits', outcomes }, () => Promise.resolve({ outcome: 'fits', count: 3 })),
    ],
    ground,
  );
  expect(lines.map(({ id, state, found }) => [id, state, found])).toEqual([
    ['fails', 'unknown', 'It could not be checked: the cable is out.'],
    ['late', 'unknown', 'There was no answer within 0.02 seconds.'],
    ['asks', 'unknown', 'The settings have problems.'],
    ['fits', 'ok', 'It has 3.'],
  ]);
  expect(lines[3]?.advice).toBe('Look at 3.');
});

it('A reason has the system’s code, and no address, which may hold a key.', () => {
  const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
  expect(reasonOf(new TypeError('fetch failed', { cause: refused }))).toBe('ECONNREFUSED');
  expect(reasonOf(new Error('Cannot reach https://rpc.example.com/key-of-mine.'))).toBe('Cannot reach …');
  expect(reasonOf('no error')).toBe('no reason was given');
});

it('A long list names the first, and counts the rest.', () => {
  expect([listed(['a', 'b']), listed(['a', 'b', 'c'], 1)]).toEqual(['a, b', 'a and 2 more']);
});

it('A number has its noun in the plural unless it is one.', () => {
  expect([counted(0, 'day'), counted(1, 'day'), counted(2, 'process', 'processes')]).toEqual([
    '0 days',
    '1 day',
    '2 processes',
  ]);
});
