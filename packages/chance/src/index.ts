export { canonicalJson, type Json } from './canonical-json.ts';
export { drawOpening, type Opening, openingSeed } from './box.ts';
export { sharesHash, sharesOf, type PacketStep, verifyPacket } from './packet.ts';
export { quicknet, roundAt, roundOfRaffle, timeOf } from './quicknet.ts';
export {
  type DrawnEntry,
  drawWinners,
  type Entry,
  entryHash,
  raffleSeed,
  type RaffleStep,
  rootOf,
  verifyRaffle,
  type Winner,
} from './raffle.ts';
export { type StakingLine, type StakingPeriod, type StakingStep, verifyStaking } from './staking.ts';
export {
  type BoxProof,
  type CampaignDocument,
  documentHash,
  type PacketProof,
  type Proof,
  type RaffleProof,
  type Verdict,
} from './steps.ts';
export { type BoxStep, type DifferentPrize, verifyBox, verifyContinuation } from './verify-box.ts';
