import type { Contract, DataOf } from '@lightstick/contract';

type ReceivedPoints = DataOf<Contract['POST /wallet/api/v1/userExpand/getReceivedPointRecords']>['list'][number];
export type PointKind = ReceivedPoints['kind'];

/** The lifetime of a credit of Points: the published term, the term of repaid Points, or that of the giver's. */
type Life = 'term' | 'kept' | 'carried';

/** A reason that pays a fan Points says their kind and life, or it does not compile. */
type ReasonTerms =
  | { readonly code: number; readonly kind: PointKind; readonly life: Life }
  | { readonly code: number; readonly kind?: undefined; readonly life?: Life };

/** The reasons of amounts. Transfers store these codes for all time; the table ledger.reason holds the same list. */
export const reasons = {
  vote: { code: 10 },
  free_votes: { code: 11 },
  vote_released: { code: 13 },
  exchange_paid: { code: 20 },
  exchange_received: { code: 21 },
  order_paid: { code: 22 },
  order_received: { code: 23 },
  order_refunded: { code: 24, life: 'kept' },
  nft_fee: { code: 25 },
  conversion_paid: { code: 30 },
  conversion_received: { code: 31 },
  task_reward: { code: 40, kind: 'task', life: 'term' },
  invite_reward: { code: 41, kind: 'invite', life: 'term' },
  riddle_reward: { code: 42, kind: 'riddle', life: 'term' },
  riddle_unlock: { code: 43 },
  video_reward: { code: 44, kind: 'video', life: 'term' },
  packet_share: { code: 50, kind: 'luck', life: 'term' },
  box_paid: { code: 51 },
  box_prize: { code: 52, kind: 'luck', life: 'term' },
  envelope_prize: { code: 53, kind: 'luck', life: 'term' },
  raffle_paid: { code: 54 },
  raffle_prize: { code: 55, kind: 'luck', life: 'term' },
  ticket_gift_sent: { code: 60 },
  ticket_gift_received: { code: 61, life: 'carried' },
  cheer: { code: 62 },
  song_vote: { code: 63 },
  live_ticket_paid: { code: 64 },
  live_ticket_refunded: { code: 65, life: 'kept' },
  stake_bonus: { code: 70, kind: 'staking', life: 'term' },
  test_coin: { code: 80 },
  points_expired: { code: 81 },
  tickets_lapsed: { code: 82 },
  demo_grant: { code: 90, kind: 'gift', life: 'term' },
} as const satisfies Readonly<Record<string, ReasonTerms>>;

export type Reason = keyof typeof reasons;

const kindOf = ({ code, kind }: ReasonTerms): [number, PointKind][] => (kind ? [[code, kind]] : []);
const kindByCode: ReadonlyMap<number, PointKind> = new Map(Object.values(reasons).flatMap(kindOf));

/** The codes of the reasons that pay Points. */
export const earningCodes: readonly number[] = [...kindByCode.keys()];

/** Prizes that can be bought: a fan could climb the ranking by paying Points for Points. */
const bought: ReadonlySet<number> = new Set([reasons.box_prize.code, reasons.raffle_prize.code]);

/** The codes of the reasons whose Points count in the fan ranking. */
export const rankedCodes: readonly number[] = earningCodes.filter((code) => !bought.has(code));

/** Returns the kind of Points for a code in `earningCodes`. */
export function pointKind(code: number): PointKind {
  const kind = kindByCode.get(code);
  if (!kind) throw new Error(`Points have no reason with the code ${code}`);
  return kind;
}
