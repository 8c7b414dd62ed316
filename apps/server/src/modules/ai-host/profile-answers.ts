import { formatDay } from '@lightstick/contract/zoned-date';
import { localDateAt } from '#/lib/local-date.ts';
import { haveWithdrawn, inElection, standing } from './election-answers.ts';
import type { Idol } from './facts.ts';
import { type FactAnswer, answerFrom, type Gesture, type Words } from './speech.ts';

/** Writes `03-14` in words. */
function dayOf(monthDay: string, { language }: Words['facts']): string {
  // A leap year has every birthday.
  return formatDay(new Date(`2024-${monthDay}`), language, { hourOffset: 0, hasYear: false, isLong: true });
}

/** Answers with the first named idol. */
const ofIdol = (text: (idol: Idol, words: Words) => string | undefined, gesture: Gesture = 'explain'): FactAnswer =>
  inElection((words) => {
    const [idol] = words.asked.idols;
    const said = idol && text(idol, words);
    return said === undefined ? undefined : answerFrom(words, 'profiles', gesture, said);
  });

/** Returns today as `03-14`. */
const todayIn = ({ facts: { timeZone, at } }: Words) => localDateAt(at, timeZone).slice('2026-'.length);

const birthdayToday: FactAnswer = inElection((words) => {
  const { say, join, idols } = words;
  const date = todayIn(words);
  const names = idols.filter(({ birthday }) => birthday === date).map(({ name }) => name);
  const text = names.length > 0 ? say('birthdayToday', { names: join('celebrated', names) }) : say('noBirthdayToday');
  return answerFrom(words, 'profiles', 'cheer', text);
});

/** What the host says of idols beside their counts. */
export const profileAnswers: Readonly<Record<string, FactAnswer>> = {
  teamOf: ofIdol((idol, { say }) => say('teamOf', { name: idol.name, team: idol.team })),
  numberOf: ofIdol(({ name, number }, { say }) => say('numberOf', { name, number })),
  idolOfNumber: inElection((words) => {
    const { election, say } = words;
    const [wanted] = words.asked.numbers;
    const idol = election.idols.find(({ number }) => number === wanted);
    if (idol) {
      const { name, number, team } = idol;
      return answerFrom(words, 'profiles', 'explain', say('idolOfNumber', { number, name, team }));
    }
    const gone = election.withdrawn.filter(({ number }) => number === wanted);
    return gone.length > 0 ? haveWithdrawn(gone, words) : undefined;
  }),
  placeOfNumber: inElection((words) => {
    const idol = words.idols.find(({ number }) => number === words.asked.numbers[0]);
    return idol && answerFrom(words, 'ranking', 'count', standing(idol, words));
  }),
  birthday: ofIdol(({ name, birthday }, { say, facts }) => {
    const day = birthday && dayOf(birthday, facts);
    return day ? say('birthday', { name, day }) : undefined;
  }, 'cheer'),
  birthdayToday,
  birthdayIn: inElection((words) => {
    // Without a date, those of this month.
    const date = words.asked.date ?? todayIn(words).slice(0, 2);
    const born = words.idols.filter(({ birthday }) => birthday?.startsWith(date));
    const shown = born.map(({ name, birthday }) =>
      words.say('nameWithDay', { name, day: dayOf(birthday ?? '', words.facts) }),
    );
    return shown.length > 0
      ? answerFrom(words, 'profiles', 'cheer', words.say('birthdays', { names: words.join('names', shown) }))
      : undefined;
  }),
  hobby: ofIdol(({ name, hobby }, { say }) => (hobby ? say('hobby', { name, hobby }) : undefined)),
  about: ofIdol(({ name, team, profile }, { say }) => {
    // Two sentences at most, so that the whole fits.
    const sentences = profile.match(/(?<![^.!?。！？])[^.!?。！？]+[.!?。！？]+/g);
    const shortened = sentences?.slice(0, 2).join('').trim() ?? profile;
    return say('about', { name, team, profile: shortened });
  }),
};
