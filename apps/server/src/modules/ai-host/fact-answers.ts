import { best7Answers } from './best7-answers.ts';
import { electionAnswers } from './election-answers.ts';
import type { Facts, Room } from './facts.ts';
import { luckAnswers } from './luck-answers.ts';
import { mallAnswers } from './mall-answers.ts';
import { profileAnswers } from './profile-answers.ts';
import { reviewAnswers } from './review-answers.ts';
import { type Answer, from, type Gesture, number, type Words } from './words.ts';

/** With the staking plan that is on. */
const inStaking =
  (text: (plan: NonNullable<Facts['staking']['plan']>, words: Words) => string | undefined): Answer =>
  (words) => {
    const { plan } = words.facts.staking;
    const said = plan && text(plan, words);
    return said ? from(words, 'staking', 'explain', said) : undefined;
  };

const inSongs =
  (
    text: (words: Words & { event: NonNullable<Facts['songs']['event']> }) => string | undefined,
    gesture: Gesture = 'explain',
  ): Answer =>
  (words) => {
    const { event } = words.facts.songs;
    const said = event && text({ ...words, event });
    return said ? from(words, 'songs', gesture, said) : undefined;
  };

function roomText({ title, price, opensAt }: Room, { facts, say, join, time }: Words): string {
  const cost = price === 0 ? say('roomFree') : say('roomPrice', { points: number(price) });
  const start = time(opensAt, facts.timeZone);
  return join('sentences', [opensAt > facts.at ? say('roomStarts', { title, start }) : say('roomOn', { title }), cost]);
}

const aboutRoom: Answer = (words) => {
  const { room } = words.asked;
  return room && from(words, 'rooms', 'cheer', roomText(room, words));
};

/** What is on, and what comes next. */
const rooms: Answer = (words) => {
  const { facts, say, join } = words;
  const on = facts.rooms.find(({ opensAt }) => opensAt <= facts.at);
  const [next] = facts.rooms
    .filter(({ opensAt }) => opensAt > facts.at)
    .toSorted((one, other) => one.opensAt.getTime() - other.opensAt.getTime());
  const texts = [on && say('roomOn', { title: on.title }), next && roomText(next, words)].filter(
    (text) => text !== undefined,
  );
  return texts.length > 0 ? from(words, 'rooms', 'cheer', join('sentences', texts)) : undefined;
};

/** By the names of facts. */
export const factAnswers: Readonly<Record<string, Answer>> = {
  ...electionAnswers,
  ...best7Answers,
  ...luckAnswers,
  ...mallAnswers,
  ...profileAnswers,
  ...reviewAnswers,
  bestTask: (words) => {
    const [best] = words.facts.tasks.toSorted((one, other) => other.reward - one.reward);
    if (!best) return undefined;
    return from(words, 'tasks', 'explain', words.say('bestTask', { title: best.title, points: best.reward }));
  },
  tasks: (words) => {
    const daily = words.facts.tasks
      .filter(({ period }) => period === 'daily')
      .slice(0, 3)
      .map(({ title }) => title);
    if (daily.length === 0) return undefined;
    return from(words, 'tasks', 'explain', words.say('dailyTasks', { titles: words.join('names', daily) }));
  },
  topSongs: inSongs(({ facts, asked, say, join, event }) => {
    const ofFinal = event.state === 'final' || event.state === 'counting' || event.state === 'ended';
    const place = (song: Facts['songs']['songs'][number]) => (ofFinal ? song.rank : song.nominationRank) ?? Infinity;
    // Songs without any share a place that says nothing.
    const ranked = facts.songs.songs
      .filter((song) => place(song) < Infinity && (ofFinal ? song.votes : song.nominations) > 0)
      .toSorted((one, other) => place(one) - place(other));
    const [wanted] = asked.numbers;
    const list = wanted === undefined ? ranked.slice(0, 3) : ranked.filter((song) => place(song) === wanted);
    if (list.length === 0) return undefined;
    const shown = list.map((song) => say('songAtPlace', { place: place(song), title: song.title }));
    return say('list', { entries: join('names', shown) });
  }, 'count'),
  votesOfSong: inSongs(({ asked: { song }, say }) => {
    if (!song) return undefined;
    const { title, rank, votes, nominations, nominationRank } = song;
    return rank === null
      ? say('nominationsOfSong', { title, nominations: number(nominations), place: String(nominationRank) })
      : say('votesOfSong', { title, place: rank, votes: number(votes) });
  }, 'count'),
  aboutSong: inSongs(
    ({ asked: { song }, say }) =>
      song && say('aboutSong', { title: song.title, artist: song.artist, year: String(song.year) }),
  ),
  songsEnd: inSongs(({ event, say, time }) => say('songsEnd', { end: time(event.final.closesAt, event.timeZone) })),
  songCount: inSongs(({ facts, say }) => {
    const { length } = facts.songs.songs;
    return length === 0 ? undefined : say('songCount', { count: length });
  }),
  songPlaces: inSongs(({ event, say }) => say('songPlaces', { count: event.places })),
  nominations: inSongs(({ event, facts, say, time }) => {
    const end = time(event.nominations.closesAt, event.timeZone);
    return new Date(event.nominations.closesAt) > facts.at
      ? say('nominationsOpen', { end })
      : say('nominationsEnded', { end });
  }),
  concert: inSongs(({ event: { concert, timeZone }, say, time }) =>
    concert ? say('concert', { start: time(concert.startsAt, timeZone), place: concert.place }) : undefined,
  ),
  staking: inStaking((plan, { say }) => say('staking', { weeks: plan.periods })),
  stakeWeeks: inStaking((plan, { say }) => say('stakeWeeks', { weeks: plan.periods })),
  stakePool: inStaking((_, { say, facts: { staking } }) => {
    const pool = (staking.current ?? staking.next)?.pool;
    return pool === undefined ? undefined : say('stakePool', { points: number(pool) });
  }),
  stakeLeast: inStaking(({ least, most }, { say }) => say('stakeLeast', { least: number(least), most: number(most) })),
  stakeMost: inStaking(({ least, most }, { say }) => say('stakeMost', { least: number(least), most: number(most) })),
  stakeExit: inStaking((plan, { say }) => say('stakeExit', { weeks: plan.periods })),
  rooms,
  room: aboutRoom,
  self: (words) => from(words, 'host', 'explain', words.say('self')),
  greeting: (words) => from(words, 'host', 'greet', words.say('greeting')),
  help: (words) => from(words, 'host', 'explain', words.say('help')),
  advice: (words) => from(words, 'host', 'think', words.say('advice')),
};
