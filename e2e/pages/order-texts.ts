import { textsOf } from './texts.ts';

/** The words by which a fan finds their way through vote packs, NFTs and their orders. */
export const orderWordsIn = textsOf({
  moon: { en_US: 'Paper Moon', zh_TW: '紙月亮' },
  buyMoon: { en_US: 'Buy Paper Moon for 280 Points', zh_TW: '以 280 點數購買「紙月亮」' },
  payForTwo: { en_US: 'Pay 560 Points', zh_TW: '支付 560 點數' },
  numbers: 'nft.serials',
  done: 'order.state.done',
  toCollection: 'nft.toCollection',
  myNfts: 'nft.mine',
  myOrders: 'order.records',
  moonTwice: { en_US: 'Paper Moon ×2', zh_TW: '紙月亮 ×2' },
  soldOut: 'mall.block.soldOut',
  comingSoon: 'mall.block.notOpen',
  ended: 'mall.block.ended',
  getVotes: 'votePack.open',
  buyGlow: { en_US: 'Buy Glow for 490 Points', zh_TW: '以 490 點數購買「微光」' },
  payForGlow: { en_US: 'Pay 490 Points', zh_TW: '支付 490 點數' },
  received: (say) => say('votePack.received', { count: 110 }),
  voteNow: 'mall.goVote',
});
