import type { Contract, InputOf } from '@lightstick/contract';
import { violations } from '#/fixtures/accessibility.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { judgeScreen } from '#/fixtures/judge-screen.ts';
import type { Product } from '#/fixtures/product.ts';
import { expect, test } from '#/fixtures/test.ts';
import { AiHostRoom, aiHostWordsIn } from '#/pages/ai-host-room.ts';
import { refusalText } from '#/pages/texts.ts';

const route = 'POST /operator/api/v1/agent/settings';
type RoomState = NonNullable<InputOf<Contract[typeof route]>['body']['state']>;

async function setRoom(product: Product, state: RoomState): Promise<void> {
  const headers = {
    ...(await givenOperator(product, 'moderator')),
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const body = JSON.stringify({ state, why: 'A test of the room.' });
  const response = await fetch(new URL(route.slice('POST '.length), product.address), {
    method: 'POST',
    headers,
    body,
  });
  expect(await response.json()).toMatchObject({ code: 0 });
}

const questions = { en_US: 'Who is in first place now?', zh_TW: '要怎麼賺點數？' } as const;
const narrow = { width: 320, height: 700 };

test('two fans ask in two languages, another raises a hand, and all read the answers with their sources', async ({
  given,
  visit,
}) => {
  const english = new AiHostRoom(await visit.as(await given.fan({ nickname: 'Hana' })), 'en_US');
  const chinese = new AiHostRoom(await visit.as(await given.fan(), { language: 'zh_TW', theme: 'dark' }), 'zh_TW');
  const other = new AiHostRoom(await visit.as(await given.fan()), 'en_US');
  for (const room of [english, chinese, other]) await room.open();
  await expect(english.stage, 'before the first question').toContainText(aiHostWordsIn.en_US.automatic);
  await expect(chinese.stage, 'before the first question').toContainText(aiHostWordsIn.zh_TW.automatic);

  await english.ask(questions.en_US);
  await chinese.ask(questions.zh_TW);
  await expect(english.asking).toContainText(questions.en_US);
  await expect(english.question, 'one open question at a time').toHaveCount(0);

  // One of the two is picked; the other one waits at least as long as the first is answered.
  await expect(other.stage).toContainText(aiHostWordsIn.en_US.fanAsks);
  const isEnglishFirst = (await other.stage.textContent())?.includes(questions.en_US) ?? false;
  const waiting = isEnglishFirst ? questions.zh_TW : questions.en_US;
  await other.hand(waiting).click();
  await expect(other.hand(waiting)).toHaveAttribute('aria-pressed', 'true');
  await expect(other.hand(waiting)).toHaveText('1');
  const asker = isEnglishFirst ? chinese : english;
  await expect(asker.queue.getByRole('listitem'), 'the hand is seen by its fan').toContainText('1');

  for (const [room, language] of [
    [english, 'en_US'],
    [chinese, 'zh_TW'],
  ] as const) {
    const source = room.source(room.asking);
    await expect(source, `the source of the answer in ${language}`).toBeVisible({ timeout: 60_000 });
    await expect(source).toHaveAttribute('href', /^\//);
    await expect(room.asking).toContainText(aiHostWordsIn[language].automatic);
    await expect(room.question, 'the next question can be asked').toBeVisible();
    await room.page.setViewportSize(narrow);
    const theme = language === 'zh_TW' ? 'dark' : 'light';
    await judgeScreen(room.page, { who: 'fan', name: 'AI host’s room with an answer', language, theme });
  }

  // What was answered meanwhile is counted above the log; a new visit shows all of it.
  await other.open();
  await other.log.scrollIntoViewIfNeeded();
  await expect(other.log).toContainText(questions.en_US);
  await other.report(other.log);
  await expect(other.page.getByRole('dialog', { name: aiHostWordsIn.en_US.reported })).toBeVisible();
  expect(await violations(other.page), 'what axe finds in the report').toEqual([]);
});

test('a fan reads at the field why a question is refused, asks another one, and takes it back', async ({
  given,
  visit,
}) => {
  const refused = 'Look at https://example.com please';
  const room = new AiHostRoom(await visit.as(await given.fan(), { tolerates: [/status of 4\d\d/] }), 'en_US');
  await room.open();
  await room.ask(refused);
  await expect(room.question).toHaveAccessibleDescription(refusalText('QUESTION_LINK', 'en_US'));
  await expect(room.question).toHaveAttribute('aria-invalid', 'true');
  await expect(room.question, 'what was written is kept').toHaveValue(refused);

  await room.ask('When does the voting end?');
  await room.asking.getByRole('button', { name: aiHostWordsIn.en_US.withdraw }).click();
  await expect(room.question).toBeVisible();
  await expect(room.queue).toHaveCount(0);
});

test('a fan taps a suggestion for an unclear question, and reads that the AI host does not know another', async ({
  given,
  visit,
}) => {
  const words = aiHostWordsIn.en_US;
  const room = new AiHostRoom(await visit.as(await given.fan()), 'en_US');
  await room.open();
  await room.ask('and the second?');
  await expect(room.asking).toContainText(words.suggested, { timeout: 30_000 });
  await judgeScreen(room.page, { who: 'fan', name: 'unclear question', language: 'en_US', theme: 'light' });
  await room.asking.getByRole('button', { name: 'Who is in place 2?' }).click();
  await expect(room.asking).toContainText('Who is in place 2?');
  await expect(room.source(room.asking)).toBeVisible({ timeout: 30_000 });

  await room.ask('Why is the sky blue?');
  await expect(room.asking).toContainText(words.unknown, { timeout: 30_000 });
});

test('everyone sees at once that an operator pauses and ends the room', async ({ product, given, visit }) => {
  const words = aiHostWordsIn.en_US;
  const fan = new AiHostRoom(await visit.as(await given.fan()), 'en_US');
  const visitor = new AiHostRoom(await visit.anonymously(), 'en_US');
  for (const room of [fan, visitor]) await room.open();
  await expect(visitor.asking.getByRole('link', { name: words.signIn })).toBeVisible();
  await expect(fan.send).toBeEnabled();

  await setRoom(product, 'paused');
  await expect(fan.send).toBeDisabled();
  await expect(visitor.stage).toContainText(words.paused);
  await judgeScreen(visitor.page, { who: 'visitor', name: 'paused AI host’s room', language: 'en_US', theme: 'light' });
  await setRoom(product, 'ended');
  await expect(visitor.stage).toContainText(words.ended);
  await setRoom(product, 'open');
  await expect(fan.send).toBeEnabled();
});
