import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkInvariants } from '#/modules/points/invariants.view.ts';
import { rewardInvites } from '#/modules/tasks/invites/reward-invites.ts';
import { countAllEarned } from '../world/count-all-earned.ts';
import { checkLedger } from '../world/database.ts';
import { activityId } from '../world/given-election.ts';
import { givenGiftTerms } from '../world/given-gift-terms.ts';
import { givenInviteTerms, givenNewcomer } from '../world/given-invite.ts';
import { givenOffer } from '../world/given-offer.ts';
import { givenTask } from '../world/given-task.ts';
import { createWorld, type World } from '../world/world.ts';

describe('rows that do not match the ledger', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
    await world.given.election({ freePerDay: 5 });
    const fan = await world.given.fan({ points: 100 });
    const taskId = await givenTask(world, { typeId: 13 });
    const offerId = await givenOffer(world, { stock: 100 });
    await world.call('POST /task/api/v1/task/completeAndClaimPoint', { fan, body: { taskId } });
    await world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', { fan, body: { offerId, num: 2 } });
    await givenInviteTerms(world, { reward: 40, mostRewarded: 3 });
    const newcomer = await givenNewcomer(world, fan);
    const vote = { activityId, idolId: '1', num: 1 };
    await world.call('POST /activity/api/v1/vote/doVote', { fan: newcomer, body: vote });
    await rewardInvites(world.services, world.clock.now());
    await world.call('POST /wallet/api/v1/userExpand/getFreeTestCoin', { fan, body: {} });
    await givenGiftTerms(world);
    const body = { toAccount: newcomer.email, num: 1, activityId };
    await world.call('POST /wallet/api/v1/pointsMall/transferVotes', { fan, body });
    const cheer = { idolId: '1', num: 1, periods: activityId };
    await world.call('POST /wallet/api/v1/ticketVote/voteForIdol', { fan: newcomer, body: cheer });
    await countAllEarned(world);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it('are not there after claims and exchanges', async () => {
    const { checked, violations } = await checkInvariants(world.ownerPool);
    expect(violations).toEqual([]);
    expect(checked).toEqual(
      expect.arrayContaining([
        'budgets are spent exactly',
        'budgets can pay unmarked rounds',
        'claims are paid',
        'cheers are posted',
        'days count their gifts',
        'earned points are their credits',
        'exchanges are posted',
        'invites are paid',
        'rewarded newcomers have voted',
        'test coins are granted',
        'fans count their cheers',
        'fans count their exchanges',
        'gifts are posted',
        'gifts pass through',
        'offers count their exchanges',
      ]),
    );
  });

  it.each([
    [
      'a claim of other Points than were paid',
      'UPDATE task_claim SET points = points + $1',
      ['budgets are spent exactly', 'claims are paid'],
    ],
    ['an exchange that paid something else', 'UPDATE exchange SET paid = paid + $1', ['exchanges are posted']],
    [
      'an exchange that received something else',
      'UPDATE exchange SET received = received + $1',
      ['exchanges are posted'],
    ],
    ['an offer that counts more', 'UPDATE offer SET exchanged = exchanged + $1', ['offers count their exchanges']],
    [
      'a fan who counts more',
      'UPDATE offer_fan SET exchanged = exchanged + $1',
      ['fans count their exchanges', 'offers count their exchanges'],
    ],
    ['an invite of other Points than were paid', 'UPDATE invite SET reward = reward + $1', ['invites are paid']],
    [
      'a grant of other test coins than were paid',
      'UPDATE test_coin_grant SET amount = amount + $1',
      ['test coins are granted'],
    ],
    [
      'a gift of other tickets than moved',
      'UPDATE ticket_gift SET tickets = tickets + $1',
      ['days count their gifts', 'gifts are posted'],
    ],
    ['a day that counts more', 'UPDATE ticket_gift_day SET tickets = tickets + $1', ['days count their gifts']],
    [
      'a cheer of other tickets than were paid',
      'UPDATE cheer SET tickets = tickets + $1',
      ['cheers are posted', 'fans count their cheers'],
    ],
    [
      'a cheer that came after the end',
      `UPDATE cheer SET cheered_at = cheered_at + $1 * interval '2 days'`,
      ['cheers are posted'],
    ],
    ['a fan with more cheers', 'UPDATE fan_cheers SET tickets = tickets + $1', ['fans count their cheers']],
    [
      'a total of other Points than were earned',
      'UPDATE points_earned SET points = points + $1',
      ['earned points are their credits'],
    ],
  ])('are found: %s', async (_, change, found) => {
    await changeUnguarded(change, 1);
    expect(await findBroken()).toEqual(found);
    await changeUnguarded(change, -1);
    expect(await findBroken()).toEqual([]);
  });

  it.each([
    ['a reward without its claim', 'task_claim', ['budgets are spent exactly', 'claims are paid']],
    ['a reward without its invite', 'invite', ['invites are paid']],
    ['test coins without their grant', 'test_coin_grant', ['test coins are granted']],
    ['a fan who was not counted', 'points_earned', ['earned points are their credits']],
    [
      'an exchange that was lost',
      'exchange',
      ['exchanges are posted', 'fans count their exchanges', 'offers count their exchanges'],
    ],
  ])('are found: %s', async (_, table, found) => {
    await world.ownerPool.query(`CREATE TABLE set_aside AS TABLE ${table}`);
    await world.ownerPool.query(`DELETE FROM ${table}`);
    expect(await findBroken()).toEqual(found);
    await expect(checkLedger(world.ownerPool), 'the check after each test file').rejects.toThrow(found[0] ?? 'none');
    await world.ownerPool.query(`INSERT INTO ${table} OVERRIDING SYSTEM VALUE TABLE set_aside`);
    await world.ownerPool.query('DROP TABLE set_aside');
    expect(await findBroken()).toEqual([]);
  });

  /** Changes rows as only the owner can: with the trigger disabled that protects settled claims. */
  async function changeUnguarded(change: string, by: number): Promise<void> {
    const owner = await world.ownerPool.connect();
    try {
      await owner.query('BEGIN');
      await owner.query('ALTER TABLE task_claim DISABLE TRIGGER task_claim_settled_once');
      await owner.query(change, [by]);
      await owner.query('ALTER TABLE task_claim ENABLE TRIGGER task_claim_settled_once');
      await owner.query('COMMIT');
    } finally {
      // Ends what a failure has left open, and is without effect after a commit.
      await owner.query('ROLLBACK');
      owner.release();
    }
  }

  async function findBroken(): Promise<string[]> {
    const { violations } = await checkInvariants(world.ownerPool);
    return violations.map(({ invariant }) => invariant).toSorted();
  }
});
