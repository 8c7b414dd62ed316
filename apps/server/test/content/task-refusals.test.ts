import { expect, test } from 'vitest';
import { type Edit, problemsAfter } from './small-pack.ts';

const refusals: readonly [what: string, edit: Edit, problem: string | RegExp][] = [
  [
    'a reward without a budget',
    ['tasks.yaml', '    budget: 3000\n', ''],
    'tasks.yaml:10 tasks[1].budget: is missing; expected a whole number from 1 to 1000000000000',
  ],
  [
    'a budget that does not pay one reward',
    ['tasks.yaml', 'budget: 3000', 'budget: 29'],
    'tasks.yaml:17 tasks[1].budget: is 29, but one reward is 30; expected at least that',
  ],
  [
    'a task without a reward',
    ['tasks.yaml', '    reward: 30\n', ''],
    'tasks.yaml:10 tasks[1].reward: is missing; expected a whole number from 1 to 1000000',
  ],
  [
    'an id given to two tasks',
    ['tasks.yaml', 'id: look', 'id: hello'],
    'tasks.yaml:10 tasks[1].id: is "hello" again; expected an id of its own',
  ],
  [
    'a visit without its link',
    ['tasks.yaml', /    links:\n      - \{ linkType: page.*\n/, ''],
    'tasks.yaml:10 tasks[1].links: is missing; expected a list of one link with the linkType page',
  ],
  [
    'a visit that does not say how long',
    ['tasks.yaml', '    dwellSeconds: 5\n', ''],
    'tasks.yaml:10 tasks[1].dwellSeconds: is missing; expected a whole number from 0 to 600',
  ],
  [
    'a search with two of its three links',
    ['tasks.yaml', /      - \{ linkType: homepage.*\n/, ''],
    /^tasks\.yaml:31 tasks\[2\]\.links: is .*; expected three links, .*: rankSearch, homepage, channel$/,
  ],
  [
    'a task that ends before it opens',
    ['tasks.yaml', '    opensAt: +P1D\n', '    opensAt: +P1D\n    endsAt: +PT23H\n'],
    'tasks.yaml:31 tasks[2].endsAt: is not after opensAt; expected a later time',
  ],
  [
    'a task about an election that is none',
    ['tasks.yaml', 'type: 36', "type: 36\n    activity: '8'"],
    'tasks.yaml:12 tasks[1].activity: is "8", which is no activity of this pack; expected one of 7',
  ],
  [
    'a link to a screen that does not exist',
    ['tasks.yaml', 'url: /mall', 'url: /malls?from=task'],
    /^tasks\.yaml:20 tasks\[1\]\.links\[0\]\.url: is "\/malls\?from=task"; expected .*, one of \/, \/activity, /,
  ],
  [
    'a link to another host that looks like a path',
    ['tasks.yaml', 'url: /mall', 'url: /\\evil.example'],
    /^tasks\.yaml:20 tasks\[1\]\.links\[0\]\.url: is .*; expected an https:\/\/ address or a screen of the app/,
  ],
  [
    'a link without TLS',
    ['tasks.yaml', 'https://example.com/channel', 'http://example.com/channel'],
    'tasks.yaml:34 tasks[2].links[2].url: is "http://example.com/channel"; ' +
      'expected a path such as /mall or an https:// address',
  ],
  [
    'a banner on a screen that has none',
    ['banners.yaml', 'type: task', 'type: live'],
    'banners.yaml:3 banners[0].type: is "live"; expected one of home, task, activity, mall',
  ],
  [
    'a banner that leads to a screen that does not exist',
    ['banners.yaml', '/mall?from=banner', '/shop'],
    /^banners\.yaml:7 banners\[0\]\.link: is "\/shop"; expected an https:\/\/ .*, one of \/, /,
  ],
  [
    'a banner that runs a script',
    ['banners.yaml', '/mall?from=banner', '"javascript:alert(1)"'],
    'banners.yaml:7 banners[0].link: is "javascript:alert(1)"; expected a path such as /mall or an https:// address',
  ],
  [
    'a banner that ends before it opens',
    ['banners.yaml', 'endsAt: +P1D', 'endsAt: -P2D'],
    'banners.yaml:9 banners[0].endsAt: is not after opensAt; expected a later time',
  ],
  [
    'a banner without a picture on a screen that shows one',
    ['banners.yaml', '    pictureSeed: welcome-h2\n', ''],
    'banners.yaml:2 banners[0].pictureSeed: is missing; ' +
      'expected either pictureSeed, the seed of a drawing, or picturePhoto',
  ],
  [
    'a banner in one language',
    ['banners.yaml', ', zh_TW: Afar中文', ''],
    'banners.yaml:12 banners[1].title.zh_TW: is missing; expected a text of 1 to 40 characters',
  ],
  [
    'an id given to two banners',
    ['banners.yaml', 'id: afar', 'id: welcome'],
    'banners.yaml:10 banners[1].id: is "welcome" again; expected an id of its own',
  ],
];

test.each(refusals)('refused with its place: %s', async (_, edit, problem) => {
  const problems = await problemsAfter(edit);
  expect(problems).toContainEqual(typeof problem === 'string' ? problem : expect.stringMatching(problem));
});
