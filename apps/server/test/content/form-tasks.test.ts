import { describe, expect, it, test } from 'vitest';
import { type Edit, problemsAfter } from './small-pack.ts';

const formTask = (form: string) => `tasks:
  - id: survey
    type: 30
    tab: luckyTasks
    title: { en_US: Survey, zh_TW: 問卷 }
    description: { en_US: Two questions, zh_TW: 兩個問題 }
    reward: 30
    period: once
    budget: 3000
    ${form}
`;

const withForm = (form: string): Edit => ['tasks.yaml', 'tasks:\n', formTask(form)];

test.each([
  'form: { url: https://forms.example.com/f?usp=pp_url, parameter: entry.123 }',
  'form: { url: "https://forms.example.com/{parameter}/start" }',
  'form: { url: /dev/form, parameter: fan }',
])('a task with the form %s has no problems', async (form) => {
  expect(await problemsAfter(withForm(form))).toEqual([]);
});

describe('a pack is refused for a form', () => {
  const address = 'expected an https:// address of a form, or /dev/form for the demo form of a development server';
  it.each([
    ['that is missing', '', 'tasks.yaml:2 tasks[0].form: is missing; expected a map with url, parameter'],
    [
      'without TLS',
      'form: { url: http://forms.example.com/f, parameter: a }',
      `tasks.yaml:10 tasks[0].form.url: is "http://forms.example.com/f"; ${address}`,
    ],
    [
      'on a screen of the app',
      'form: { url: /mall, parameter: a }',
      `tasks.yaml:10 tasks[0].form.url: is "/mall"; ${address}`,
    ],
    [
      'with a login in its address',
      'form: { url: https://me:secret@forms.example.com/f, parameter: a }',
      `tasks.yaml:10 tasks[0].form.url: is "https://me:secret@forms.example.com/f"; ${address}`,
    ],
    [
      'whose parameter has blanks',
      'form: { url: https://forms.example.com/f, parameter: my entry }',
      'tasks.yaml:10 tasks[0].form.parameter: is "my entry"; expected the name of a query parameter, such as entry.123',
    ],
  ])('%s', async (_, form, problem) => {
    expect(await problemsAfter(withForm(form))).toEqual([problem]);
  });

  it.each(['{ url: https://forms.example.com/f }', '{ url: "https://forms.example.com/{parameter}", parameter: a }'])(
    'that names the fan nowhere, or in two places: %s',
    async (form) => {
      expect(await problemsAfter(withForm(`form: ${form}`))).toEqual([
        expect.stringContaining(
          'expected either a parameter, which names the fan in the query, or a place {parameter}',
        ),
      ]);
    },
  );

  it('of a task that is no form task', async () => {
    const edit: Edit = [
      'tasks.yaml',
      '    dwellSeconds: 5\n',
      '    dwellSeconds: 5\n    form: { url: /dev/form, parameter: a }\n',
    ];
    expect(await problemsAfter(edit)).toEqual([expect.stringContaining('form: is not a known field')]);
  });
});
