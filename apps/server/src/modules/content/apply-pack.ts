import type { Transaction } from 'kysely';
import type { DB } from '#/db/schema.ts';
import * as store from './content.store.ts';
import { frozenChanges } from './frozen.rules.ts';
import type { Entry, Pack } from './pack.ts';
import { activityRow, idolRow, offerRow, pageRow, taskRow, teamRow, votePackRow } from './pack-rows.ts';
import { resolvePackTime } from './pack-time.ts';
import { PackProblems, type Problem } from './problem.ts';
import type { Activity } from './schema/activities.ts';
import { upsert, type Written } from './upsert.store.ts';

/** What an application of a pack did. `retired` also counts idols who were withdrawn from an activity. */
export type Applied = { readonly added: number; readonly changed: number; readonly retired: number };

type Moment = { readonly anchoredAt: Date; readonly now: Date };

/**
 * Makes the database's content be what the pack says: all of it, in the caller's transaction, or none.
 *
 * An activity that the pack has no more stays as it was: it is history.
 *
 * @throws PackProblems when it would change what an open activity was published with, or take back stock that is sold
 */
export async function applyPack(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<Applied> {
  const problems = [...(await changesOfFrozen(tx, pack, moment)), ...(await stockBelowSold(tx, pack))];
  if (problems.length > 0) throw new PackProblems(problems);

  const valuesOf = <T>(entries: readonly Entry<T>[]): T[] => entries.map((entry) => entry.value);
  const written: Written[] = [
    await upsert(tx, 'team', ['id'], valuesOf(pack.teams).map(teamRow)),
    await upsert(tx, 'idol', ['id'], valuesOf(pack.idols).map(idolRow)),
  ];
  let retired = 0;
  for (const activity of valuesOf(pack.activities)) {
    const { withdrawn, ...counts } = await applyActivity(tx, pack, activity, moment);
    written.push(counts);
    retired += withdrawn;
  }

  const ticketAssets = new Map(valuesOf(pack.activities).map(({ id, ticketAsset }) => [id, ticketAsset]));
  const sets = [
    ['task', valuesOf(pack.tasks).map((task, position) => taskRow(task, position, moment.anchoredAt))],
    [
      'offer',
      valuesOf(pack.offers).map((offer, position) =>
        offerRow(offer, position, {
          anchoredAt: moment.anchoredAt,
          ticketAsset: ticketAssets.get(offer.activity) ?? '',
        }),
      ),
    ],
    ['vote_pack', valuesOf(pack.votePacks).map(votePackRow)],
    ['page', pack.pages.map(pageRow)],
  ] as const;
  for (const [table, rows] of sets) {
    written.push(await upsert(tx, table, ['id'], rows));
    retired += await store.retireOthers(
      tx,
      table,
      rows.map((row) => row.id),
    );
  }
  return {
    added: written.reduce((sum, { added }) => sum + added, 0),
    changed: written.reduce((sum, { changed }) => sum + changed, 0),
    retired,
  };
}

async function applyActivity(
  tx: Transaction<DB>,
  pack: Pack,
  activity: Activity,
  { anchoredAt }: Moment,
): Promise<Written & { withdrawn: number }> {
  const row = activityRow(activity);
  await store.definePeriod(tx, {
    ...activity,
    id: row.period,
    opensAt: resolvePackTime(activity.opensAt, anchoredAt),
    closesAt: resolvePackTime(activity.closesAt, anchoredAt),
    dailyCap: activity.dailyCap ?? null,
  });
  const ownRow = await upsert(tx, 'activity', ['id'], [row]);

  const idolIds = pack.idols.filter(({ value }) => activity.teams.includes(value.team)).map(({ value }) => value.id);
  const tallies = await store.defineTallies(tx, { period: row.period, idolIds });
  const candidates = await upsert(
    tx,
    'candidate',
    ['activity_id', 'idol_id'],
    tallies.map(({ idolId, pool }) => ({ activity_id: activity.id, idol_id: idolId, pool, withdrawn: false })),
  );
  return {
    added: ownRow.added + candidates.added,
    changed: ownRow.changed + candidates.changed,
    withdrawn: await store.withdrawOthers(tx, activity.id, idolIds),
  };
}

async function changesOfFrozen(tx: Transaction<DB>, pack: Pack, moment: Moment): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const entry of pack.activities) {
    const published = await store.findPublished(tx, entry.value.id);
    if (published) problems.push(...frozenChanges(entry, published, moment));
  }
  return problems;
}

async function stockBelowSold(tx: Transaction<DB>, pack: Pack): Promise<Problem[]> {
  const exchanged = await store.readExchanged(tx);
  return pack.offers.flatMap(({ value: offer, problem }) => {
    const sold = exchanged.get(offer.id) ?? 0;
    if (offer.stock === undefined || offer.stock >= sold) return [];
    return [problem(['stock'], `is ${offer.stock}, but fans have exchanged ${sold} already; expected at least that`)];
  });
}
