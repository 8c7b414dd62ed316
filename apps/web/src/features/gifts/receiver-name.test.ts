import { expect, test } from 'vitest';
import { receiverIn } from './receiver-name.ts';

test.each([
  ['K7Q2M9XA', 'K7Q2M9XA', 'fanCode'],
  [' k7q2-m9xa ', 'K7Q2M9XA', 'fanCode'],
  ['https://fans.example/login?invite=K7Q2M9XA', 'K7Q2M9XA', 'fanCode'],
  ['https://fans.example/login?lang=en&invite=k7q2m9xa&x=1', 'K7Q2M9XA', 'fanCode'],
  ['mina@example.com ', 'mina@example.com', 'email'],
])('%j names %s by %s', (typed, toAccount, by) => {
  expect(receiverIn(typed)).toEqual({ toAccount, by });
});

test.each(['', 'K7Q2M9X', 'K7Q2M9XAB', 'mina@example', 'https://fans.example/login', 'Mina'])(
  '%j names nobody',
  (typed) => {
    expect(receiverIn(typed)).toBeUndefined();
  },
);
