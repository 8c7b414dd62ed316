import type { OwnerPool } from './owner-connection.ts';

/** An activity with its own period, beside those of content packs. Both have the same number. */
export type ActivityRules = {
  readonly number: number;
  readonly voteAsset: string;
  readonly closesAt: Date;
  readonly timeZone: string;
  readonly dailyCap: number | null;
  /** Votes that every fan has on each day for nothing. */
  readonly freeVotes: number;
};

export const idolIds = ['901', '902', '903'] as const;

type Client = Pick<OwnerPool, 'query'>;

/** The ticket of all these activities; it is worth one vote. */
export const ticketAsset = 'MEASURED_TICKET';
const text = (english: string) => JSON.stringify({ en_US: english, zh_TW: `${english}（中文）` });

/** Puts in place what `givenActivity` takes for granted: the idols, and the ticket. */
export async function givenIdols(client: Client): Promise<void> {
  await client.query(`INSERT INTO team (id, name, slogan, colour, position) VALUES ('close', $1, $1, '#aa3366', 1)`, [
    text('Last minute'),
  ]);
  await client.query(
    `INSERT INTO idol (id, team_id, name, number, profile, portrait_seed)
       SELECT id, 'close', $2, id::integer, $2, id FROM unnest($1::text[]) AS idol (id)`,
    [idolIds, text('Somebody')],
  );
  await client.query(`SELECT ledger.define_unit($1, 'ticket')`, [ticketAsset]);
}

/** Prepares an activity that is open already, with all idols in it. */
export async function givenActivity(client: Client, rules: ActivityRules): Promise<void> {
  const { number, voteAsset, closesAt, timeZone, dailyCap, freeVotes } = rules;
  const activityId = String(number);
  await client.query(
    `SELECT ledger.define_period($1, ledger.define_unit($2, 'vote'), now() - interval '2 days', $3, $4, $5, $6)`,
    [number, voteAsset, closesAt, timeZone, dailyCap, freeVotes],
  );
  await client.query(
    `INSERT INTO activity (id, period, title, subtitle, ticket_asset, vote_asset, votes_per_ticket, cover_seed, rules,
      prizes)
       VALUES ($1, $2, $3, $3, $4, $5, 1, $1, '[]', '[]')`,
    [activityId, number, text('A close'), ticketAsset, voteAsset],
  );
  await client.query(
    `WITH tally AS (SELECT id, ledger.define_tally($2, id) FROM unnest($3::text[]) AS idol (id))
     INSERT INTO candidate (activity_id, idol_id) SELECT $1, id FROM tally`,
    [activityId, number, idolIds],
  );
}

/** Does all of it, or nothing: a server must not see half an activity. */
export async function atOnce<Result>(ownerPool: OwnerPool, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = await ownerPool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } finally {
    client.release();
  }
}
