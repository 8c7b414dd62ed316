import { randomBytes, randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { violations } from '#/fixtures/accessibility.ts';
import { givenOperator } from '#/fixtures/given-operator.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { judgeScreen } from '#/fixtures/judge-screen.ts';
import type { Product } from '#/fixtures/product.ts';
import type { Fan } from '#/fixtures/register-fan.ts';
import { expect, test } from '#/fixtures/test.ts';
import { looks } from '#/looks.ts';
import { LiveRoomScreen } from '#/pages/live-screen.ts';
import { type Say, says, type TextId } from '#/pages/texts.ts';

const say = says.en_US;
/** Chromium's word on a frame that is on its way to the encoder when the presenter stops. */
const frameDropped = /VideoFrame was garbage collected/;

type StudioRoom = {
  readonly roomId: string;
  readonly title: string;
  /** Opens it before its time. */
  readonly open: () => Promise<void>;
};

/** Creates an operator's room for a presenter's browser, which opens in ten minutes, and its presenter. */
async function givenStudioRoom({ address, database, time }: Product, { accountId }: Fan): Promise<StudioRoom> {
  const operator = await givenOperator({ database }, 'editor');
  const ask = async (act: 'create' | 'appoint' | 'open', body: object) => {
    const response = await fetch(`${address}/operator/api/v1/live/${act}`, {
      method: 'POST',
      headers: { ...operator, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      body: JSON.stringify({ roomId, why: 'A show from the browser', ...body }),
    });
    expect(await response.json()).toMatchObject({ code: 0 });
  };
  const inMinutes = (minutes: number) => time.now(minutes * 60_000).toISOString();
  const inBoth = (words: string) => ({ en_US: words, zh_TW: words });
  const roomId = `studio-${randomBytes(5).toString('hex')}`;
  const title = `Night talk ${roomId.slice(-4)}`;
  await ask('create', {
    title: inBoth(title),
    description: inBoth('For a test'),
    hostName: inBoth('Aiko'),
    source: 'studio',
    opensAt: inMinutes(10),
    closesAt: inMinutes(60),
    price: 0,
    seats: null,
    replayHours: 24,
    hasChat: false,
  });
  await ask('appoint', { accountId, role: 'host', appointed: true });
  return { roomId, title, open: () => ask('open', {}) };
}

/** Says loudly where the browser cannot encode or play the picture, as some builds of Chromium. */
async function needsCodecs(page: Page): Promise<void> {
  const can = await page.evaluate(async () => {
    const config = { codec: 'avc1.42e01f', width: 640, height: 360 };
    const { supported } = await VideoEncoder.isConfigSupported(config);
    return supported === true && MediaSource.isTypeSupported('video/mp4; codecs="avc1.42E01F, mp4a.40.2"');
  });
  if (!can) console.warn('NOT TESTED: this browser cannot encode and play H.264, so that no presenter went on air.');
  test.skip(!can, 'This browser cannot encode and play H.264.');
}

/** The studio of one device of a presenter. */
class Studio {
  readonly page: Page;
  readonly alert: Locator;
  private readonly say: Say;

  constructor(page: Page, tell: Say = say) {
    this.page = page;
    this.say = tell;
    this.alert = page.getByRole('alert');
  }

  button(name: TextId): Locator {
    return this.page.getByRole('button', { name: this.say(name), exact: true });
  }

  async turnOn(roomId: string): Promise<void> {
    await openPage(this.page, `/live/studio?roomId=${roomId}`);
    await this.button('studio.turnOn').click();
    await expect(this.button('studio.sources')).toBeVisible();
  }

  async stop(how: 'studio.pausePicture' | 'studio.endRoom'): Promise<void> {
    await this.button('studio.stop').click();
    await this.page
      .getByRole('dialog')
      .getByRole('button', { name: this.say(how), exact: true })
      .click();
  }

  mark(name: TextId): Locator {
    return this.page.locator('.live-mark').getByText(this.say(name));
  }
}

/** Holds the presenter's phone upright: its picture is white, higher than wide, and comes five times a second. */
async function holdUpright(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator;
    const capture = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async ({ audio = true } = {}) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 360, height: 640 });
      const context = canvas.getContext('2d');
      if (!context) throw new Error('There is no canvas.');
      context.fillStyle = 'white';
      setInterval(() => context.fillRect(0, 0, canvas.width, canvas.height), 200);
      return new MediaStream([
        ...canvas.captureStream().getVideoTracks(),
        ...(await capture({ audio })).getAudioTracks(),
      ]);
    };
  });
}

/** A cover and the black beside a picture are darker, the browser's own camera is brighter. */
const darkBelow = 40;

/** Returns the brightness, 0 to 255, at the left edge, in the middle and at the right edge of what a viewer sees. */
async function brightnessAcross(video: Locator): Promise<readonly number[]> {
  return video.evaluate((element: HTMLVideoElement) => {
    const context = new OffscreenCanvas(16, 9).getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('There is no canvas.');
    context.drawImage(element, 0, 0, 16, 9);
    return [0, 8, 15].map((x) => context.getImageData(x, 4, 1, 1).data[1] ?? 0);
  });
}

