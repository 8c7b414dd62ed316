import { randomBytes, randomUUID } from 'node:crypto';
import { activityId } from '../world/given-election.ts';
import { givenNft, givenVotePack } from '../world/given-goods.ts';
import { givenOffer } from '../world/given-offer.ts';
import { givenFormTask, parameterFor } from '../world/given-form.ts';
import { givenTask } from '../world/given-task.ts';
import { rowOf } from '../world/leave.ts';
import { sealed, registerFan } from '../world/sign-up.ts';
import { walletLogin } from '../world/wallet.ts';
import type { World } from '../world/world.ts';
import { pictureOf } from '../identity/profiles/pictures.ts';

type Session = { readonly token: string; readonly userInfo: { readonly accountId: string } };

/** What could lead to a fan, by what it is: each is found nowhere else. */
export type Traces = Readonly<Record<string, string>>;

/** Prepares a fan with an email who has done everything that leaves a trace, and returns the traces. */
export async function emailFanWithPast(world: World) {
  const fan = await registerFan(world);
  const network = `198.51.100.${1 + ((randomBytes(1)[0] ?? 0) % 250)}`;
  const headers = {
    'x-forwarded-for': network,
    'x-deviceid': `device-${randomUUID()}`,
    'user-agent': `Mozilla/5.0 (Telltale ${randomUUID()}) Chrome/149.0`,
  };
  await failAndSignIn(world, fan, headers);
  const traces: Traces = { email: fan.email, network, ...deviceOf(headers), ...(await live(world, fan)) };
  return { ...fan, traces };
}

function deviceOf(headers: { 'x-deviceid': string; 'user-agent': string }): Traces {
  return { deviceId: headers['x-deviceid'], userAgent: headers['user-agent'] };
}

async function failAndSignIn(
  world: World,
  { email, password }: { email: string; password: string },
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  for (const typed of ['not the password 1', password]) {
    const body = { email, password: await sealed(world, typed) };
    await world.call('POST /wallet/api/v1/user/login', { body, headers });
  }
}

/** Performs every action of a signed-in fan that leaves personal data. */
export async function live(world: World, session: Session): Promise<Traces> {
  const { token } = session;
  const headers = { token };
  const nickname = `Zora ${randomBytes(5).toString('hex')}`;
  const bio = `I sing ${randomBytes(8).toString('hex')} in the shower`;
  await world.call('POST /wallet/api/v1/userExpand/updateAccountInfo', { headers, body: { nickname, bio } });
  const upload = new Blob([new Uint8Array(await pictureOf())]);
  await world.call('POST /wallet/api/v1/userExpand/uploadAvatar', { headers, upload, body: {} });
  await earnAndVote(world, headers);
  await orderGoods(world, headers);

  const row = await rowOf(world, session.userInfo.accountId);
  const social = { socialName: `zora_${randomBytes(4).toString('hex')}`, socialSubject: randomUUID() };
  await world.ownerPool.query(
    `INSERT INTO social_account (provider, subject_hash, fan_id, link_id, subject, name, linked_at)
     VALUES ('twitter', $1, $2, gen_random_uuid(), $3, $4, $5)`,
    [randomBytes(32), row.id, social.socialSubject, social.socialName, world.clock.now()],
  );
  await world.ownerPool.query(
    `INSERT INTO fan_day (fan_id, day, mended_at) VALUES ($1, $2::timestamptz::date - 1, $2)`,
    [row.id, world.clock.now()],
  );
  const actionLink = await doAction(world, row.id);
  const formTicket = await goToForm(world, { ...session, ...row });
  return {
    nickname,
    bio,
    actionLink,
    formTicket,
    fanCode: row.fan_code,
    avatarSeed: row.avatar_seed,
    avatarFile: row.avatar_file ?? '',
    ...social,
  };
}

/** Sends the fan to a form that an operator's list of emails confirms. Returns the entry's ticket. */
async function goToForm(world: World, fan: { token: string; id: number; account_id: string; email: string | null }) {
  const taskId = await givenFormTask(world);
  await parameterFor(
    world,
    { ...fan, accountId: fan.account_id, email: fan.email ?? '', joinedAt: world.clock.now(), signInId: '' },
    taskId,
  );
  const { ticket } = await world.db
    .selectFrom('form_entry')
    .select('ticket')
    .where('fan_id', '=', fan.id)
    .executeTakeFirstOrThrow();
  const body = { taskId, fans: [fan.email ?? fan.account_id], why: 'The list of the venue' };
  await world.call('POST /operator/api/v1/forms/confirm', { operator: await world.given.operator(), body });
  return ticket;
}

/** Does an action at X, through an account that was linked before. Returns the id of that link. */
async function doAction(world: World, fanId: number): Promise<string> {
  const taskId = await givenTask(world, { typeId: 8, tab: 'twitterTasks', linkTypes: [] });
  const linkId = randomUUID();
  await world.ownerPool.query(
    `INSERT INTO task_social_action (fan_id, occurrence, task_id, link_id, seen_at) VALUES ($1, 'once', $2, $3, $4)`,
    [fanId, taskId, linkId, world.clock.now()],
  );
  return linkId;
}

/**
 * Makes a visit, a claim, an exchange, a conversion, a vote, a gift, a cheer and a follow, with their rows in the ledger
 * and beside it.
 */
async function earnAndVote(world: World, headers: Readonly<Record<string, string>>): Promise<void> {
  const taskId = await givenTask(world, { reward: 1000 });
  await world.call('POST /task/api/v1/taskItem/confirmView', { headers, body: { taskId } });
  world.clock.advance(15_000);
  const claimed = await world.call('POST /task/api/v1/task/completeAndClaimPoint', { headers, body: { taskId } });
  const offerId = await givenOffer(world);
  const bought = { headers, body: { offerId, num: 4 }, key: randomUUID() };
  const exchanged = await world.call('POST /wallet/api/v1/pointsMall/exchangeTicket', bought);
  const converted = await world.call('POST /activity/api/v1/vote/voteTransfer', {
    headers,
    body: { activityId, num: 1 },
  });
  const voted = await world.call('POST /activity/api/v1/vote/doVote', {
    headers,
    body: { activityId, idolId: '1', num: 3 },
  });
  const friend = await world.given.fan();
  const gift = { headers, body: { toAccount: friend.email, num: 2, activityId }, key: randomUUID() };
  const given = await world.call('POST /wallet/api/v1/pointsMall/transferVotes', gift);
  const cheer = { headers, body: { idolId: '1', num: 1, periods: activityId }, key: randomUUID() };
  const cheered = await world.call('POST /wallet/api/v1/ticketVote/voteForIdol', cheer);
  const followed = await world.call('POST /activity/api/v1/following/follow', { headers, body: { idolId: '1' } });
  const refusals = [claimed, exchanged, converted, voted, given, cheered, followed].flatMap(
    ({ refusal }) => refusal ?? [],
  );
  if (refusals.length > 0) throw new Error(`A past could not be lived: ${refusals.join(', ')}`);
}

/** Orders an NFT that is not delivered yet, and votes. */
async function orderGoods(world: World, headers: Readonly<Record<string, string>>): Promise<void> {
  for (const goodsId of [await givenNft(world), await givenVotePack(world)]) {
    const reply = await world.call('POST /wallet/api/v1/pointsMall/summitBuy', { headers, body: { goodsId } });
    if (reply.refusal) throw new Error(`A past could not be lived: ${reply.refusal}`);
  }
}

/** Asks a wallet for a signature that is never made; the message is in the table with its address. */
export async function askForSignature(world: World, address: string): Promise<void> {
  await world.call(walletLogin, { body: { address } });
}
