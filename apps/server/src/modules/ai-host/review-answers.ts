import { inElection } from './election-answers.ts';
import { type Answer, from, number } from './words.ts';

/** What the host says of votes that wait for a decision, by the published rules. */
export const reviewAnswers: Readonly<Record<string, Answer>> = {
  reviewEnds: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { decideWithinHours, ifUndecided } = quarantine;
    const counts = ifUndecided === 'released';
    const text = words.say(
      `Our team decides on votes under review within ${decideWithinHours} hours after the close. Votes that are still undecided then ${counts ? 'count' : 'don’t count'}.`,
      `審核中的票會在截止後 ${decideWithinHours} 小時內由團隊決定。到時還沒決定的${counts ? '一律計入' : '不計入'}。`,
    );
    return from(words, 'rules', 'explain', text);
  }),
  reviewWhen: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { callsPerMinute: calls, fansPerDevice: device, fansPerAddress: address } = quarantine;
    const reasons = [
      calls && words.say(`one fan votes more than ${calls} times within a minute`, `一位粉絲一分鐘內投超過 ${calls} 次`),
      device && words.say(`more than ${device} fans vote from one device within a day`, `同一裝置一天超過 ${device} 位粉絲投票`),
      address && words.say(`more than ${number(address)} fans vote from one address within an hour`, `同一位址一小時超過 ${number(address)} 位粉絲投票`),
    ].filter((reason) => typeof reason === 'string'); // prettier-ignore
    if (reasons.length === 0) return undefined;
    const list = reasons.join(words.say(', or when ', '，或'));
    const text = words.say(
      `Votes are set aside for review when ${list}. Our team then decides whether they count.`,
      `有這些情形的票會先暫不計入：${list}。是否計入由團隊審核後決定。`,
    );
    return from(words, 'rules', 'explain', text);
  }),
};
