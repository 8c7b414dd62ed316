import { expect, test } from '#/fixtures/component-test.ts';

test('a list loads more rows as it is scrolled, until all are there', async ({ gallery }) => {
  const section = gallery.section('Infinite lists');
  const rows = section.getByRole('list', { name: 'Votes that load automatically' }).getByRole('listitem');
  await expect(rows).toHaveCount(10);
  await expect
    .poll(async () => {
      await rows.last().scrollIntoViewIfNeeded();
      return await rows.count();
    })
    .toBe(53);
  await expect(rows.last()).toContainText('Vote 53');
  await expect(section.getByText('53 of 53 shown')).toBeAttached();
  await expect(section.getByText('That’s all.')).toHaveCount(1);
});

test(
  'the button loads the next rows and focuses the first of them; a failure can be retried',
  { tag: '@system' },
  async ({ page, gallery }) => {
    const section = gallery.section('Infinite lists');
    const list = page.getByRole('list', { name: 'Votes on a press' });
    const rows = list.getByRole('listitem');
    const specimen = section.getByRole('figure').filter({ has: list });
    await expect(rows).toHaveCount(10);

    await specimen.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(specimen.getByRole('alert')).toContainText('We can’t reach the server.');
    await expect(rows).toHaveCount(10);

    await specimen.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(rows).toHaveCount(20);
    await expect(rows.nth(10)).toBeFocused();

    await specimen.getByRole('button', { name: 'Show more' }).press('Enter');
    await expect(rows).toHaveCount(25);
    await expect(rows.nth(20)).toBeFocused();
    await expect(specimen.getByText('That’s all.')).toBeVisible();
    await expect(specimen.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  },
);

test('a list whose first page failed says so and comes on the next try; one without rows says that', async ({
  gallery,
}) => {
  const section = gallery.section('Infinite lists');
  await expect(section.getByText('You haven’t voted yet.')).toBeVisible();
  await section.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(section.getByRole('list', { name: 'Votes that fail once' }).getByRole('listitem')).toHaveCount(3);
});
