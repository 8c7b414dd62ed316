import { formatDay } from '@lightstick/contract/zoned-date';
import { localDateAt } from '#/lib/local-date.ts';
import { inElection, standing } from './election-answers.ts';
import { type Answer, from, type Words } from './words.ts';

/** `03-14` in words. */
function dayOf(monthDay: string, { language }: Words['facts']): string {
  // A leap year has every birthday.
  return formatDay(new Date(`2024-${monthDay}`), language, { hourOffset: 0, hasYear: false, isLong: true });
}

const about: Answer = inElection((words) => {
  const [idol] = words.asked.idols;
  if (!idol) return undefined;
  // Two sentences at most, so that the whole fits.
  const profile =
    idol.profile
      .match(/(?<![^.!?。！？])[^.!?。！？]+[.!?。！？]+/g)
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

/** `03-14` for today. */
const todayIn = ({ facts: { timeZone, at } }: Words) => localDateAt(at, timeZone).slice('2026-'.length);

const birthdayToday: Answer = inElection((words) => {
  const { say, idols } = words;
  const date = todayIn(words);
  const names = idols.filter(({ birthday }) => birthday === date).map(({ name }) => name);
  return from(words, 'profiles', 'cheer', names.length > 0
    ? say(`Today is the birthday of ${names.join(' and ')}.`, `今天是${names.join('、')}的生日。`)
    : say('No idol of this election has a birthday today.', '今天沒有偶像過生日。')); // prettier-ignore
});

/** What the host says of idols beside their counts. */
export const profileAnswers: Readonly<Record<string, Answer>> = {
  teamOf: inElection((words) => words.asked.idols[0] && from(words, 'profiles', 'explain', words.say(
    `${words.asked.idols[0].name} is in ${words.asked.idols[0].team}.`, `${words.asked.idols[0].name}是${words.asked.idols[0].team}的成員。`))), // prettier-ignore
  numberOf: inElection((words) => {
    const [idol] = words.asked.idols;
    return (
      idol &&
      from(
        words,
        'profiles',
        'explain',
        words.say(`${idol.name} has number ${idol.number}.`, `${idol.name}是 ${idol.number} 號。`),
      )
    );
  }),
  idolOfNumber: inElection((words) => {
    const wanted = words.asked.numbers[0];
    const idol = words.election.idols.find(({ number }) => number === wanted);
    return (
      idol &&
      from(
        words,
        'profiles',
        'explain',
        words.say(
          `Number ${idol.number} is ${idol.name}, ${idol.team}.`,
          `${idol.number} 號是${idol.team}的${idol.name}。`,
        ),
      )
    );
  }),
  placeOfNumber: inElection((words) => {
    const idol = words.idols.find(({ number }) => number === words.asked.numbers[0]);
    return idol && from(words, 'ranking', 'count', standing(idol, words));
  }),
  birthday: inElection((words) => {
    const [idol] = words.asked.idols;
    return idol?.birthday
      ? from(
          words,
          'profiles',
          'cheer',
          words.say(
            `${idol.name}'s birthday is ${dayOf(idol.birthday, words.facts)}.`,
            `${idol.name}的生日是 ${dayOf(idol.birthday, words.facts)}。`,
          ),
        )
      : undefined;
  }),
  birthdayToday,
  birthdayIn: inElection((words) => {
    // Without a date, those of this month.
    const date = words.asked.date ?? todayIn(words).slice(0, 2);
    const born = words.idols.filter(({ birthday }) => birthday?.startsWith(date));
    const shown = born.map(({ name, birthday }) =>
      words.say(`${name} (${dayOf(birthday ?? '', words.facts)})`, `${name}（${dayOf(birthday ?? '', words.facts)}）`),
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
