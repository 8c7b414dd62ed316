import type { Contract, DataOf, InputOf, Language, RouteName } from '@lightstick/contract';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#/db/schema.ts';
import type { Election, Facts, Idol, Room } from './facts.ts';

/** Makes a call of the platform as any visitor would. Undefined when it refuses. */
export type AskPlatform = <R extends RouteName>(
  route: R,
  input: Partial<InputOf<Contract[R]>>,
  language: Language,
) => Promise<DataOf<Contract[R]> | undefined>;

type FactServices = { readonly db: Kysely<DB>; readonly ask: AskPlatform; readonly timeZone: string };

/**
 * Reads what the host may say by public calls only, so that it knows no more than a visitor: counts that are hidden from fans
 * are hidden from it, too.
 */
export async function readFacts({ db, ask, timeZone }: FactServices, language: Language, at: Date): Promise<Facts> {
  const none = { event: null, songs: [], mine: null };
  const [election, songs, offers, tasks, staking, rooms, luck] = await Promise.all([
    readElection(db, ask, language),
    ask('GET /activity/api/v1/vote/songList', {}, language),
    ask('POST /wallet/api/v1/pointsMall/getPointExchangeList', { body: {} }, language),
    ask('POST /task/api/v1/task/getTasksList', { body: {} }, language),
    ask('GET /task/api/v1/staking/info', {}, language),
    readRooms(db, language, at),
    readLuck(ask, language),
  ]);
  return {
    language,
    at,
    timeZone,
    election,
    songs: songs ?? none,
    offers: (offers ?? []).filter(({ activityId }) => activityId === election?.activity.activityId),
    tasks: Object.values(tasks ?? {})
      .flat()
      .filter(({ state }) => state === 'available' || state === 'unlicensed')
      .map(({ title, reward, period }) => ({ title, reward, period })),
    staking: staking ?? noStaking,
    rooms,
    luck,
  };
}

const noStaking: Facts['staking'] = {
  state: 'ended',
  plan: null,
  current: null,
  next: null,
  timeline: null,
  receiveDays: 1,
  lastSettled: null,
  mine: null,
};

async function readElection(db: Kysely<DB>, ask: AskPlatform, language: Language): Promise<Election | null> {
  const [first] = (await ask('GET /activity/api/v1/vote/activities', {}, language)) ?? [];
  if (!first) return null;
  const query = { activityId: first.activityId };
  const [activity, rules, list, teams, ranking] = await Promise.all([
    ask('GET /activity/api/v1/vote/activity', { query }, language),
    ask('GET /activity/api/v1/vote/ruleSet', { query }, language),
    ask('GET /activity/api/v1/vote/idol/getAllIdolList', { query }, language),
    ask('GET /activity/api/v1/vote/idol/getVoteIdolTeams', { query }, language),
    ask('GET /activity/api/v1/vote/ranking', { query }, language),
  ]);
  if (!activity || !list || !teams) return null;
  const profiles = await readProfiles(db, language);
  const teamNames = new Map(teams.map(({ teamId, name }) => [teamId, name]));
  const idols = list.map(({ idolId, name, names, teamId, profile, votes, rank, leftInRound }): Idol => ({
    idolId,
    name,
    names: Object.values(names),
    team: teamNames.get(teamId) ?? '',
    profile,
    birthday: profiles.get(idolId)?.birthday ?? null,
    hobby: profiles.get(idolId)?.hobby ?? null,
    votes,
    rank,
    isOut: leftInRound !== null,
  }));
  return {
    activity,
    rules: rules?.document ?? null,
    idols: idols.toSorted((one, other) => Number(one.isOut) - Number(other.isOut) || one.rank - other.rank),
    teams: teams.map(({ name, names, votes }) => ({ name, names: Object.values(names), votes })),
    frozenAt: ranking?.frozenAt ? new Date(ranking.frozenAt) : null,
  };
}

type Profile = { readonly id: string; readonly birthday: string | null; readonly hobby: string | null };

/** What the pages of idols show beside their counts. */
async function readProfiles(db: Kysely<DB>, language: Language): Promise<Map<string, Profile>> {
  const { rows } = await sql<Profile>`select id, birthday, hobby ->> ${language} as hobby from idol`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

async function readLuck(ask: AskPlatform, language: Language): Promise<Facts['luck']> {
  const [packets = [], boxes = [], draws = []] = await Promise.all([
    ask('GET /activity/api/v1/packet/getAllPacket', { query: {} }, language),
    ask('GET /activity/api/v1/packet/getAllBlindBox', { query: {} }, language),
    ask('GET /activity/api/v1/packet/getAllDraw', { query: {} }, language),
  ]);
  const isOn = ({ state }: { readonly state: string }) => state === 'open' || state === 'notOpen';
  const windowOf = ({ title, opensAt, closesAt }: { title: string; opensAt: string; closesAt: string }) => ({
    title,
    opensAt,
    closesAt,
  });
  return {
    packets: packets.filter(isOn).map(windowOf),
    boxes: boxes.filter(isOn).map((box) => ({
      ...windowOf(box),
      price: box.price,
      left: box.left,
      rareLeft: box.prizes.filter(({ isRare }) => isRare).reduce((sum, { left }) => sum + left, 0),
      rareWithin: box.pity?.within ?? null,
    })),
    raffles: draws
      .filter((draw) => draw.kind === 'raffle')
      .filter(isOn)
      .map((raffle) => ({
        ...windowOf(raffle),
        price: raffle.price,
        firstPrize: raffle.prizes[0]?.title ?? '',
      })),
  };
}

const mostRooms = 10;

async function readRooms(db: Kysely<DB>, language: Language, at: Date): Promise<Room[]> {
  const { rows } = await sql<Room>`
    select title ->> ${language} as title, opens_at as "opensAt", closes_at as "closesAt", price from live_room
     where cancelled_at is null and failed_at is null and not retired and (closes_at is null or closes_at > ${at})
     order by opens_at limit ${mostRooms}`.execute(db);
  return rows;
}
