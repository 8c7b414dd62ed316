import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Contract, InputOf } from '@lightstick/contract';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { judgeScreen } from '#/fixtures/judge-screen.ts';
import type { Product, Settings } from '#/fixtures/product.ts';
import { expect, test as base } from '#/fixtures/test.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { holdFirst } from '#/fixtures/lose-answer.ts';
import { AiHostRoom } from '#/pages/ai-host-room.ts';
import { says } from '#/pages/texts.ts';

const say = says.en_US;
const modelName = 'stage-words-7b';
const byModel = 'Choose an idol and cast your votes. Have fun!';

/** Speaks the protocol of models, and puts a number into one answer that no fact has. */
const test = base.extend<object, { readonly settings: Settings }>({
  settings: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern which fixtures are needed.
    async ({}, provide) => {
      const model = createServer((request, reply) => {
        let body = '';
        request.on('data', (piece: Buffer) => (body += piece.toString()));
        request.on('end', () => {
          const content = body.includes('votes in total') ? 'There are 987,654 votes.' : byModel;
          const part = { choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] };
          reply
            .writeHead(200, { 'content-type': 'text/event-stream' })
            .end(`data: ${JSON.stringify(part)}\n\ndata: [DONE]\n\n`);
        });
      }).listen(0, '127.0.0.1');
      await new Promise((resolve) => void model.once('listening', resolve));
      const { port } = model.address() as AddressInfo;
      await provide({ AI_BASE_URL: `http://127.0.0.1:${port}/v1`, AI_MODEL: modelName });
      model.close();
    },
    { scope: 'worker' },
  ],
});

// One product with a model serves both.
test.describe.configure({ mode: 'default' });

/** Lets the time pass until these questions are picked. */
async function makeDue({ database, time }: Product, ...texts: readonly string[]): Promise<void> {
  const countAsked = async () =>
    (await database.query('SELECT FROM ai_question WHERE text = ANY($1)', [texts])).rowCount;
  await expect.poll(countAsked).toBe(texts.length);
  await time.pass(60_000);
}

const decideRoute = 'POST /operator/api/v1/agent/decide';

async function refuse(product: Product, text: string): Promise<void> {
  const { rows } = await product.database.query<{ id: string }>('SELECT id FROM ai_question WHERE text = $1', [text]);
  const body: InputOf<Contract[typeof decideRoute]>['body'] = {
    questionId: String(rows[0]?.id),
    show: false,
    why: 'A test of the room.',
  };
  const response = await fetch(new URL(decideRoute.slice('POST '.length), product.address), {
    method: 'POST',
    headers: {
      ...(await givenOperator(product, 'moderator')),
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  expect(await response.json()).toMatchObject({ code: 0 });
}

test('a model answers within the facts, and a fan sees a question held, refused, joined and passed over', async ({
  product,
  given,
  visit,
}) => {
  const room = new AiHostRoom(await visit.as(await given.fan({ nickname: 'Hana' })), 'en_US');
  const other = new AiHostRoom(await visit.as(await given.fan()), 'en_US');
  for (const one of [room, other]) await one.open();
  const disclosed = say('agent.disclosure.model', { model: modelName });
  await expect(room.stage, 'before the first question').toContainText(disclosed);

  // The same question of two fans gets one answer, by the model, if it comes before the first is picked.
  const calls = await Promise.all([room, other].map(({ page }) => holdFirst(page, '/agent/ask')));
  const asked = Promise.all([room.ask('How do I vote?'), other.ask('how do i vote')]);
  await Promise.all(calls.map(({ sent }) => sent));
  for (const { letGo } of calls) letGo();
  await asked;
  await makeDue(product, 'How do I vote?', 'how do i vote');
  await expect(room.asking).toContainText(byModel);
  await expect(room.asking).toContainText(disclosed);
  await expect(other.asking).toContainText(byModel);
  const merged = say('agent.mine.merged');
  await expect
    .poll(async () => [await room.asking.textContent(), await other.asking.textContent()].join())
    .toContain(merged);

  // What is held is seen by its fan alone, until somebody has decided.
  const doubtful = 'what is her home address';
  await other.ask(doubtful);
  await expect(other.asking).toContainText(say('agent.mine.held'));
  await expect(room.queue).toHaveCount(0);
  await judgeScreen(other.page, {
    who: 'fan',
    name: 'AI host’s room with a held question',
    language: 'en_US',
    theme: 'light',
  });
  await refuse(product, doubtful);
  await reloadPage(other.page);
  await expect(other.asking).toContainText(say('agent.mine.refused'));

  // A number that no fact has is held back, and the answer comes from the facts alone.
  await room.ask('How many votes in total?');
  await makeDue(product, 'How many votes in total?');
  await expect(room.asking).toContainText(say('agent.disclosure.automatic'));
  await expect(room.page.getByText('987,654')).toHaveCount(0);

  await other.ask('When does the voting end?');
  await expect(other.asking).toContainText(say('agent.mine.place', { place: 1 }));
  await product.time.pass(16 * 60_000);
  await expect(other.asking).toContainText(say('agent.mine.passed'));

  // Each answer names the model that gave it.
  // What was answered meanwhile is counted above the log; a new visit shows all of it.
  await room.open();
  await room.log.scrollIntoViewIfNeeded();
  const findEntry = (text: string) => room.log.getByRole('article').filter({ hasText: text });
  await expect(findEntry('How many votes in total?')).toContainText(say('agent.disclosure.automatic'));
  await expect(findEntry('ow do').first()).toContainText(disclosed);
});

test('home shows the featured fan with the question, until the fan takes the consent back', async ({
  product,
  given,
  visit,
}) => {
  const fan = await given.fan({ nickname: 'Yuna of row Z' });
  const room = new AiHostRoom(await visit.as(fan), 'en_US');
  await room.open();
  const consent = room.page.getByRole('checkbox', { name: say('agent.featured.agree') });
  await consent.click();
  await expect(consent).toBeChecked();
  await room.ask('How do I earn Points?');
  await makeDue(product, 'How do I earn Points?');
  await expect(room.asking).toContainText(say('agent.mine.answered'));
  await product.database.query(
    `INSERT INTO ai_featured_fan (day, fan_id, question_id, hands, decided_at)
     SELECT day, fan_id, id, 3, now() FROM ai_question WHERE text = 'How do I earn Points?'`,
  );

  const home = await visit.anonymously();
  await openPage(home, '/');
  const card = home.getByRole('region', { name: say('agent.featured') });
  // It lies below the rest, and comes when that is near; the end moves on while the rest comes.
  await expect(async () => {
    await home.keyboard.press('End');
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
  await expect(card).toContainText('Yuna of row Z');
  await expect(card).toContainText('How do I earn Points?');
  await expect(card.getByRole('link', { name: say('agent.featured.ask') })).toHaveAttribute('href', '/agent-live-room');
  await judgeScreen(home, { who: 'visitor', name: 'home with a featured fan', language: 'en_US', theme: 'light' });

  const featured = room.page.getByRole('region', { name: say('agent.featured') });
  await expect(featured).toContainText('Yuna of row Z');
  await consent.click();
  await expect(consent).not.toBeChecked();
  await expect(featured).toContainText(say('agent.featured.none'));
});
