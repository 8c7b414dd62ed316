import { inElection } from './election-answers.ts';
import type { Topic } from './intents.rules.ts';
import { type Answer, from, type Words } from './words.ts';

/** `03-14` in words. */
function dayOf(monthDay: string, say: Words['say']): string {
  const [month = 1, day = 1] = monthDay.split('-').map(Number);
  const name = new Date(2000, month - 1, 1).toLocaleString('en-US', { month: 'short' });
  return say(`${name} ${day}`, `${month} 月 ${day} 日`);
}

const about: Answer = inElection((words) => {
  const [idol] = words.asked.idols;
  if (!idol) return undefined;
  // Two sentences at most, so that the whole fits.
  const profile =
    idol.profile
      .match(/[^.!?。！？]+[.!?。！？]+/g)
      ?.slice(0, 2)
      .join('')
      .trim() ?? idol.profile;
  return from(
    words,
    'profiles',
    'explain',
    words.say(`${idol.name}, ${idol.team}: ${profile}`, `${idol.team}的${idol.name}：${profile}`),
  );
});

const birthdayToday: Answer = inElection((words) => {
  const { facts, say, idols } = words;
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: facts.timeZone, month: '2-digit', day: '2-digit' }).format(
    facts.at,
  );
  const names = idols.filter(({ birthday }) => birthday === date).map(({ name }) => name);
  return from(words, 'profiles', 'cheer', names.length > 0
    ? say(`Today is the birthday of ${names.join(' and ')}.`, `今天是${names.join('、')}的生日。`)
    : say('No idol of this election has a birthday today.', '今天沒有偶像過生日。')); // prettier-ignore
});

/** What the host says of idols beside their counts. */
export const profileAnswers: Partial<Record<Topic, Answer>> = {
  teamOf: inElection((words) => words.asked.idols[0] && from(words, 'profiles', 'explain', words.say(
    `${words.asked.idols[0].name} is in ${words.asked.idols[0].team}.`, `${words.asked.idols[0].name}是${words.asked.idols[0].team}的成員。`))), // prettier-ignore
  birthday: inElection((words) => {
    const [idol] = words.asked.idols;
    return idol?.birthday
      ? from(
          words,
          'profiles',
          'cheer',
          words.say(
            `${idol.name}'s birthday is ${dayOf(idol.birthday, words.say)}.`,
            `${idol.name}的生日是 ${dayOf(idol.birthday, words.say)}。`,
          ),
        )
      : undefined;
  }),
  birthdayToday,
  birthdayIn: inElection((words) => {
    const { date } = words.asked;
    const born = words.idols.filter(({ birthday }) => date !== undefined && birthday?.startsWith(date));
    const shown = born.map(({ name, birthday }) =>
      words.say(`${name} (${dayOf(birthday ?? '', words.say)})`, `${name}（${dayOf(birthday ?? '', words.say)}）`),
    );
    return shown.length > 0
      ? from(words, 'profiles', 'cheer', words.say(`Birthdays: ${shown.join(', ')}.`, `生日：${shown.join('、')}。`))
      : undefined;
  }),
  hobby: inElection((words) => {
    const [idol] = words.asked.idols;
    return idol?.hobby
      ? from(
          words,
          'profiles',
          'explain',
          words.say(`${idol.name}'s hobby: ${idol.hobby}.`, `${idol.name}的興趣：${idol.hobby}。`),
        )
      : undefined;
  }),
  about,
};
