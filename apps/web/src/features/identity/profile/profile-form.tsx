import type { FormEvent, ReactNode } from 'react';
import { updateErrorText, changedWords, useUpdateProfile } from './use-update-profile.ts';
import { inviteLink } from '#/features/identity/use-account.ts';
import type { Language } from '#/lib/environment.ts';
import { lengthAtMost, notBlank, required } from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { refusalReason } from '#/lib/refusal-text.ts';
import type { UserInfo } from '#/lib/session/session.ts';
import { Button } from '#/ui/button.tsx';
import { writtenCharacters } from '#/ui/composer.ts';
import { CopyButton } from '#/ui/copy-button.tsx';
import { FormField, TextAreaField } from '#/ui/form-fields.tsx';
import { InlineAlert } from '#/ui/inline-alert.tsx';
import { SegmentedControl } from '#/ui/segmented-control.tsx';
import { Skeleton } from '#/ui/skeleton.tsx';

const mostOf = { nickname: 24, bio: 200 } as const;

const plan = {
  nickname: { label: 'account.nickname', rules: [required, notBlank, lengthAtMost(mostOf.nickname)] },
  bio: { label: 'myProfile.bio', rules: [lengthAtMost(mostOf.bio)] },
  languageType: { label: 'settings.language', rules: [] },
} as const satisfies Record<string, FieldPlan>;

/** Shows the words by which other fans know this one, and the language for mails and the app. */
export function ProfileForm({ user }: { user: UserInfo }): ReactNode {
  const t = useText();
  const { nickname, bio, languageType } = user;
  const form = useFields(plan, { nickname, bio, languageType });
  const { fields, values } = form;
  // The third is set by nothing but the control below, which knows the two languages only.
  const changed = changedWords({ ...values, languageType: values.languageType as Language }, user);
  const isChanged = Object.keys(changed).length > 0;
  const update = useUpdateProfile((kept, sent) => {
    // As the server has tidied them up, unless the fan has been writing on.
    for (const name of ['nickname', 'bio'] as const) if (values[name] === sent[name]) fields[name].set(kept[name]);
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !form.check()) return;
    update.mutate(changed, {
      onError: (error) => {
        if (refusalReason(error) === 'NICKNAME_RESERVED') form.objectTo('nickname', updateErrorText(error, t));
      },
    });
  };
  const shownAtField = refusalReason(update.error) === 'NICKNAME_RESERVED';
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <FormField
        label={fields.nickname.label}
        error={fields.nickname.error}
        hint={<Counter used={values.nickname} most={mostOf.nickname} />}
        autoComplete="nickname"
        value={values.nickname}
        onChange={(event) => fields.nickname.set(event.currentTarget.value)}
        onBlur={fields.nickname.leave}
      />
      <TextAreaField
        label={fields.bio.label}
        error={fields.bio.error}
        hint={<Counter used={values.bio} most={mostOf.bio} />}
        placeholder={t('myProfile.bioPlaceholder')}
        value={values.bio}
        onChange={(event) => fields.bio.set(event.currentTarget.value)}
        onBlur={fields.bio.leave}
      />
      <div>
        <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
          {fields.languageType.label}
        </p>
        <SegmentedControl
          label={fields.languageType.label}
          value={values.languageType as Language}
          onChange={fields.languageType.set}
          segments={[
            { value: 'en_US', label: <span lang="en">English</span> },
            { value: 'zh_TW', label: <span lang="zh-Hant-TW">繁體中文</span> },
          ]}
        />
        <p className="mt-1.5 text-small text-mute">{t('myProfile.languageHint')}</p>
      </div>
      {update.error && !shownAtField ? <InlineAlert>{updateErrorText(update.error, t)}</InlineAlert> : null}
      <Button type="submit" size="large" busy={update.isPending} disabled={!isChanged && !update.isPending}>
        {t('myProfile.save')}
      </Button>
    </form>
  );
}

/** Switches the mails that remind the fan of what expires. A press saves it. */
export function ReminderSetting({ user }: { user: UserInfo }): ReactNode {
  const t = useText();
  const { mutate, isPending, variables, error } = useUpdateProfile();
  const isOn = (isPending ? variables.remindByMail : undefined) ?? user.remindByMail;
  return (
    <>
      <p aria-hidden="true" className="mb-1.5 text-small font-semibold">
        {t('myProfile.reminders')}
      </p>
      <SegmentedControl
        label={t('myProfile.reminders')}
        value={isOn ? 'on' : 'off'}
        onChange={(value) => mutate({ remindByMail: value === 'on' })}
        segments={[
          { value: 'on', label: t('settings.on') },
          { value: 'off', label: t('settings.off') },
        ]}
      />
      <p className="mt-1.5 text-small text-pretty text-mute">{t('myProfile.remindersHint')}</p>
      {error ? (
        <div className="mt-3">
          <InlineAlert>{updateErrorText(error, t)}</InlineAlert>
        </div>
      ) : null}
    </>
  );
}

/** Shows how many characters, as people count them, are used of how many. */
function Counter({ used, most }: { used: string; most: number }): ReactNode {
  const t = useText();
  return (
    <span className="num block text-right">{t('myProfile.counter', { used: writtenCharacters(used), most })}</span>
  );
}

/** Shows the code by which other fans name this one, and the link that brings new ones. */
export function MyCode({ fanCode }: { fanCode: string }): ReactNode {
  const t = useText();
  const link = inviteLink(fanCode);
  return (
    <ul className="space-y-2.5">
      <Line label={t('account.fanCode')} copy={<CopyButton text={fanCode} label={t('copy.action')} />}>
        <span className="num text-title font-extrabold tracking-wide">{fanCode}</span>
      </Line>
      <Line label={t('myProfile.inviteLink')} copy={<CopyButton text={link} label={t('copy.action')} />}>
        <span dir="auto" className="block truncate text-small font-semibold">
          {link}
        </span>
      </Line>
    </ul>
  );
}

function Line({ label, copy, children }: { label: string; copy: ReactNode; children: ReactNode }): ReactNode {
  return (
    <li className="flex items-center justify-between gap-3 rounded-tile bg-bg p-3 pl-4">
      <div className="min-w-0">
        <p className="text-caption font-semibold text-mute">{label}</p>
        <p className="mt-0.5 min-w-0">{children}</p>
      </div>
      {copy}
    </li>
  );
}

/** Stands in on the stage for the fan's picture and its buttons while they are unknown. */
export function PictureSkeleton(): ReactNode {
  return (
    <div className="flex flex-col items-center gap-4">
      <span className="size-32 rounded-full border-4 border-white/80 bg-white/20" />
      <span className="h-11 w-40 rounded-full bg-black/30" />
      <span className="h-4" />
    </div>
  );
}

export function ProfileSkeleton(): ReactNode {
  return (
    <div className="space-y-4">
      <Skeleton className="h-25 rounded-control" />
      <Skeleton className="h-40 rounded-control" />
      <Skeleton className="h-26 rounded-tile" />
      <Skeleton className="h-14 rounded-tile" />
    </div>
  );
}
