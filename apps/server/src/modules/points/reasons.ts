import type { Contract, DataOf } from '@lightstick/contract';

/** Why an amount moved. Transfers store these codes for ever; the table ledger.reason holds the same list. */
export const reasonCode = {
  vote: 10,
  free_votes: 11,
  exchange_paid: 20,
  exchange_received: 21,
  order_paid: 22,
  order_received: 23,
  order_refunded: 24,
  conversion_paid: 30,
  conversion_received: 31,
  task_reward: 40,
  invite_reward: 41,
  riddle_reward: 42,
  riddle_unlock: 43,
  video_reward: 44,
  packet_share: 50,
  box_paid: 51,
  box_prize: 52,
  envelope_prize: 53,
  raffle_paid: 54,
  raffle_prize: 55,
  ticket_gift_sent: 60,
  ticket_gift_received: 61,
  cheer: 62,
  song_vote: 63,
  test_coin: 80,
  demo_grant: 90,
} as const;

export type Reason = keyof typeof reasonCode;

type ReceivedPoints = DataOf<Contract['POST /wallet/api/v1/userExpand/getReceivedPointRecords']>['list'][number];
export type PointKind = ReceivedPoints['kind'];

/** The kind of Points that a fan sees for each reason, null for reasons that pay none. */
const pointKindOf: Readonly<Record<Reason, PointKind | null>> = {
  vote: null,
  free_votes: null,
  exchange_paid: null,
  exchange_received: null,
  order_paid: null,
  order_received: null,
  order_refunded: null,
  conversion_paid: null,
  conversion_received: null,
  task_reward: 'task',
  invite_reward: 'invite',
  riddle_reward: 'riddle',
  riddle_unlock: null,
  video_reward: 'video',
  packet_share: 'luck',
  box_paid: null,
  box_prize: 'luck',
  envelope_prize: 'luck',
  raffle_paid: null,
  raffle_prize: 'luck',
  ticket_gift_sent: null,
  ticket_gift_received: null,
  cheer: null,
  song_vote: null,
  test_coin: null,
  demo_grant: 'gift',
};

const kindByCode = new Map(
  Object.entries(pointKindOf).flatMap(([reason, kind]) => (kind ? [[reasonCode[reason as Reason], kind]] : [])),
) as ReadonlyMap<number, PointKind>;

/** The codes of the reasons that pay Points. */
export const earningCodes: readonly number[] = [...kindByCode.keys()];

/** Prizes that can be bought: a fan could climb the ranking by paying Points for Points. */
const bought: ReadonlySet<number> = new Set([reasonCode.box_prize, reasonCode.raffle_prize]);

/** The codes of the reasons whose Points count in the fan ranking. */
export const rankedCodes: readonly number[] = earningCodes.filter((code) => !bought.has(code));

/** Returns the kind of Points for a code in `earningCodes`. */
export function pointKind(code: number): PointKind {
  const kind = kindByCode.get(code);
  if (!kind) throw new Error(`Points have no reason with the code ${code}`);
  return kind;
}
