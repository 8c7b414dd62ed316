import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatProblem, readPack } from '#/modules/content/index.ts';

/** Files that only some tests need begin empty. */
type FileName = keyof typeof files | 'faq.yaml' | 'live.yaml' | 'staking.yaml' | 'chat-words.yaml';

/** Replaces a text of a file, which must contain it. A file that becomes empty is absent. */
export type Edit = readonly [file: FileName, from: string | RegExp, to: string];

const text = (english: string): string => `{ en_US: ${english}, zh_TW: ${english}中文 }`;

/** Leaves the simulation out, which goes with no rounds and with no paid share. */
export const withoutSimulation: Edit = ['simulation.yaml', /^[^]+$/, ''];

/** A pack with one or two of everything; tests count its lines. */
const files = {
  'pack.yaml': `name: small
version: 1.0.0
invites:
  reward: 40
  mostRewarded: 3
limits:
  perFan: 50
  perDevice: 60
  perNetwork: 700
  hurry: { most: 4, seconds: 2 }
  accounts: { perDevice: 2, perNetwork: 80 }
  holdHours: 24
gifts:
  mostSent: 5
  mostReceived: 8
  mostByEmail: 2
points:
  lastMonths: 6
`,
  'teams.yaml': `teams:
  - id: dawn
    name: ${text('Dawn')}
    slogan: ${text('Early')}
    colour: '#1d6fd8'
  - id: dusk
    name: ${text('Dusk')}
    slogan: ${text('Late')}
    colour: '#17804a'
`,
  'idols.yaml': `idols:
  - id: '11'
    team: dawn
    number: 1
    name: ${text('Ada')}
    profile: ${text('Hums')}
    portraitSeed: ada-h2
  - id: '12'
    team: dusk
    number: 2
    name:
      en_US: Bea
      zh_TW: 比亞
    profile: ${text('Drums')}
    portraitSeed: bea-h3
`,
  'activities.yaml': `activities:
  - id: '7'
    title: ${text('Small')}
    subtitle: ${text('Two')}
    teams: [dawn, dusk]
    ticketAsset: TICKET_7
    voteAsset: VOTE_7
    opensAt: -P2D
    closesAt: +P1DT12H
    timeZone: Asia/Taipei
    freeVotesPerDay: 3
    dailyCap: 500
    votesPerTicket: 10
    coverSeed: small
    prizes:
      - ranks: [1, 1]
        title: ${text('Gold')}
      - ranks: [2, 2]
        title: ${text('Silver')}
    rules:
      - ${text('Fair')}
`,
  'tasks.yaml': `tasks:
  - id: hello
    type: 2
    tab: luckyTasks
    title: ${text('Hello')}
    description: ${text('Daily')}
    rewards: [1, 2, 3, 4, 5, 6, 7]
    period: daily
    budget: 7000
  - id: look
    type: 36
    tab: visitingTasks
    title: ${text('Look')}
    description: ${text('Page')}
    reward: 30
    period: once
    budget: 3000
    dwellSeconds: 5
    links:
      - { linkType: page, label: ${text('Page')}, url: /mall }
  - id: search
    type: 15
    tab: supportTasks
    title: ${text('Search')}
    description: ${text('Three')}
    reward: 60
    period: weekly
    budget: 6000
    dwellSeconds: 5
    opensAt: +P1D
    links:
      - { linkType: rankSearch, label: ${text('Rank')}, url: /vote-activity }
      - { linkType: homepage, label: ${text('Home')}, url: / }
      - { linkType: channel, label: ${text('Channel')}, url: https://example.com/channel }
`,
  'banners.yaml': `banners:
  - id: welcome
    type: task
    title: ${text('Welcome')}
    text: ${text('Inside')}
    pictureSeed: welcome-h2
    link: /mall?from=banner
    opensAt: -P1D
    endsAt: +P1D
  - id: afar
    type: mall
    title: ${text('Afar')}
    text: ${text('Outside')}
    pictureSeed: afar-h3
    link: https://example.com/afar
`,
  'offers.yaml': `offers:
  - id: one
    activity: '7'
    title: ${text('One')}
    description: ${text('Single')}
    tickets: 1
    price: 50
    stock: 100
    perFanLimit: 5
    opensAt: -P2D
    closesAt: +P1DT12H
`,
  'packs.yaml': `packs:
  - id: spark
    activity: '7'
    title: ${text('Spark')}
    votes: 50
    bonusVotes: 5
    price: 250
`,
  'luck.yaml': `budgets:
  - id: fun
    amounts: { POINT: 10000 }
packets:
  - id: noon
    title: ${text('Noon')}
    description: ${text('Shares')}
    coverSeed: noon
    budget: fun
    asset: POINT
    total: 500
    shares: 20
    schedule: { daily: ['12:30', '20:30'], timeZone: Asia/Taipei, lasts: PT2H }
boxes:
  - id: chest
    version: 1
    title: ${text('Chest')}
    description: ${text('Inside')}
    coverSeed: chest
    budget: fun
    price: 50
    perFanLimit: 5
    rareWithin: 10
    regions: [TW, HK]
    schedule: { opensAt: -P1D, closesAt: +P1D }
    prizes:
      - { id: few, title: ${text('Few')}, points: 10, count: 90 }
      - { id: many, title: ${text('Many')}, points: 200, rare: true, count: 10 }
envelopes:
  - id: daily
    version: 1
    title: ${text('Daily')}
    description: ${text('Envelopes')}
    coverSeed: daily
    budget: fun
    schedule: { daily: ['00:00'], timeZone: Asia/Taipei, lasts: PT24H }
    attempts:
      - { by: checkIn, each: 1, most: 1 }
      - { by: vote, each: 10, most: 3 }
    prizes:
      - { id: five, title: ${text('Five')}, points: 5, count: 100 }
raffles:
  - id: sunday
    version: 1
    title: ${text('Sunday')}
    description: ${text('Drawn')}
    coverSeed: sunday
    budget: fun
    price: 0
    schedule: { weekly: { day: sunday, at: '21:30' }, timeZone: Asia/Taipei, lasts: P6DT23H }
    prizes:
      - { id: gold, title: ${text('Gold')}, points: 1000, count: 1 }
`,
  'simulation.yaml': `activity: '7'
seed: small
fans: 20
votes: 200
popularity:
  '11': { weight: 3, momentum: 0.2 }
  '12': { weight: 2, momentum: 0 }
nicknames:
  first: [Quiet, 小]
  second: [Owl, 貓]
`,
  'pages/use-terms.en_US.md': `---
title: Terms
summary: What holds here
updatedAt: 2026-11-21
---

Be **kind**.

## Votes

See the [rules](/rule).
`,
  'pages/use-terms.zh_TW.md': `---
title: 條款
summary: 這裡的約定
updatedAt: 2026-11-21
---

請**友善**。

## 投票

請看[規則](/rule)。
`,
};

export type PackFolder = AsyncDisposable & { readonly path: string; edit(...edits: readonly Edit[]): Promise<void> };

/** Writes the small pack, with edits, into a separate folder. */
export async function smallPack(...edits: readonly Edit[]): Promise<PackFolder> {
  const path = await mkdtemp(join(tmpdir(), 'pack-'));
  await mkdir(join(path, 'pages'));
  const current: Record<string, string> = { ...files };
  async function edit(...changes: readonly Edit[]): Promise<void> {
    for (const [file, from, to] of changes) {
      const before = current[file] ?? '';
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file} does not contain ${from}`);
      current[file] = after;
    }
    await Promise.all(
      Object.entries(current).map(([name, content]) =>
        content === '' ? rm(join(path, name), { force: true }) : writeFile(join(path, name), content),
      ),
    );
  }
  await edit(...edits);
  return { path, edit, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** Returns all problems of the small pack with edits, with the folder's name left out. */
export async function problemsAfter(...edits: readonly Edit[]): Promise<string[]> {
  await using folder = await smallPack(...edits);
  const { problems } = await readPack(folder.path);
  return problems.map((problem) => formatProblem(problem).replace(`${folder.path}/`, ''));
}
