import { partOf, runSet } from '../test/ai-host/run-set.ts';

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error('Usage: node apps/server/scripts/ask-host.ts FILE\nA line of it: question | faq:an-entry, or | honest');
  process.exit(1);
}
const outcomes = await runSet(file);
for (const { verdict, question, expected, said } of outcomes) {
  if (verdict === 'right') continue;
  console.log(`${verdict.padEnd(7)}${question} | ${expected} | ${said.entries.join(', ')} | ${said.text}`);
}
const percent = (...verdicts: Parameters<typeof partOf>[1][]) =>
  `${(partOf(outcomes, ...verdicts) * 100).toFixed(1)} %`;
console.log(
  `${outcomes.length} questions: right ${percent('right')}, wrong ${percent('wrong')}, ` +
    `asked back with the right question ${percent('near')}, otherwise honest ${percent('honest')}`,
);
