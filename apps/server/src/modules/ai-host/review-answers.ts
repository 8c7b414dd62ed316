import { inElection } from './election-answers.ts';
import { type Answer, from, number } from './words.ts';

/** What the host says of votes that wait for a decision, by the published rules. */
export const reviewAnswers: Readonly<Record<string, Answer>> = {
  reviewEnds: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { decideWithinHours: hours, ifUndecided } = quarantine;
    const sentence = ifUndecided === 'released' ? 'reviewEndsCounted' : 'reviewEndsUncounted';
    return from(words, 'rules', 'explain', words.say(sentence, { hours }));
  }),
  reviewWhen: inElection((words) => {
    const quarantine = words.election.rules?.quarantine;
    if (!quarantine) return undefined;
    const { callsPerMinute: calls, fansPerDevice: device, fansPerAddress: address } = quarantine;
    const reasons = [
      calls && words.say('reviewOfCalls', { calls }),
      device && words.say('reviewOfDevice', { fans: device }),
      address && words.say('reviewOfAddress', { fans: number(address) }),
    ].filter((reason) => typeof reason === 'string');
    if (reasons.length === 0) return undefined;
    return from(words, 'rules', 'explain', words.say('reviewWhen', { reasons: words.join('reasons', reasons) }));
  }),
};
