import type { Language } from '@lightstick/contract';
import type { Locator, Page } from '@playwright/test';
import { openPage } from '#/fixtures/in-app.ts';
import { settled } from '#/fixtures/settled.ts';
import { textsOf } from './texts.ts';

/** Texts of the AI host's room, by language. */
export const aiHostWordsIn = textsOf({
  ask: 'agent.ask',
  label: 'agent.ask.label',
  send: 'agent.ask.send',
  automatic: 'agent.disclosure.automatic',
  fanAsks: 'agent.fanAsks',
  queue: 'agent.queue',
  log: 'agent.log',
  report: 'agent.report',
  reportTitle: 'agent.report.title',
  reported: 'agent.report.thanks',
  wrong: 'agent.report.wrong',
  paused: 'agent.state.paused',
  ended: 'agent.state.ended',
  suggested: 'agent.mine.suggested',
  unknown: 'agent.mine.unknown',
  withdraw: 'agent.withdraw',
  signIn: 'account.signIn',
  /** The server’s words, before the name of the source. */
  source: { en_US: /^Source: /, zh_TW: /^來源：/ },
});

/** The AI host's room: the stage, the fan's own question, the queue and what was answered before. */
export class AiHostRoom {
  readonly page: Page;
  readonly stage: Locator;
  readonly asking: Locator;
  readonly queue: Locator;
  readonly log: Locator;
  readonly question: Locator;
  readonly send: Locator;
  private readonly words: (typeof aiHostWordsIn)[Language];

  constructor(page: Page, language: Language) {
    this.page = page;
    this.words = aiHostWordsIn[language];
    this.stage = page.locator('header.stage');
    this.asking = page.getByRole('region', { name: this.words.ask });
    this.queue = page.getByRole('list', { name: this.words.queue });
    this.log = page.getByRole('region', { name: this.words.log });
    this.question = this.asking.getByRole('textbox', { name: this.words.label });
    this.send = this.asking.getByRole('button', { name: this.words.send });
  }

  async open(): Promise<void> {
    await openPage(this.page, '/agent-live-room');
  }

  /** Sends a question, and waits for the answer to it: whether it was taken. */
  async ask(text: string): Promise<void> {
    await this.question.fill(text);
    await this.send.click();
    await settled(this.page);
  }

  /** The hand of a waiting question. */
  hand(text: string): Locator {
    return this.queue.getByRole('listitem').filter({ hasText: text }).getByRole('button');
  }

  /** The link to the source of an answer, on stage or in the log. */
  source(within: Locator): Locator {
    return within.getByRole('link', { name: this.words.source });
  }

  /** Reports an answer in two taps. */
  async report(answer: Locator): Promise<void> {
    await answer.getByRole('button', { name: this.words.report }).first().click();
    const sheet = this.page.getByRole('dialog', { name: this.words.reportTitle });
    await sheet.getByRole('button', { name: this.words.wrong }).click();
  }
}
