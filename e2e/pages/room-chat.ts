import { expect, type Locator, type Page } from '@playwright/test';
import type { Say } from './texts.ts';
import { openPage } from '#/fixtures/in-app.ts';

/** The chat of a live room, with its sheets. */
export class RoomChat {
  readonly panel: Locator;
  readonly log: Locator;
  readonly field: Locator;
  readonly page: Page;
  private readonly say: Say;

  constructor(page: Page, say: Say) {
    this.page = page;
    this.say = say;
    this.panel = page.getByRole('region', { name: say('chat.title'), exact: true });
    this.log = this.panel.getByRole('log');
    this.field = this.panel.getByRole('textbox', { name: say('chat.write') });
  }

  /** Opens a room and waits for its chat. */
  async open(roomId: string): Promise<void> {
    await openPage(this.page, `/live?roomId=${roomId}`);
    // A chat that is shut and empty has its reason only.
    await this.log.or(this.panel.locator('.chat-note')).first().waitFor();
  }

  async write(text: string): Promise<void> {
    await this.field.fill(text);
    await this.field.press('Enter');
  }

  row(text: string): Locator {
    return this.log.getByRole('listitem').filter({ hasText: text });
  }

  /** Opens what can be done about a message. */
  async pick(text: string): Promise<Locator> {
    const sheet = this.page.getByRole('dialog');
    // The one before may still be on its way out.
    await expect(sheet).toHaveCount(0);
    await this.row(text).getByRole('button').click();
    await expect(sheet).toBeVisible();
    return sheet;
  }

  /** Opens one of the moderators’ sheets. */
  async openSheet(name: 'queue' | 'mutes' | 'settings'): Promise<Locator> {
    const title = this.say(`chat.${name}`);
    await this.panel.getByRole('button', { name: title }).click();
    const sheet = this.page.getByRole('dialog', { name: title });
    await expect(sheet).toBeVisible();
    return sheet;
  }

  async closeSheet(): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async goOnDuty(): Promise<void> {
    const duty = this.panel.getByRole('switch', { name: this.say('chat.onDuty') });
    await duty.click();
    await expect(duty).toBeChecked();
  }
}
