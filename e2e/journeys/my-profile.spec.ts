import { violations } from '#/fixtures/accessibility.ts';
import { openPage, reloadPage } from '#/fixtures/in-app.ts';
import { expect, test } from '#/fixtures/test.ts';
import { languages, looks, shots, takesPictures } from '#/looks.ts';
import { MyProfileScreen } from '#/pages/my-profile-screen.ts';
import { says } from '#/pages/texts.ts';
import { textsIn } from '#/pages/catalogue.ts';

const say = says.en_US;
const words = textsIn.en_US;

for (const language of languages) {
  const spoken = textsIn[language];
  const other = textsIn[language === 'en_US' ? 'zh_TW' : 'en_US'];

  test(`a fan says who they are, and changes the language of everything (${language})`, async ({ given, visit }) => {
    const page = await visit.as(await given.fan(), { language });
    const screen = new MyProfileScreen(page, spoken);
    await screen.open();
    await screen.speak(language === 'en_US' ? 'English' : '繁體中文');
    await screen.nickname.fill('  凜  Rin ');
    await screen.bio.fill('Team Grove\n自 2019 年');
    await screen.save.click();
    await expect(page.getByText(spoken.profile.saved)).toBeVisible();
    await expect(screen.nickname).toHaveValue('凜 Rin');
    await expect(screen.save).toBeDisabled();
    await openPage(page, '/me');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('凜 Rin');

    await screen.open();
    await expect(screen.bio).toHaveValue('Team Grove\n自 2019 年');
    await screen.speak(language === 'en_US' ? '繁體中文' : 'English');
    await screen.save.click();
    await expect(page.getByText(other.profile.saved)).toBeVisible();
    await expect(new MyProfileScreen(page, other).save).toBeDisabled();
  });
}

test(
  'an invalid name or text is shown beside the field, and nothing typed is lost',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ nickname: 'Mina' }));
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    await screen.bio.fill('好'.repeat(201));
    await screen.nickname.fill('');
    await screen.save.click();
    await expect(screen.nickname).toHaveAccessibleDescription('Please enter Nickname');
    await expect(screen.bio).toHaveAccessibleDescription('Bio can’t be longer than 200 characters');
    await screen.bio.fill('Team Grove');
    await screen.nickname.fill('Lightstick Official');
    await screen.save.click();
    await expect(screen.nickname).toHaveAccessibleDescription(say('account.refused.nicknameReserved'));
    await expect(screen.bio).toHaveValue('Team Grove');
    await openPage(page, '/me');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mina');
  },
);

test(
  'what is written while the profile is saved stays, and only what has changed is sent',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan({ nickname: 'Mina' }));
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    const answer = Promise.withResolvers<void>();
    const sent: unknown[] = [];
    await page.route('**/wallet/api/v1/userExpand/updateAccountInfo*', async (route) => {
      sent.push(route.request().postDataJSON());
      await answer.promise;
      await route.continue();
    });
    await screen.nickname.fill('  Rin ');
    await screen.save.click();
    await screen.bio.fill('Team Grove');
    answer.resolve();
    await expect(screen.nickname).toHaveValue('Rin');
    await expect(screen.bio).toHaveValue('Team Grove');
    await screen.save.click();
    await expect.poll(() => sent).toEqual([{ nickname: '  Rin ' }, { bio: 'Team Grove' }]);
    await expect(screen.save).not.toHaveAttribute('aria-busy');
    await expect(screen.save).toBeDisabled();
  },
);

test(
  'the fan’s code and invite link are shown, with the way to the invites',
  { tag: '@system' },
  async ({ given, visit }) => {
    const page = await visit.as(await given.fan());
    const screen = new MyProfileScreen(page, words);
    await screen.open();
    const code = page.getByRole('region', { name: say('myProfile.code') });
    const [codeLine, linkLine] = [code.getByRole('listitem').first(), code.getByRole('listitem').last()];
    const fanCode = (await codeLine.getByRole('paragraph').last().textContent()) ?? '';
    expect(fanCode).toMatch(/^[A-Z2-9]{8}$/);
    const inviteLink = `${new URL(page.url()).origin}/login?invite=${fanCode}`;
    await expect(linkLine.getByRole('paragraph').last()).toHaveText(inviteLink);
    await code.getByRole('link').click();
    await expect(page).toHaveURL(/\/my-invites$/);
  },
);

for (const { language, theme } of looks) {
  test.describe(`in ${language}, ${theme}`, () => {
    test.use({ language, theme });

    test(
      'a fan switches mails of what expires off, and they stay off',
      { tag: '@system' },
      async ({ given, visit }) => {
        const page = await visit.as(await given.fan());
        await new MyProfileScreen(page, textsIn[language]).open();
        const reminders = page.getByRole('group', { name: says[language]('myProfile.reminders') });
        const off = reminders.getByRole('radio', { name: says[language]('settings.off') });
        await expect(off).not.toBeChecked();
        await reminders.getByText(says[language]('settings.off')).click();
        await expect(page.getByText(says[language]('myProfile.saved'))).toBeVisible();
        expect(await violations(page), 'what axe finds').toEqual([]);
        if (takesPictures)
          await page.screenshot({ path: `${shots}/reminders-${language}-${theme}.png`, fullPage: true });
        await reloadPage(page);
        await expect(off).toBeChecked();
      },
    );
  });
}
