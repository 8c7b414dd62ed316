import { isDeepStrictEqual } from 'node:util';
import type { OwnerPool } from '../world/owner-connection.ts';
import type { Vote, VoteAnswer } from './send-vote.ts';

type VoteWithAnswer = { readonly vote: Vote; readonly answer: VoteAnswer | undefined };
type ConversionRow = { key: string; fan: number; tickets: number; votes: number };

/**
 * Checks that each answered vote converted the tickets that it names, and nothing else did in its activity. Returns the
 * differences.
 */
export async function compareConversions(
  ownerPool: OwnerPool,
  activityId: string,
  told: readonly VoteWithAnswer[],
): Promise<string[]> {
  const { rows } = await ownerPool.query<ConversionRow>(
    'SELECT key, fan_id AS fan, tickets, votes FROM ticket_conversion WHERE activity_id = $1',
    [activityId],
  );
  const written = new Map(rows.map(({ key, ...row }) => [key, row]));
  const asked = new Map(
    told.flatMap(({ vote: { key, fanId: fan, conversion }, answer }) =>
      answer && conversion ? [[key, { fan, ...conversion }] as const] : [],
    ),
  );
  return [
    ...[...asked]
      .filter(([key, conversion]) => !isDeepStrictEqual(written.get(key), conversion))
      .map(([key]) => `vote ${key} should have converted tickets, written: ${JSON.stringify(written.get(key))}`),
    ...[...written.keys()].filter((key) => !asked.has(key)).map((key) => `tickets were converted without vote ${key}`),
    ...told
      .filter(({ vote, answer }) => answer && !isDeepStrictEqual(answer.conversion, vote.conversion ?? null))
      .map(({ vote }) => `vote ${vote.key} was told another conversion than it asked for`),
  ];
}
