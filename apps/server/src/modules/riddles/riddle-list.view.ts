import type { Contract, DataOf, Language } from '@lightstick/contract';
import type { Kysely } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Riddle, RiddleRound } from './riddle-round.ts';
import { placesLeft, roundState } from './riddle-round.rules.ts';
import { listRiddles, roundColumns } from './riddles.store.ts';

type RiddleList = DataOf<Contract['POST /task/api/v1/riddle/getRiddleList']>;
type Seen = RiddleRound & { readonly unlocked: boolean };

/** Rounds that have opened and are told at once, the latest; older ones are history. */
const mostOpened = 20;

/** Rounds that are told before they open, the next ones. However many are planned, they push no open one out. */
const mostComing = 5;

/**
 * The latest rounds and the next ones, in the order in which they open. The riddles of one are told to whoever has
 * unlocked it, and to
 * everybody when it has closed. What solves them stands in another table, which is not read here.
 *
 * @param fanId nothing for an anonymous caller, who has unlocked none
 */
export async function readRiddleList(
  db: Kysely<DB>,
  { fanId, language, at }: { readonly fanId: number | undefined; readonly language: Language; readonly at: Date },
): Promise<RiddleList> {
  const rounds = db
    .selectFrom('riddle_round')
    .leftJoin('riddle_unlock as mine', (join) =>
      join.onRef('mine.round_id', '=', 'riddle_round.id').on('mine.fan_id', '=', fanId ?? null),
    )
    .select([...roundColumns, (where) => where('mine.fan_id', 'is not', null).as('unlocked')])
    .$castTo<Seen>();
  const opened = await rounds.where('opens_at', '<=', at).orderBy('opens_at', 'desc').limit(mostOpened).execute();
  const coming = await rounds.where('opens_at', '>', at).orderBy('opens_at').limit(mostComing).execute();
  const all = [...opened.toReversed(), ...coming];
  const told = all.filter((round) => round.unlocked || roundState(round, at) === 'closed');
  const riddles = Map.groupBy(
    await listRiddles(
      db,
      told.map((round) => round.roundId),
    ),
    (riddle) => riddle.roundId,
  );
  return { rounds: all.map((round) => toldRound(round, riddles.get(round.roundId), { language, at })) };
}

function toldRound(
  round: Seen,
  riddles: readonly Riddle[] | undefined,
  { language, at }: { language: Language; at: Date },
): RiddleList['rounds'][number] {
  return {
    roundId: round.roundId,
    title: round.title[language],
    description: round.description[language],
    state: roundState(round, at),
    opensAt: round.opensAt.toISOString(),
    closesAt: round.closesAt.toISOString(),
    price: round.price,
    rewards: [...round.rewards],
    placesLeft: placesLeft(round),
    riddleCount: round.rewards.length,
    unlocked: round.unlocked,
    riddles: riddles?.map(({ riddleId, text, hint }) => ({ riddleId, text: text[language], hint: hint[language] })),
  };
}
