export {
  type BoxProof,
  type CampaignDocument,
  canonicalJson,
  documentHash,
  type Json,
  type PacketProof,
  type Proof,
  type RaffleProof,
  type StepVerdict,
} from './steps.ts';
export {
  type BoxStep,
  type DifferentPrize,
  drawOpening,
  type BoxOpening,
  openingSeed,
  verifyBox,
  verifyContinuation,
} from './box.ts';
export { sharesHash, sharesOf, type PacketStep, verifyPacket } from './packet.ts';
export { quicknet, roundAt, roundOfRaffle, timeOf } from './quicknet.ts';
export {
  type DrawnEntry,
  drawWinners,
  type RaffleEntry,
  entryHash,
  raffleSeed,
  type RaffleStep,
  rootOf,
  verifyRaffle,
  type Winner,
} from './raffle.ts';
export { type StakingLine, type StakingPeriod, type StakingStep, verifyStaking } from './staking.ts';
