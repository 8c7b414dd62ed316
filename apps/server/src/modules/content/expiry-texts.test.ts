import { expect, test } from 'vitest';
import { expiryFaults, expiryTexts } from './expiry-texts.ts';

const twelve = { lastMonths: 12 };

test.each<['en_US' | 'zh_TW', string]>([
  ['en_US', 'Votes and tickets have no cash value. Unused ones stay in your balance after the result.'],
  ['en_US', 'Unused tickets carry over to the next election.'],
  ['en_US', 'Your tickets never expire.'],
  ['en_US', 'Leftover votes are kept for the next round of the year.'],
  ['zh_TW', '票數與投票券均不可兌換現金；結果確定後，未使用的部分仍留在餘額裡。'],
  ['zh_TW', '沒用完的投票券會保留到下一場。'],
  ['zh_TW', '投票券永久有效。'],
  ['zh_TW', '你的票不會過期。'],
  ['en_US', 'Points never expire.'],
  ['en_US', 'Points last until the end of the sixth month after you get them.'],
  ['en_US', 'Points expire after 6 months.'],
  ['zh_TW', '點數永久有效。'],
  ['zh_TW', '點數可用到取得後第六個月的月底。'],
  ['zh_TW', '點數可用到取得後第 6 個月的月底。'],
  ['en_US', 'See {expiry.coins}.'],
])('%s: "%s" is refused where Points last twelve months', (language, text) => {
  expect(expiryFaults(text, language, twelve)).toHaveLength(1);
});

test.each<['en_US' | 'zh_TW', string]>([
  ['en_US', 'Unused tickets and votes lapse once the result is final.'],
  ['en_US', 'When you reach it, the vote sheet says so. Your tickets stay where they are.'],
  ['en_US', 'Your votes stay in your records with their receipts.'],
  ['en_US', 'You lose your Points, tickets and unused votes; counted votes stay counted.'],
  ['en_US', 'Points last until the end of the twelfth month after you get them.'],
  ['en_US', 'Staked Points stay yours, but you can’t use them for 4 weeks.'],
  ['zh_TW', '結果確定後，未使用的投票券與票就會失效，並列入你的紀錄。'],
  ['zh_TW', '你投過的票會連同收據留在紀錄裡。'],
  ['zh_TW', '點數可用到取得後第十二個月的月底，使用時先扣最快到期的。'],
  ['en_US', '{expiry.votes} {expiry.points}'],
])('%s: "%s" is true where Points last twelve months', (language, text) => {
  expect(expiryFaults(text, language, twelve)).toEqual([]);
});

test.each([undefined, 1, 12])(
  'what the product says of Points that last %s months is true in both languages',
  (months) => {
    const terms = { lastMonths: months };
    for (const text of Object.values(expiryTexts(terms))) {
      expect([...expiryFaults(text.en_US, 'en_US', terms), ...expiryFaults(text.zh_TW, 'zh_TW', terms)]).toEqual([]);
    }
  },
);

test('Points without an end are not said to have one', () => {
  expect(expiryFaults('Points expire after 12 months.', 'en_US', {})).toHaveLength(1);
  expect(expiryFaults('點數一年後到期。', 'zh_TW', {})).toHaveLength(1);
});
