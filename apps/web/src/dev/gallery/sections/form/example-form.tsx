import type { FormEvent, ReactNode } from 'react';
import {
  accepted,
  chosen,
  emailAddress,
  lengthAtLeast,
  lengthBetween,
  notBlank,
  oneOf,
  required,
} from '#/lib/form/field-rules.ts';
import { type FieldPlan, useFields } from '#/lib/form/use-fields.ts';
import { useText } from '#/lib/i18n/use-text.ts';
import { Button } from '#/ui/button.tsx';
import { FormField } from '#/ui/form-field.tsx';
import { CheckboxField } from '#/ui/form/checkbox-field.tsx';
import { RadioGroupField } from '#/ui/form/radio-group-field.tsx';
import { SelectField } from '#/ui/form/select-field.tsx';
import { TextAreaField } from '#/ui/form/text-area-field.tsx';
import { showToast } from '#/ui/toast/toast-store.ts';
import { useSay } from '../../use-say.ts';

const languages = ['en_US', 'zh_TW'];

const plan = {
  email: { label: 'account.email', rules: [required, emailAddress] },
  nickname: { label: 'account.nickname', rules: [required, notBlank, lengthBetween(2, 24)] },
  details: { label: 'home.details', rules: [required, lengthAtLeast(10)] },
  language: { label: 'settings.language', rules: [chosen, oneOf(languages)] },
  theme: { label: 'settings.theme', rules: [chosen] },
  rules: { label: 'rules.short', rules: [accepted] },
} as const satisfies Record<string, FieldPlan>;

/** One field of each kind. */
export function ExampleForm(): ReactNode {
  const t = useText();
  const say = useSay();
  const { fields, check } = useFields(plan);
  const { email, nickname, details, language, theme, rules } = fields;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check()) showToast({ kind: 'success', title: say('Everything is right', '全部填寫正確') });
  };
  return (
    <form noValidate aria-label={say('Example', '範例')} onSubmit={submit} className="space-y-4">
      <FormField
        label={email.label}
        error={email.error}
        type="email"
        inputMode="email"
        autoComplete="off"
        value={email.value}
        onChange={(event) => email.set(event.currentTarget.value)}
        onBlur={email.leave}
      />
      <FormField
        label={nickname.label}
        error={nickname.error}
        autoComplete="off"
        value={nickname.value}
        onChange={(event) => nickname.set(event.currentTarget.value)}
        onBlur={nickname.leave}
      />
      <TextAreaField
        label={details.label}
        error={details.error}
        value={details.value}
        onChange={(event) => details.set(event.currentTarget.value)}
        onBlur={details.leave}
      />
      <SelectField
        label={language.label}
        error={language.error}
        placeholder={say('Choose one', '請選擇')}
        choices={[
          { value: 'en_US', label: 'English' },
          { value: 'zh_TW', label: '繁體中文' },
        ]}
        value={language.value}
        onChange={(event) => language.set(event.currentTarget.value)}
        onBlur={language.leave}
      />
      <RadioGroupField
        label={theme.label}
        error={theme.error}
        choices={[
          { value: 'light', label: t('settings.light') },
          { value: 'dark', label: t('settings.dark') },
        ]}
        value={theme.value}
        onChange={theme.set}
      />
      <CheckboxField
        label={say('I have read the rules.', '我已閱讀規則。')}
        error={rules.error}
        checked={rules.value !== ''}
        onChange={(checked) => rules.set(checked ? 'yes' : '')}
      />
      <Button type="submit" size="large">
        {say('Send', '送出')}
      </Button>
    </form>
  );
}
