import { textsOf } from './texts.ts';

/** The words by which a fan finds their way through giving and cheering. */
export const giftWordsIn = textsOf({
  give: 'records.give',
  receiver: 'gift.receiver',
  giveTo: (say) => (count: number, name: string) => say('gift.giveTo', { count, name }),
  giveUnnamed: (say) => say('gift.give', { count: 1 }),
  givenTo: (say) => (count: number, name: string) => say('gift.givenTo', { count, name }),
  given: (say) => say('gift.given', { count: 1 }),
  again: 'gift.again',
  unknown: 'gift.refused.receiverNotFound',
  byEmail: { en_US: 'To a fan, by email', zh_TW: '送給 郵件指定的粉絲' },
  from: (say) => (name: string) => say('records.giftFrom', { name }),
  direction: 'records.direction',
  received: 'records.direction.received',
  noneFits: 'records.noGiftsFiltered',
  cheer: 'cheer.open',
  cheerWith: (say) => say('cheer.action', { count: 5 }),
  cheered: (say) => say('cheer.counted', { count: 5 }),
  cheerAgain: 'cheer.again',
  amount: 'cheer.amount',
  cheerWithTwo: (say) => say('cheer.action', { count: 2 }),
  cheeredTwo: (say) => say('cheer.counted', { count: 2 }),
  thanks: (say) => (name: string) => say('cheer.thanks', { name }),
  cheers: 'records.tab.cheers',
  receiptOf: (say) => say.withAny('receipt.ofCheer', ['name'], { count: 5 }),
  ledgerLine: 'receipt.transferId',
});