test('a presenter rehearses and goes on air from the browser, pauses, changes devices and ends the room', async ({
  product,
  given,
  visit,
}) => {
  const presenter = await given.fan({ nickname: 'Aiko' });
  const { roomId, title, open } = await givenStudioRoom(product, presenter);
  const page = await visit.as(presenter, { tolerates: [/409/, frameDropped] });
  const studio = new Studio(page);
  await openPage(page, '/live');
  await needsCodecs(page);
  await page.getByRole('link', { name: say('studio.open') }).click();
  await page.getByRole('link', { name: title }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await studio.button('studio.turnOn').click();
  await studio.button('studio.rehearse').click();
  await expect(studio.mark('studio.mark.rehearsal')).toBeVisible();
  await expect(page.getByText(say('studio.rehearsalNote'))).toBeVisible();

  await open();
  await expect(studio.mark('studio.mark.onAir')).toBeVisible();
  expect(await violations(page), 'what axe finds on air').toEqual([]);
  const viewer = new LiveRoomScreen(await visit.anonymously());
  await viewer.open(roomId);
  await viewer.playing();
  await expect(viewer.player).toContainText(say('live.mark.live'));

  await expect
    .poll(async () => (await brightnessAcross(viewer.video))[0], 'viewers see the camera')
    .toBeGreaterThan(darkBelow);
  await studio.button('studio.hide').click();
  await expect(page.getByText(say('studio.hidden'), { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await brightnessAcross(viewer.video))[0], 'viewers see the dark cover')
    .toBeLessThan(darkBelow);
  await studio.stop('studio.pausePicture');
  await expect(studio.button('studio.goLive')).toBeVisible();
  const shown = await viewer.time();

  const second = new Studio(await visit.as(presenter, { tolerates: [frameDropped] }));
  await studio.button('studio.goLive').click();
  await expect(studio.mark('studio.mark.onAir')).toBeVisible();
  await expect.poll(() => viewer.time(), 'the picture goes on after the pause').toBeGreaterThan(shown + 1);
  await holdUpright(second.page);
  await second.turnOn(roomId);
  await second.button('studio.goLive').click();
  await expect(second.mark('studio.mark.onAir')).toBeVisible();
  await expect(studio.alert).toContainText(say('studio.end.taken'));
  await expect(studio.button('studio.goHere')).toBeVisible();
  const before = await viewer.time();
  await expect.poll(() => viewer.time(), 'the picture goes on from the second device').toBeGreaterThan(before + 3);
  const isUpright = ([left = 0, middle = 0, right = 0]: readonly number[]) =>
    left < darkBelow && middle > 200 && right < darkBelow;
  await expect
    .poll(async () => isUpright(await brightnessAcross(viewer.video)), 'black beside the upright picture')
    .toBe(true);

  await second.stop('studio.endRoom');
  await second.button('studio.endForAll').click();
  await expect(second.page.getByText(say('studio.end.over'))).toBeVisible();
  await expect(viewer.player).toContainText(say('live.player.end.offAir'));
  await viewer.control('live.player.again').click();
  await viewer.playing();
});

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test('the studio is accessible in every state, and says what keeps a presenter off the air', async ({
      product,
      given,
      visit,
    }) => {
      const presenter = await given.fan({ nickname: 'Aiko' });
      const page = await visit.as(presenter, { tolerates: [frameDropped] });
      const tell = says[language];
      const studio = new Studio(page, tell);
      const judge = (name: string) => judgeScreen(page, { who: 'presenter', name: `studio ${name}`, language, theme });
      const { roomId, title } = await givenStudioRoom(product, presenter);
      await openPage(page, '/live/studio?roomId=rehearsal-stage');
      await expect(page.getByText(tell('studio.notHost'))).toBeVisible();
      await openPage(page, '/live/studio');
      await expect(page.getByRole('link', { name: title })).toBeVisible();
      await needsCodecs(page);
      await judge('list');

      await page.getByRole('link', { name: title }).click();
      const refusals = [
        ['NotFoundError', 'studio.problem.noCamera'],
        ['NotReadableError', 'studio.problem.busy'],
        ['NotAllowedError', 'studio.problem.denied'],
      ] as const;
      for (const [name, text] of refusals) {
        await expect(studio.button('studio.turnOn')).toBeEnabled();
        await page.evaluate((refusal) => {
          navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('Refused', refusal));
        }, name);
        await studio.button('studio.turnOn').click();
        await expect(studio.alert).toContainText(tell(text));
      }
      await judge('without a camera');

      await studio.turnOn(roomId);
      await studio.button('studio.sources').click();
      await expect(page.getByLabel(tell('studio.microphone'), { exact: true })).toBeVisible();
      await judge('camera and sound');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: tell('common.done') })
        .click();
      await studio.button('studio.rehearse').click();
      await expect(page.getByText(tell('studio.connection.good'))).toBeVisible();
      await judge('rehearsal');
      await studio.button('studio.stop').click();
      await expect(studio.button('studio.goOn')).toBeVisible();
      await judge('stop');
      await page
        .getByRole('dialog')
        .getByRole('button', { name: tell('studio.stop'), exact: true })
        .click();
      await expect(studio.button('studio.rehearse')).toBeVisible();

      await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
      await reloadPage(page);
      await expect(studio.alert).toContainText(tell('studio.problem.encoder'));
    });
  });
}
