import { expect, it } from 'vitest';
import { hostSays } from '../../../test/ai-host/demo-knowledge.ts';
import { knownEvent } from '../../../test/ai-host/known-event.ts';
import type { Election } from './facts.ts';

type Quarantine = NonNullable<Election['rules']>['quarantine'];

const facts = knownEvent('en_US');
const published = facts.election?.rules?.quarantine as NonNullable<Quarantine>;

/** What the host says where the rules on votes set aside are others. */
function saidWith(question: string, quarantine: Quarantine) {
  const { rules } = facts.election as Election;
  const election = { ...(facts.election as Election), rules: rules && { ...rules, quarantine } };
  return hostSays(question, { ...facts, election });
}

it('says when votes under review are decided, and what happens to the others', () => {
  const question = 'How long does the review of votes take?';
  expect(saidWith(question, published).text).toBe(
    'Our team decides on votes under review within 36 hours after the close. Votes that are still undecided then count.',
  );
  expect(saidWith(question, { ...published, ifUndecided: 'voided' }).text).toContain('don’t count');
  expect(saidWith(question, null).outcome).toBe('unknown');
});

it('says when a vote is set aside, by the reasons that the rules have', () => {
  const question = 'When is a vote set aside?';
  expect(saidWith(question, published).text).toBe(
    'Votes are set aside for review when one fan votes more than 25 times within a minute, or when more than 4 fans vote from one device within a day, or when more than 3,000 fans vote from one address within an hour. Our team then decides whether they count.',
  );
  expect(saidWith(question, { ...published, callsPerMinute: null, fansPerAddress: null }).text).toBe(
    'Votes are set aside for review when more than 4 fans vote from one device within a day. Our team then decides whether they count.',
  );
});
