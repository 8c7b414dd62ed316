import type { Locator, Page } from '@playwright/test';
import type { Language } from '@lightstick/contract';
import { openPage } from '#/fixtures/in-app.ts';
import { expect } from '#/fixtures/test.ts';
import { type Say, says } from './texts.ts';

/** A live room, with its picture and the way in. */
export class LiveRoomScreen {
  readonly title: Locator;
  readonly player: Locator;
  readonly video: Locator;
  readonly getTicket: Locator;
  readonly sheet: Locator;
  private readonly page: Page;
  private readonly say: Say;

  constructor(page: Page, language: Language = 'en_US') {
    this.page = page;
    this.say = says[language];
    this.title = page.getByRole('heading', { level: 1 });
    this.player = page.locator('.live-frame');
    this.video = this.player.locator('video');
    this.getTicket = page.getByRole('button', { name: this.say('live.ticket.get'), exact: true });
    this.sheet = page.getByRole('dialog');
  }

  async open(roomId: string): Promise<void> {
    await openPage(this.page, `/live?roomId=${roomId}`);
  }

  /** Waits until the picture moves. */
  async playing(): Promise<void> {
    await expect.poll(() => this.time(), { timeout: 60_000 }).toBeGreaterThan(0);
    const before = await this.time();
    await expect.poll(() => this.time()).toBeGreaterThan(before + 1);
  }

  /** The seconds of the video; 0 before it has begun, and without a video. */
  async time(): Promise<number> {
    const [time = 0] = await this.video.evaluateAll((videos) =>
      videos.flatMap((video) => (video instanceof HTMLVideoElement ? [video.currentTime] : [])),
    );
    return time;
  }

  /** How long the address of a video that the browser plays by itself lasts, in seconds from now. */
  async tokenSeconds(): Promise<number> {
    const address = await this.video.evaluate((video: HTMLVideoElement) => video.src);
    const [, until = '0'] = /\.(\d+)\.[\w-]+\/index\.m3u8$/.exec(address) ?? [];
    return Number(until) - Date.now() / 1000;
  }

  /** The lines that lie over the picture at this moment. */
  async shownCaptions(): Promise<string[]> {
    return this.video.evaluate((video: HTMLVideoElement) =>
      [...video.textTracks]
        .filter(({ mode }) => mode === 'showing')
        .flatMap(({ activeCues }) => [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text)),
    );
  }

  async isPaused(): Promise<boolean> {
    return this.video.evaluate((video: HTMLVideoElement) => video.paused);
  }

  async isMuted(): Promise<boolean> {
    return this.video.evaluate((video: HTMLVideoElement) => video.muted);
  }

  control(name: Parameters<Say>[0]): Locator {
    return this.player.getByRole('button', { name: this.say(name), exact: true });
  }
}
