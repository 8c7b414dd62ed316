import { textsOf } from './texts.ts';

/** What a red packet says, in a language. */
export const packetWordsIn = textsOf({
  grab: 'packet.grab',
  got: (say) => (points: number) => say('packet.got', { given: say('points.count', { points }) }),
  first: { en_US: '1st of 3', zh_TW: '第 1 名，共 3 份' },
  shares: 'packet.shares',
  me: 'fanRanking.me',
  ticketFor: (say) => (points: number) => say('topUp.exchange', { points, tickets: 1 }),
  soldOut: 'packet.soldOut',
  next: 'packet.next',
  luckiest: 'packet.luckiest',
  luckiestIsMine: 'packet.luckiestIsMine',
  signInFirst: 'packet.signInFirst',
  seal: 'packet.seal',
  proof: 'packet.proof',
  soFar: 'proof.verdict.soFar',
  proofTitle: 'proof.title',
  recomputed: 'proof.verdict.whole',
  ownShare: (say) => say('proof.mine.share', { place: 1, amount: 88 }),
  promiseKept: 'proof.mine.promiseKept',
});
